/**
 * Octets that the package hands out are in memory of their own. A program may write to them, or give them to a worker: nothing else
 * changes, and nothing of another file goes with them.
 */
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createClient } from '../../packages/client/src/index.js';
import { differences } from '../../src/compare/index.js';
import {
  groupReducer,
  type LineEvent,
  LineParser,
  lineDiagnostics,
  parse,
  parseSync,
  type RobotsDocument,
  type RobotsEvent,
  stringify,
} from '../../src/index.js';
import { fix, lint } from '../../src/lint/index.js';
import { toOctetString } from '../reference/octets.js';
import { ManualClock } from '../support/manual-clock.js';
import { utf8 } from '../support/octets.js';

/** A file with every kind of line. No other file has its name. */
const fileNamed = (name: string): string =>
  `User-agent: * # ${name}\nDisalow: /${name}\nAllow: /${name}/open\nCrawl-delay: 5\n# ${name}\nSitemap: https://${name}.example/\n${name} \u0001 x\n\n`;

/** Everything that a program can get of a file from the package. */
interface Shown {
  readonly events: readonly RobotsEvent[];
  readonly document: RobotsDocument;
  readonly streamed: RobotsDocument;
  readonly folded: unknown;
  readonly site: unknown;
  readonly lines: readonly LineEvent[];
  readonly matcher: unknown;
  readonly verdict: unknown;
  readonly reasons: unknown;
  readonly answer: unknown;
  readonly usage: unknown;
  readonly extensions: unknown;
  readonly lintResult: unknown;
  readonly fixed: unknown;
  readonly differences: unknown;
  readonly written: Uint8Array;
}

async function shownOf(name: string): Promise<Shown> {
  const octets = utf8(fileNamed(name));
  const parser = new LineParser();
  // The chunks end within lines, so that some lines come from two.
  const events = [
    ...parser.write(octets.subarray(0, 30)),
    ...parser.write(octets.subarray(30)),
    ...parser.end(),
  ];
  const document = parseSync(octets);
  const matcher = document.matcher({ agents: 'a' });
  const client = createClient({
    userAgent: 'a/1',
    agents: ['a'],
    clock: new ManualClock(),
  });
  await client.put('https://e.example/', octets);
  return {
    events,
    document,
    streamed: await parse([octets.subarray(0, 30), octets.subarray(30)]),
    folded: events.reduce(groupReducer.step, groupReducer.initial()),
    site: await client.robots('https://e.example/'),
    lines: [...document.lines()],
    matcher,
    verdict: matcher.check(`/${name}`),
    reasons: matcher.explain(`/${name}`),
    answer: await client.check(`https://e.example/${name}`),
    usage: document.usage('a', `/${name}`),
    extensions: document.extensions('a', 'crawl-delay'),
    lintResult: lint(document),
    fixed: fix(document),
    differences: differences(matcher, parseSync('').matcher({ agents: 'a' })),
    written: stringify(document),
  };
}

/** What hands out a copy each time it is read. An object without a class has the name that it has in `Shown`. */
const FRESH = ['Line.octets', 'OctetText.octets'];

/** What hands out one copy and keeps it. */
const KEPT = ['RobotsDocument.octets', 'fixed.octets', 'written'];

/** A part of what is shown: octets, or a value that is no object. */
interface Part {
  readonly holder: string;
  readonly value: unknown;
}

/** All parts of a value, by every way that a program can take: fields, getters, lists. */
function* partsOf(value: unknown, holder: string, above: readonly object[] = []): Generator<Part> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) {
    yield { holder, value };
    return;
  }
  if (above.includes(value)) return;
  const path = [...above, value];
  if (Symbol.iterator in value) {
    for (const item of value as Iterable<unknown>) yield* partsOf(item, holder, path);
    return;
  }
  const { name } = value.constructor;
  const prefix = name === 'Object' ? holder : name;
  for (const member of membersOf(value)) {
    const part = (value as Record<string, unknown>)[member];
    yield* partsOf(part, prefix === '' ? member : `${prefix}.${member}`, path);
  }
}

