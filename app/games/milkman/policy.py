from typing import Any

POLICY: Any = None
