"""urllib.robotparser of the Python that runs this. PYTHONPATH can put the `urllib` of another version in its place."""

import base64
import json
import sys
import urllib.robotparser


def read(body):
    robots = urllib.robotparser.RobotFileParser("data:text/plain;base64," + base64.b64encode(body).decode())
    try:
        robots.read()
    except ValueError:
        # The file is not UTF-8, or has a number or a URL that Python cannot read. A crawler that goes on nevertheless has what was
        # read until then: if nothing was, can_fetch() is False for every URL.
        pass
    return robots


body = robots = None
for line in sys.stdin:
    question = json.loads(line)
    if "body" in question:
        asked = question["body"].encode()
    else:
        asked = base64.b64decode(question["bodyBase64"])
    if asked != body:
        body, robots = asked, read(asked)
    answer = {"id": question["id"]}
    try:
        answer["allowed"] = robots.can_fetch(question["agents"][0], question["url"])
    except ValueError as error:
        answer["error"] = {"code": type(error).__name__, "message": str(error)}
    print(json.dumps(answer), flush=True)
