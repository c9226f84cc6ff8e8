/** Inputs: octets of any kind, files, folders and URLs; how formats are recognized; arguments that are refused. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inputFacts, readInput } from '../src/captures/read-input.js';
import { survey, surveyAll, surveyReport } from '../src/index.js';
import { captures, faultsOf } from './support/read.js';
import { serve } from './support/serve.js';
import { folder, useFolder, write } from './support/survey-folder.js';
import { capture } from './support/warc-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';
const [URL_A, URL_B, URL_C, URL_D] = ['a', 'b', 'c', 'd'].map((host) => `https://${host}.example/robots.txt`);
const LINE = `${JSON.stringify({ url: URL_A, body: RULES })}\n`;

// biome-ignore lint/suspicious/noExplicitAny: wrong arguments are passed on purpose
type Anything = any;

test('an input of no known format is one fault, and an empty one none', async () => {
  expect(faultsOf(await captures(Buffer.from('<html>')))).toEqual(['unknown-input']);
  for (const empty of [Buffer.alloc(0), gzipSync('')]) expect(await captures(empty)).toEqual([]);
});

test.each([
  ['fd377a585a0000', 'compressed with xz, so decompress it first'],
  ['425a683931', 'compressed with bzip2, so decompress it first'],
  ['504b0304', 'a ZIP archive, so unpack it first'],
  ['50415231', 'Parquet; of a survey with --keep-bodies, name the folder with survey.json'],
])('an input that begins with %s is named', async (start, name) => {
  expect(await captures(Buffer.from(`${start}00000000`, 'hex'))).toMatchObject([
    { fault: 'unknown-input', message: `the input is neither WARC nor NDJSON nor tar: it is ${name}` },
  ]);
});

describe('octets', () => {
  async function urls(input: Anything, options?: Anything): Promise<string[]> {
    const found: string[] = [];
    for await (const { table, row } of survey(input, options)) if (table === 'verdicts') found.push(row.url);
    return found;
  }
  const OCTETS = new TextEncoder().encode(LINE);

  test.each<[string, () => unknown]>([
    ['a Uint8Array', () => OCTETS],
    ['an ArrayBuffer', () => OCTETS.slice().buffer],
    ['an array of chunks', () => [OCTETS.subarray(0, 9), OCTETS.subarray(9)]],
    ['a Readable', () => Readable.from([Buffer.from(LINE)])],
    ['a Blob', () => new Blob([LINE])],
    ['a Response', () => new Response(LINE)],
  ])('may be %s', async (_, input) => {
    expect(await urls(input())).toEqual([URL_A]);
  });

  test('that are left early are ended', async () => {
    const input = Readable.from(Array.from({ length: 100 }, () => Buffer.from(LINE.repeat(1000))));
    for await (const _ of survey(input)) break;
    expect(input.destroyed).toBe(true);
  });

  test.each([5, null, undefined, {}, new URL('https://a.example/')])('are not %s', async (input) => {
    const expected = /^input is .*; the name of a file, a folder or a URL, or octets: /;
    await expect(urls(input)).rejects.toThrow(expected);
    await expect(urls(input)).rejects.toBeInstanceOf(TypeError);
    await expect(urls(['{"url":'])).rejects.toMatchObject({ code: 'source-type' });
  });

  test.each<[unknown, string]>([
    [null, 'survey: options is null; an object with '],
    [{ name: 5 }, 'name is 5; a string is expected'],
    [
      { agent: 'a' },
      'unknown option agent; did you mean agents? Known options: agents, paths, profile, tables, all, sites',
    ],
  ])('with the options %j are refused', async (options, message) => {
    await expect(urls(OCTETS, options)).rejects.toThrow(message);
    await expect(urls(OCTETS, options)).rejects.toBeInstanceOf(TypeError);
  });
});

test.each<[object, string]>([
  [{}, 'inputs is undefined; an array is expected'],
  [{ inputs: 'a', folder: 'b' }, 'inputs is "a"; an array is expected'],
  [{ inputs: ['a', 5], folder: 'b' }, 'inputs[1] is 5; a string is expected'],
  [{ inputs: ['a'] }, 'folder is undefined; the path of a folder is expected'],
  [{ inputs: ['a'], folder: '' }, 'folder is ""; the path of a folder is expected'],
])('surveyAll refuses %j', async (options, message) => {
  await expect(surveyAll(options as Anything)).rejects.toThrow(new TypeError(message));
  await expect(surveyReport(undefined as Anything)).rejects.toThrow('folder is undefined; ');
});

describe('by name', () => {
  useFolder();

  /** Writes a file with rules, and the folders that it is in. */
  function writeRules(...path: readonly string[]): void {
    mkdirSync(join(folder, ...path.slice(0, -1)), { recursive: true });
    write(join(...path), RULES);
  }

  /** The captures' URLs and the faults' messages, in order. */
  async function itemsOf(name: string): Promise<string[]> {
    const read: string[] = [];
    for await (const batch of readInput(join(folder, name)))
      for (const item of batch)
        read.push(item.kind === 'capture' ? item.url : `${item.code}: ${item.message}`);
    return read;
  }

  test('a file, and a folder of files named by their hosts; their octets are counted', async () => {
    const name = write('one.warc', capture('a.example', RULES));
    for (const path of [
      'files/a.example.txt',
      'files/b.example/robots.txt',
      'files/.hidden',
      'files/.git/HEAD',
    ])
      writeRules(...path.split('/'));
    let octets = 0;
    for await (const _ of readInput(join(folder, 'files'), { onOctets: ({ length }) => (octets += length) }));
    expect([await itemsOf('one.warc'), await itemsOf('files')]).toEqual([[URL_A], [URL_A, URL_B]]);
    expect(octets).toBe(2 * RULES.length);
    const size = readFileSync(name).length;
    expect(await inputFacts(name)).toEqual({ id: name, name, size, version: expect.any(String) });
    await expect(inputFacts(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });

  test.each([
    ['crawl.warc.gz', 'the folder has an archive, "crawl.warc.gz"; name the archives themselves as inputs'],
    [
      'crawl.warc.gz-98676898742a.parquet',
      'the folder has a part of a survey, "crawl.warc.gz-98676898742a.parquet"; name the folder of the survey, which has survey.json',
    ],
  ])('a folder with %s is refused', async (name, message) => {
    writeRules('folder', name);
    await expect(itemsOf('folder')).rejects.toThrow(message);
  });

  test('of a large file in a folder the first 2 MiB are kept', async () => {
    const limit = 2 * 1024 * 1024;
    mkdirSync(join(folder, 'large'));
    for (const [host, octets] of Object.entries({ a: limit, b: limit + 1 }))
      write(`large/${host}.example`, Buffer.alloc(octets, '#'));
    const kept: unknown[] = [];
    for await (const batch of readInput(join(folder, 'large')))
      for (const item of batch)
        kept.push(item.kind === 'capture' && [item.payload?.octets.length, item.payload?.isCutOff]);
    expect(kept.map(String)).toEqual([`${limit},false`, `${limit},true`]);
  });

  test('symbolic links in a folder are followed, as find -L does', async () => {
    writeRules('files', 'a.example.txt');
    writeRules('linked', 'sites', 'c.example', 'robots.txt');
    for (const [target, path] of [
      ['../files/a.example.txt', 'linked/www.a.example'],
      [join(folder, 'files'), 'linked/other'],
      ['c.example', 'linked/sites/www.c.example'],
      ['nowhere', 'linked/sites/broken.example'],
      ['itself', 'linked/sites/itself'],
      ['..', 'linked/sites/up'],
      ['.', 'linked/sites/here'],
      ['linked', 'link'],
    ] as const)
      symlinkSync(target, join(folder, path));
    for (const name of ['linked', 'link', 'linked/sites/..'])
      expect(await itemsOf(name)).toEqual([
        URL_A,
        'broken-link: "sites/broken.example" is a symbolic link that leads nowhere',
        URL_C,
        'broken-link: "sites/here" is a symbolic link to a folder that contains it',
        'broken-link: "sites/itself" is a symbolic link that leads nowhere',
        'broken-link: "sites/up" is a symbolic link to a folder that contains it',
        'https://www.c.example/robots.txt',
        'https://www.a.example/robots.txt',
      ]);
  });

  test('each link to a folder is followed once, on the path with the fewest links', async () => {
    writeRules('shared', 'd.example', 'robots.txt');
    symlinkSync('d.example', join(folder, 'shared', 'www.d.example'));
    mkdirSync(join(folder, 'many'));
    for (const name of ['all', 'best']) symlinkSync('../shared', join(folder, 'many', name));
    expect(await itemsOf('many')).toEqual([
      URL_D,
      'https://www.d.example/robots.txt',
      URL_D,
      'broken-link: "best/www.d.example" is a symbolic link that was followed as "all/www.d.example"',
    ]);
  });

  // Only Linux has such names, and a file that every user may open and not read.
  test.runIf(process.platform === 'linux')(
    'a name that is not UTF-8; a file that cannot be read',
    async () => {
      writeRules('odd', 'a.example');
      const nested = Buffer.concat([Buffer.from(join(folder, 'odd/')), Buffer.from([0xff])]);
      mkdirSync(nested);
      writeFileSync(Buffer.concat([nested, Buffer.from('/b\xff.example', 'latin1')]), RULES);
      symlinkSync('/proc/self/mem', join(folder, 'odd', 'b.example'));
      expect(await itemsOf('odd')).toEqual([
        URL_A,
        expect.stringMatching(/^unreadable-file: "b\.example" cannot be read: EIO/),
        'https://b\ufffd.example/robots.txt',
      ]);
    },
  );

  test('servers are asked under a name and a version of its own, or another one', async () => {
    const agents = new Set<string>();
    const url = await serve((request, reply) => {
      agents.add(`${request.method} ${request.headers['user-agent']}`);
      reply.end(LINE);
    });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const [options, expected] of [
      [{}, `robotstream/${version}`],
      [{ userAgent: 'Mine/2' }, 'Mine/2'],
      [{ userAgent: 'Mine/2', headers: { 'User-Agent': 'Mine/3' } }, 'Mine/3'],
    ] as const) {
      agents.clear();
      for await (const _ of survey(url, options));
      await surveyAll({ inputs: [url], folder: join(folder, `as-${expected.slice(-1)}`), ...options });
      expect([...agents]).toEqual([`GET ${expected}`]);
    }
    await expect(survey(url, { userAgent: 'a\nb' }).next()).rejects.toThrow(/userAgent is "a\\nb"/);
  });
});
