// What a browser does with a message that the service pushes: it shows it, and opens the table when that is tapped.
"use strict";

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url);
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});
