"""An adapter in Python, around the parser of the standard library: python3 adapter.py."""

import base64
import json
import sys
import urllib.robotparser

for line in sys.stdin:
    question = json.loads(line)
    octets = base64.b64decode(question["bodyBase64"]) if "bodyBase64" in question else question["body"].encode()
    parser = urllib.robotparser.RobotFileParser()
    parser.parse(octets.decode("utf-8", "replace").splitlines())
    allowed = parser.can_fetch(question["agents"][0], question["url"])
    print(json.dumps({"id": question["id"], "allowed": allowed}), flush=True)
