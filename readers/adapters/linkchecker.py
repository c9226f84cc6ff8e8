"""LinkChecker's robots.txt parser, with a real session of Requests whose only server is the question."""

import base64
import io
import json
import sys

import requests
from linkcheck.robotparser2 import RobotFileParser
from requests.adapters import HTTPAdapter
from urllib3 import HTTPResponse


class Server(HTTPAdapter):
    body = b""

    def send(self, request, **options):
        raw = HTTPResponse(io.BytesIO(self.body), {"Content-Type": "text/plain"}, 200, preload_content=False)
        return self.build_response(request, raw)


def read(body):
    server.body = body
    robots = RobotFileParser(session, "http://example.com/robots.txt")
    robots.read()
    return robots


server = Server()
session = requests.Session()
session.mount("http://", server)
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
        answer["allowed"] = bool(robots.can_fetch(question["agents"][0], question["url"]))
    except ValueError as error:
        answer["error"] = {"code": type(error).__name__, "message": str(error)}
    print(json.dumps(answer), flush=True)
