/** Octets of every class and of another realm (a vm context), everywhere that octets are taken. */
import { Readable } from 'node:stream';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
  isAllowed,
  LineParser,
  LineTransformStream,
  lineEventBatches,
  lineEvents,
  type Octets,
  PARSING_LIMIT_OCTETS,
  parse,
  parseSync,
  type RobotsEvent,
} from '../../src/core.js';
import { LineTransform } from '../../src/stream/node-line-transform.js';
import { eventsOf, parsedFileOf, sameEvents } from '../support/ways.js';
import { readAll, streamOf } from '../support/web-streams.js';
import { BODY } from './bodies.js';
import { collect } from './source-consumers.js';

const realm = createContext({ numbers: [...BODY] });

/** Octets that code in another realm makes of the body. */
function foreign(code: string): Octets {
  return runInContext(code, realm);
}

const KINDS: { readonly [kind: string]: () => Octets } = {
  Buffer: () => Buffer.from(BODY),
  Uint8ClampedArray: () => new Uint8ClampedArray(BODY),
  DataView: () => new DataView(BODY.slice().buffer),
  ArrayBuffer: () => BODY.slice().buffer,
  SharedArrayBuffer: () => shared().buffer,
  'a Uint8Array over a SharedArrayBuffer': shared,
  'a Uint8Array of another realm': () => foreign('Uint8Array.from(numbers)'),
  'a subclass of Uint8Array of another realm': () =>
    foreign('(class Own extends Uint8Array {}).from(numbers)'),
  'a Uint8Array whose properties are code of the program': () => withOwnProperties(BODY.slice()),
  'a DataView of another realm': () => foreign('new DataView(Uint8Array.from(numbers).buffer)'),
  'an ArrayBuffer of another realm': () => foreign('Uint8Array.from(numbers).buffer'),
  'a SharedArrayBuffer of another realm': () =>
    foreign('{ const s = new SharedArrayBuffer(numbers.length); new Uint8Array(s).set(numbers); s }'),
};

/** Gives octets properties of their own in place of those of their class. Reading one is an error. */
function withOwnProperties(octets: Uint8Array): Uint8Array {
  for (const name of ['length', 'byteLength', 'byteOffset', 'buffer', 'constructor', 'subarray', 'slice']) {
    Object.defineProperty(octets, name, {
      get() {
        throw new Error(`${name} was read`);
      },
    });
  }
  return octets;
}

function shared(): Uint8Array<SharedArrayBuffer> {
  const octets = new Uint8Array(new SharedArrayBuffer(BODY.length));
  octets.set(BODY);
  return octets;
}

describe.each(Object.entries(KINDS))('%s', (_, make) => {
  const expected = eventsOf([BODY]);

  test('parseSync and parse', async () => {
    const file = parsedFileOf(parseSync(BODY));
    expect(parsedFileOf(parseSync(make()))).toEqual(file);
    expect(parsedFileOf(await parse(make()))).toEqual(file);
    expect(parsedFileOf(await parse([make(), new Uint8Array()]))).toEqual(file);
  });

  test('isAllowed', () => {
    for (const url of ['/é?q=1', '/a', '/ab'])
      expect(isAllowed(make(), url, { agents: 'FooBot' })).toBe(isAllowed(BODY, url, { agents: 'FooBot' }));
  });

  test('LineParser', () => {
    const parser = new LineParser();
    sameEvents([...parser.write(make()), ...parser.end()], expected);
  });

  test('lineEvents and lineEventBatches, as the source and as its chunks', async () => {
    sameEvents(await collect(lineEvents(make())), expected);
    sameEvents(await collect(lineEvents([make()])), expected);
    sameEvents((await collect(lineEventBatches(make()))).flat(), expected);
    sameEvents((await collect(lineEventBatches(streamOf([make() as Uint8Array])))).flat(), expected);
  });

  test('LineTransform, piped into and by hand', async () => {
    sameEvents(await Readable.from([make()]).pipe(new LineTransform()).toArray(), expected);
    const transform = new LineTransform();
    transform.end(make());
    sameEvents((await transform.toArray()) as RobotsEvent[], expected);
  });

  test('LineTransformStream', async () => {
    const source = streamOf([make() as Uint8Array]);
    sameEvents(await readAll(source.pipeThrough(new LineTransformStream())), expected);
  });
});

test.each([0, 1])('past the parsing limit by %i octets, properties are not read either', (excess) => {
  const rules = new TextEncoder().encode('user-agent: *\ndisallow: /a\n');
  const octets = new Uint8Array(PARSING_LIMIT_OCTETS + excess).fill('#'.charCodeAt(0));
  octets.set(rules);
  const document = parseSync(octets);
  const given = withOwnProperties(octets.slice());
  expect(parsedFileOf(parseSync(given))).toEqual(parsedFileOf(document));
  expect(isAllowed(given, '/a', { agents: 'FooBot' })).toBe(false);
  expect(isAllowed(given, '/b', { agents: 'FooBot' })).toBe(true);
});

test('a Blob and a stream that are not of the classes of this realm', async () => {
  const stream = (): ReadableStream<Uint8Array> => streamOf([BODY]);
  const blob = { stream } as unknown as Blob;
  sameEvents(await collect(lineEvents(blob)), eventsOf([BODY]));
  const document = await parse({ getReader: () => stream().getReader() } as ReadableStream<Uint8Array>);
  expect(parsedFileOf(document)).toEqual(parsedFileOf(parseSync(BODY)));
});
