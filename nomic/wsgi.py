from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from nomic.core.registry import registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.settings.local")
application = get_wsgi_application()
registry()  # what is missing there is missing now, and not at somebody's first request
