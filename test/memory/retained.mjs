/**
 * Holds documents and prints how many octets each retains, as JSON: `[{ name, size, retained }]`.
 *
 * Usage: node --expose-gc retained.mjs FOLDER WAY < BODIES, which are `{ name, base64 }` as NDJSON
 */
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [folder, way] = process.argv.slice(2);
const { documentReducer, LineParser, parse, parseSync } = await import(
  pathToFileURL(`${folder}/core.mjs`).href
);

/** So many octets of documents are held at once that what one retains stands out from what the process does besides. */
const HELD_OCTETS = 4 * 2 ** 20;
const MOST_DOCUMENTS = 500;

const WAYS = {
  parseSync: (body) => parseSync(body),
  // As a socket might give it.
  parse: (body) => parse(chunksOf(body, 1460)),
  fold: (body) => {
    const parser = new LineParser({ keepOverlong: true });
    let state = documentReducer.initial();
    for (const chunk of chunksOf(body, 1460)) state = parser.write(chunk).reduce(documentReducer.step, state);
    return documentReducer.result(parser.end().reduce(documentReducer.step, state));
  },
};

const results = [];
for await (const line of createInterface({ input: process.stdin })) {
  const { name, base64 } = JSON.parse(line);
  const body = Buffer.from(base64, 'base64');
  const documents = Math.min(MOST_DOCUMENTS, Math.ceil(HELD_OCTETS / body.length));
  const held = [];
  // The same number twice: what the first ones find not there yet, or leave behind, is no part of the difference.
  const hold = async () => {
    for (let i = 0; i < documents; i++) held.push(await WAYS[way](body));
    return collected();
  };
  const once = await hold();
  const retained = ((await hold()) - once) / documents;
  results.push({ name, size: held[0].size, retained });
}
console.log(JSON.stringify(results));

function* chunksOf(body, size) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

/** Octets that are in use after the garbage has been collected; twice, as freeing a buffer takes a second look. */
function collected() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
