"""Episodes for programs: HTTP and JSON, as `openapi.json` describes them; the client, the arena, and the bench."""

from __future__ import annotations
