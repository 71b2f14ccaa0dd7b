"""Episodes for programs: HTTP and JSON, as `openapi.json` describes them. Calls actions and queries."""
