#!/bin/sh
# Compiles an adapter in Java and runs it: java.sh NAME. The environment variable CLASSPATH has the program that the adapter asks.
set -eu
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
javac -d "$built" -sourcepath "$(dirname "$0")" "$(dirname "$0")/$1.java"
CLASSPATH="$built:$CLASSPATH" java "$1"
