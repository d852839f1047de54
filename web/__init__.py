"""The pages: routes, forms, errors turned into statuses."""