/** The names of an object's own fields, and of the getters of its classes. */
function membersOf(value: object): Set<string> {
  const names = new Set<string>();
  for (let one: object = value; one !== Object.prototype && one !== null; one = Object.getPrototypeOf(one)) {
    for (const [name, { get, value: field }] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
      if (get !== undefined || (field !== undefined && typeof field !== 'function')) names.add(name);
    }
  }
  return names;
}

function octetsOf(shown: Shown): [holder: string, octets: Uint8Array][] {
  return [...partsOf(shown, '')].flatMap(({ holder, value }): [string, Uint8Array][] =>
    ArrayBuffer.isView(value) ? [[holder, value as Uint8Array]] : [],
  );
}

/** Everything that is shown of a file as text, and answers about it. */
function picture(shown: Shown, name: string, without: readonly string[] = []): string[] {
  // Where one batch ends and the next begins depends on what was read before.
  const parts = [...partsOf({ ...shown, batches: [] }, '')]
    .filter(({ holder, value }) => !(ArrayBuffer.isView(value) && without.includes(holder)))
    .map(
      ({ holder, value }) =>
        `${holder} ${ArrayBuffer.isView(value) ? toOctetString(value as Uint8Array) : value}`,
    );
  const documents = [shown.document, shown.streamed];
  return [
    ...parts,
    ...documents.flatMap((document) => [
      ...['', '/open'].map((end) => `${document.matcher({ agents: 'b' }).isAllowed(`/${name}${end}`)}`),
      toOctetString(stringify(document)),
      JSON.stringify([...document.lines()]),
      JSON.stringify(lint(document)),
    ]),
    JSON.stringify(shown.lines.map(lineDiagnostics)),
    JSON.stringify(shown.events.reduce(groupReducer.step, groupReducer.initial())),
  ];
}

/** What a program can do to octets. Each returns what another thread would get, if it gets something. */
const USES: readonly [use: string, run: (octets: Uint8Array) => Uint8Array | undefined][] = [
  ['writes to them', (octets) => void octets.fill(0x58)],
  ['clones them', (octets) => structuredClone(octets)],
  ['transfers a clone', (octets) => structuredClone(octets, { transfer: [octets.buffer as ArrayBuffer] })],
  ['posts them', (octets) => posted(octets, [])],
  ['posts and transfers them', (octets) => posted(octets, [octets.buffer as ArrayBuffer])],
];

function posted(octets: Uint8Array, transfer: ArrayBuffer[]): Uint8Array {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(octets, transfer);
  const { message } = receiveMessageOnPort(port2) as { message: Uint8Array };
  port1.close();
  return message;
}

test('all that hand out octets are listed', async () => {
  const holders = octetsOf(await shownOf('first')).map(([holder]) => holder);
  expect([...new Set(holders)].sort()).toEqual([...FRESH, ...KEPT].sort());
});

test('octets are alone in their memory', async () => {
  const file = fileNamed('first');
  await shownOf('second');
  const all = octetsOf(await shownOf('first'));
  expect(new Set(all.map(([, { buffer }]) => buffer)).size).toBe(
    new Set(all.map(([, octets]) => octets)).size,
  );
  for (const [holder, octets] of all) {
    expect(octets.buffer.byteLength, holder).toBe(octets.length);
    const text = toOctetString(octets);
    // Only a fixed file has octets that the file lacks.
    if (!holder.startsWith('fixed')) expect(file).toContain(text);
    expect(text).not.toContain('second');
  }
});

test.each(USES)('nothing but the copy changes if a program %s', async (_, use) => {
  const first = await shownOf('first');
  const second = await shownOf('second');
  const pictures = async (): Promise<string[][]> => [
    picture(first, 'first', KEPT),
    picture(second, 'second'),
    // Read anew each time.
    picture(await shownOf('third'), 'third'),
  ];
  const before = await pictures();
  for (const [holder, octets] of octetsOf(first)) {
    const text = toOctetString(octets);
    const received = use(octets);
    if (received === undefined) continue;
    expect(toOctetString(new Uint8Array(received.buffer)), holder).toBe(text);
  }
  expect(await pictures()).toEqual(before);
});
