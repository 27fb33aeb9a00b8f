"""What schemathesis is told of the product: bytes of an upload are sent as they are."""

import schemathesis

schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")
