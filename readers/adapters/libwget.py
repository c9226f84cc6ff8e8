"""libwget, the library of GNU Wget2, with the comparison that the program itself makes. Its name is always "wget2", whichever crawler is asked about."""

import base64
import ctypes
import json
import sys


class Text(ctypes.Structure):
    _fields_ = [("octets", ctypes.c_void_p), ("length", ctypes.c_size_t)]


class Robots(ctypes.Structure):
    _fields_ = [("paths", ctypes.c_void_p), ("sitemaps", ctypes.c_void_p)]


class Iri(ctypes.Structure):
    _fields_ = [(name, ctypes.c_char_p) for name in ("uri", "display", "scheme", "userinfo", "password", "host", "path", "query")]


libwget = ctypes.CDLL("libwget.so.0")
libwget.wget_robots_parse.restype = ctypes.POINTER(Robots)
libwget.wget_vector_size.argtypes = [ctypes.c_void_p]
libwget.wget_vector_get.argtypes = [ctypes.c_void_p, ctypes.c_int]
libwget.wget_vector_get.restype = ctypes.POINTER(Text)
libwget.wget_iri_parse.restype = ctypes.POINTER(Iri)


def disallowed_paths(body):
    robots = libwget.wget_robots_parse(body, b"wget2")
    if not robots:
        return []
    vector = robots.contents.paths
    texts = [libwget.wget_vector_get(vector, index).contents for index in range(libwget.wget_vector_size(vector))]
    paths = [ctypes.string_at(text.octets, text.length) for text in texts]
    libwget.wget_robots_free(ctypes.byref(robots))
    return paths


def is_allowed(paths, url):
    iri = libwget.wget_iri_parse(url.encode(), b"utf-8")
    path = iri.contents.path or b""
    is_robots_txt = path == b"robots.txt" and iri.contents.query is None
    libwget.wget_iri_free(ctypes.byref(iri))
    # The program requests the file itself without asking it. The first octet of a rule stands for the slash that a path here lacks.
    return is_robots_txt or not any(rule and path.startswith(rule[1:]) for rule in paths)


body = paths = None
for line in sys.stdin:
    question = json.loads(line)
    asked = question["body"].encode() if "body" in question else base64.b64decode(question["bodyBase64"])
    if asked != body:
        body, paths = asked, disallowed_paths(asked)
    print(json.dumps({"id": question["id"], "allowed": is_allowed(paths, question["url"])}), flush=True)
