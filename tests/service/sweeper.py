"""A process that sweeps: for each time that it reads it plays what is due then, and says how many that were."""

from __future__ import annotations

import sys
from datetime import datetime

from models.store import Store
from service import due
from service.base import Service
from service.links import Links

service = Service(Store(sys.argv[1]), Links(["no link is made here"]))
print("ready", flush=True)
for line in sys.stdin:
    print(due.sweep(service, datetime.fromisoformat(line.strip())), flush=True)
service.store.close()
