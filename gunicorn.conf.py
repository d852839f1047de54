"""How gunicorn serves the pages; `make serve` starts it, beside the worker (`supervisor.py`)."""

import os

from gunicorn.glogging import Logger

import logs


class RedactingLogger(Logger):
    """Gunicorn's log without tokens: it names the paths of requests that failed."""

    def setup(self, cfg):
        """Set the log up as gunicorn does, in our format."""
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                handler.setFormatter(logs.Redacting(logs.FORMAT))


workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "gthread"
threads = 8
graceful_timeout = 30  # seconds for what is being answered when the server is told to stop
accesslog = None  # links are secrets
logger_class = RedactingLogger
forwarded_allow_ips = ""  # MOUSEPOST_PROXIES alone says whom to believe
control_socket_disable = True
