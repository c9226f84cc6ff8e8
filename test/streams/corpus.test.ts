/** Every real file as applications read it, from disk and over HTTP, with the default settings of Node and of the package. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { beforeAll, expect, test } from 'vitest';
import { LineTransformStream, lineEvents, parse, parseSync, type RobotsEvent } from '../../src/core.js';
import { SLICE_OCTETS } from '../../src/limits.js';
import { LineTransform } from '../../src/stream/node-transform.js';
import { byEffort } from '../support/effort.js';
import { describeWith } from '../support/needs.js';
import { loadCorpus, SHARED_NEED } from '../support/shared.js';
import { comparableFacts, eventsOf, parsedFileOf } from '../support/ways.js';
import { readAll } from '../support/web-streams.js';
import { fileWith, useFiles } from './files.js';
import { inShort } from './in-short.js';
import { useServer } from './loopback.js';
import { settles } from './quiescence.js';
import { collect } from './source-readers.js';

useFiles();

type ReadEvents = (site: string) => Promise<readonly RobotsEvent[]>;

/** Files that are read at the same time. */
const AT_ONCE = 20;

describeWith(SHARED_NEED, 'every file of the corpus', () => {
  const corpus = loadCorpus();
  /** Files that are more than one slice of a chunk, and can be more than one chunk: of those, 191. */
  const isLarge = (site: string): boolean => (corpus.get(site)?.length ?? 0) > SLICE_OCTETS;
  const selected = [...corpus.keys()].filter(byEffort({ quick: isLarge, full: () => true }));
  const paths = new Map<string, string>();
  const expected = new Map<string, string>();

  const server = useServer((request, response) => {
    response.end(corpus.get(request.url?.slice(1) ?? ''));
  });

  beforeAll(() => {
    for (const [site, body] of corpus) {
      paths.set(site, fileWith(body));
      expected.set(site, allInShort(eventsOf([body])));
    }
  });

  const file = (site: string): Readable => createReadStream(paths.get(site) as string);

  const response = async (site: string): Promise<Readable> => {
    const [message] = (await once(get(`${server.origin}/${site}`), 'response')) as [IncomingMessage];
    return message;
  };

  const body = async (site: string): Promise<ReadableStream<Uint8Array>> =>
    (await fetch(`${server.origin}/${site}`)).body as ReadableStream<Uint8Array>;

  test.each<[string, ReadEvents]>([
    ['from disk', (site) => throughTransform(file(site))],
    ['over HTTP', async (site) => throughTransform(await response(site))],
  ])('through LineTransform, %s: the events of the whole', async (_, read) => {
    await forEachOf([...corpus.keys()], (site) => expectWhole(site, read));
  });

  test.each<[string, ReadEvents]>([
    ['a fetch body through LineTransform', async (site) => throughTransform(await body(site))],
    [
      'a fetch body through LineTransformStream',
      async (site) => readAll((await body(site)).pipeThrough(new LineTransformStream())),
    ],
    ['a file by lineEvents', (site) => collect(lineEvents(file(site)))],
    ['a fetch body by lineEvents', async (site) => collect(lineEvents(await body(site)))],
  ])('%s: the events of the whole', async (_, read) => {
    await forEachOf(selected, (site) => expectWhole(site, read));
  });

  test.each<[string, (site: string) => Promise<Readable | ReadableStream<Uint8Array>>]>([
    ['a file', async (site) => file(site)],
    ['a fetch body', body],
  ])('%s by parse: the document of the whole', async (_, open) => {
    await forEachOf(selected, async (site) => {
      const whole = parseSync(corpus.get(site) as Uint8Array);
      const document = await parse(await open(site));
      expect({ site, ...comparableFacts(parsedFileOf(document)) }).toEqual({
        site,
        ...comparableFacts(parsedFileOf(whole)),
      });
    });
  });

  async function expectWhole(site: string, read: ReadEvents): Promise<void> {
    if (allInShort(await read(site)) !== expected.get(site)) expect(site).toBe('read as a whole');
  }

  /** Does work for sites, some at a time. Names the sites whose work never ends. */
  async function forEachOf(sites: readonly string[], work: (site: string) => Promise<void>): Promise<void> {
    for (let first = 0; first < sites.length; first += AT_ONCE) {
      const unsettled = new Set(sites.slice(first, first + AT_ONCE));
      const all = [...unsettled].map(async (site) => {
        await work(site);
        unsettled.delete(site);
      });
      const name = { toString: () => [...unsettled].join(', ') };
      await settles(name, Promise.all(all));
    }
  }
});

function allInShort(events: readonly RobotsEvent[]): string {
  return events.map(inShort).join('\n');
}

async function throughTransform(source: Readable | ReadableStream<Uint8Array>): Promise<RobotsEvent[]> {
  const events: RobotsEvent[] = [];
  await pipeline(source as Readable, new LineTransform(), async (all: AsyncIterable<RobotsEvent>) => {
    for await (const event of all) events.push(event);
  });
  return events;
}
