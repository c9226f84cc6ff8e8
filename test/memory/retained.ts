/** Holds what is made of each body that comes as a line of input, and prints how many octets one of it retains. */
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type * as robotstream from '../../src/index.js';
import { reachableOctets } from '../support/reachable.js';
import { crawlerName } from './overlapping-groups.js';

export interface Request {
  /** `index.js` of the build. */
  readonly entry: string;
  readonly way: string;
  /** How many documents of each body are held, at least, and at least how many octets of them. */
  readonly documents: number;
  readonly octets: number;
}

/** A line of input. */
export interface Body {
  readonly name: string;
  readonly base64: string;
}

/** A line of output for each line of input. */
export interface Retained {
  readonly name: string;
  readonly size: number;
  readonly retained: number;
}

const { entry, way, documents, octets } = JSON.parse(process.argv[2] ?? '') as Request;
const { parse, parseSync } = (await import(pathToFileURL(entry).href)) as typeof robotstream;

/** Crawlers that `overlappingGroups` names. */
const FIRST_CRAWLERS = Array.from({ length: 20 }, (_, i) => crawlerName(i));

const QUESTIONS_UNTIL_INDEXED = 40;

/** What is held of a body. */
const WAYS: { readonly [name: string]: (body: Uint8Array) => unknown } = {
  /** The control: a copy of the octets. */
  octets: (body) => body.slice(),
  parseSync: (body) => withLines(parseSync(body.slice())),
  // In pieces, as a socket might give it.
  parse: (body) => parse(chunksOf(body, 1460)),
  'one crawler too': (body) => askedBy(body, FIRST_CRAWLERS.slice(0, 1)),
  'many crawlers too': (body) => askedBy(body, FIRST_CRAWLERS),
  'nodes too': (body) => {
    const document = parseSync(body.slice());
    return [document, document.groups.map(({ extensions }) => extensions), document.comments];
  },
};

/** A document whose lines have been read. */
function withLines(document: robotstream.RobotsDocument): robotstream.RobotsDocument {
  if (document.lineCount === 0) throw new Error('the body has no line');
  return document;
}

/** A document after crawlers have asked enough for the indexes of their rules to be built. The matchers are dropped. */
function askedBy(body: Uint8Array, crawlers: readonly string[]): unknown {
  const document = parseSync(body.slice());
  for (const matcher of document.matchers(crawlers)) {
    for (let i = 0; i < QUESTIONS_UNTIL_INDEXED; i++) matcher.isAllowed(`/${i}`);
  }
  return document;
}

const hold = WAYS[way];
if (hold === undefined) throw new Error(`unknown way ${way}`);
await reachableOctets();
for await (const line of createInterface({ input: process.stdin })) {
  const { name, base64 } = JSON.parse(line) as Body;
  const body = new Uint8Array(Buffer.from(base64, 'base64'));
  const count = Math.max(documents, Math.ceil(octets / body.length));
  const held: unknown[] = [];
  const holdAll = async (): Promise<number> => {
    for (let i = 0; i < count; i++) held.push(await hold(body));
    return reachableOctets();
  };
  // The same number twice: the first ones also pay for what is made once, such as compiled code.
  const once = await holdAll();
  const retained = ((await holdAll()) - once) / count;
  const result: Retained = { name, size: body.length, retained };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

function* chunksOf(body: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}
