"""Protego, as Scrapy calls it. PYTHONPATH says where it is, if it is not installed: the folder `src` of a checkout."""

import base64
import json
import sys

from protego import Protego


def read(body):
    # Scrapy 2.18 decodes the file like this.
    return Protego.parse(body.decode("utf-8-sig", errors="ignore"))


body = robots = None
for line in sys.stdin:
    question = json.loads(line)
    if "body" in question:
        asked = question["body"].encode()
    else:
        asked = base64.b64decode(question["bodyBase64"])
    answer = {"id": question["id"]}
    try:
        if asked != body:
            body = robots = None
            body, robots = asked, read(asked)
        answer["allowed"] = robots.can_fetch(question["url"], question["agents"][0])
    except ValueError as error:
        answer["error"] = {"code": type(error).__name__, "message": str(error)}
    print(json.dumps(answer), flush=True)
