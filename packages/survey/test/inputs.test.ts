/** Inputs by name: files, folders and URLs; and how formats are recognized. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inputFacts, readInput } from '../src/captures/read-input.js';
import { type InputOptions, survey, surveyAll } from '../src/index.js';
import { captures, faultsOf } from './support/read.js';
import { serve } from './support/serve.js';
import { capture } from './support/warc-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';
const URL_A = 'https://a.example/robots.txt';

test('an input of no known format is one fault, and an empty one none', async () => {
  expect(faultsOf(await captures(Buffer.from('<html>')))).toEqual(['unknown-input']);
  expect(await captures(Buffer.alloc(0))).toEqual([]);
  expect(await captures(gzipSync(''))).toEqual([]);
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

describe('by name', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-inputs-'));
    mkdirSync(join(folder, 'files', 'b.example'), { recursive: true });
    writeFileSync(join(folder, 'files', 'a.example.txt'), RULES);
    writeFileSync(join(folder, 'files', 'b.example', 'robots.txt'), RULES);
    writeFileSync(join(folder, 'files', '.hidden'), RULES);
    mkdirSync(join(folder, 'files', '.git'));
    writeFileSync(join(folder, 'files', '.git', 'HEAD'), RULES);
    writeFileSync(join(folder, 'one.warc'), capture('a.example', RULES));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const urls = async (name: string) => {
    const found: string[] = [];
    let octets = 0;
    for await (const batch of readInput(name, { onOctets: (count) => (octets += count.length) })) {
      for (const item of batch) if (item.kind === 'capture') found.push(item.url);
    }
    return { found, octets };
  };

  test('a folder with an archive is refused: no host has such a name', async () => {
    mkdirSync(join(folder, 'archives'));
    writeFileSync(join(folder, 'archives', 'crawl.warc.gz'), '');
    await expect(urls(join(folder, 'archives'))).rejects.toThrow(
      'the folder has an archive, "crawl.warc.gz"; name the archives themselves as inputs',
    );
  });

  test('a folder with the parts of one table is refused', async () => {
    mkdirSync(join(folder, 'verdicts'));
    writeFileSync(join(folder, 'verdicts', 'crawl.warc.gz-98676898742a.parquet'), '');
    await expect(urls(join(folder, 'verdicts'))).rejects.toThrow(
      'the folder has a part of a survey, "crawl.warc.gz-98676898742a.parquet"; name the folder of the survey, which has survey.json',
    );
  });

  test('of a large file in a folder the first 2 MiB are kept', async () => {
    const limit = 2 * 1024 * 1024;
    mkdirSync(join(folder, 'large'));
    writeFileSync(join(folder, 'large', 'a.example'), Buffer.alloc(limit, '#'));
    writeFileSync(join(folder, 'large', 'b.example'), Buffer.alloc(limit + 1, '#'));
    const kept: unknown[] = [];
    for await (const batch of readInput(join(folder, 'large'))) {
      for (const item of batch)
        if (item.kind === 'capture') kept.push([item.payload?.octets.length, item.payload?.isCutOff]);
    }
    expect(kept).toEqual([
      [limit, false],
      [limit, true],
    ]);
  });

  test('a file, and a folder of files named by their hosts', async () => {
    expect(await urls(join(folder, 'one.warc'))).toEqual({
      found: [URL_A],
      octets: capture('a.example', RULES).length,
    });
    expect(await urls(join(folder, 'files'))).toEqual({
      found: [URL_A, 'https://b.example/robots.txt'],
      octets: 2 * RULES.length,
    });
  });

  /** The captures' URLs and the faults' messages, in order. */
  async function itemsOf(name: string): Promise<string[]> {
    const read: string[] = [];
    for await (const batch of readInput(join(folder, name)))
      for (const item of batch)
        read.push(item.kind === 'capture' ? item.url : `${item.code}: ${item.message}`);
    return read;
  }

  test('symbolic links in a folder are followed, as find -L does', async () => {
    const linked = join(folder, 'linked');
    mkdirSync(join(linked, 'sites', 'c.example'), { recursive: true });
    writeFileSync(join(linked, 'sites', 'c.example', 'robots.txt'), RULES);
    symlinkSync('../files/a.example.txt', join(linked, 'www.a.example'));
    symlinkSync(join(folder, 'files'), join(linked, 'other'));
    symlinkSync('c.example', join(linked, 'sites', 'www.c.example'));
    symlinkSync('nowhere', join(linked, 'sites', 'broken.example'));
    symlinkSync('itself', join(linked, 'sites', 'itself'));
    symlinkSync('..', join(linked, 'sites', 'up'));
    symlinkSync('.', join(linked, 'sites', 'here'));
    symlinkSync('linked', join(folder, 'link'));
    for (const name of ['linked', 'link', join('linked', 'sites', '..')]) {
      expect(await itemsOf(name)).toEqual([
        URL_A,
        'https://b.example/robots.txt',
        'broken-link: "sites/broken.example" is a symbolic link that leads nowhere',
        'https://c.example/robots.txt',
        'broken-link: "sites/here" is a symbolic link to a folder that contains it',
        'broken-link: "sites/itself" is a symbolic link that leads nowhere',
        'broken-link: "sites/up" is a symbolic link to a folder that contains it',
        'https://www.c.example/robots.txt',
        'https://www.a.example/robots.txt',
      ]);
    }
  });

  test('each link to a folder is followed once, on the path with the fewest links', async () => {
    const many = join(folder, 'many');
    mkdirSync(join(folder, 'shared', 'd.example'), { recursive: true });
    writeFileSync(join(folder, 'shared', 'd.example', 'robots.txt'), RULES);
    symlinkSync('d.example', join(folder, 'shared', 'www.d.example'));
    mkdirSync(many);
    symlinkSync('../shared', join(many, 'all'));
    symlinkSync('../shared', join(many, 'best'));
    expect(await itemsOf('many')).toEqual([
      'https://d.example/robots.txt',
      'https://www.d.example/robots.txt',
      'https://d.example/robots.txt',
      'broken-link: "best/www.d.example" is a symbolic link that was followed as "all/www.d.example"',
    ]);
  });

  test('folders that all link to each other are read once for each link', async () => {
    const names = Array.from({ length: 7 }, (_, i) => `${i}.example`);
    for (const name of names) {
      mkdirSync(join(folder, 'crossed', name), { recursive: true });
      writeFileSync(join(folder, 'crossed', name, 'robots.txt'), RULES);
      for (const other of names) {
        if (other !== name) symlinkSync(join('..', other), join(folder, 'crossed', name, other));
      }
    }
    const items = await itemsOf('crossed');
    const links = names.length * (names.length - 1);
    expect(items.filter((item) => item.startsWith('https:'))).toHaveLength(names.length + links);
    // In each folder that a link leads to, one link leads back and the others were followed before.
    expect(items.filter((item) => item.endsWith('that contains it'))).toHaveLength(links);
    expect(items.filter((item) => item.includes('was followed as'))).toHaveLength(links * (names.length - 2));
  });

  // Only Linux has such names, and a file that every user may open and not read.
  test.runIf(process.platform === 'linux')(
    'a file with a name that is not UTF-8 is read, and one that cannot be read is a fault',
    async () => {
      const odd = join(folder, 'odd');
      const nested = Buffer.concat([Buffer.from(`${odd}/`), Buffer.from([0xff])]);
      mkdirSync(odd);
      mkdirSync(nested);
      writeFileSync(join(odd, 'a.example'), RULES);
      writeFileSync(Buffer.concat([nested, Buffer.from('/b\xff.example', 'latin1')]), RULES);
      symlinkSync('/proc/self/mem', join(odd, 'b.example'));
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
      reply.end('{"url": "https://a.example/robots.txt"}\n');
    });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const own = `robotstream/${version}`;
    const read = async (options: InputOptions) => {
      for await (const _ of survey(url, options));
      return [...agents];
    };
    expect(await read({})).toEqual([`GET ${own}`]);
    agents.clear();
    expect(await read({ userAgent: 'ExampleResearch/1.0 (+https://example.org)' })).toEqual([
      'GET ExampleResearch/1.0 (+https://example.org)',
    ]);
    for (const userAgent of [undefined, 'Mine/2']) {
      agents.clear();
      await surveyAll({ inputs: [url], folder: join(folder, `as-${userAgent}`), userAgent });
      expect([...agents]).toEqual([`GET ${userAgent ?? own}`]);
    }
    agents.clear();
    expect(await read({ userAgent: 'Mine/2', headers: { 'User-Agent': 'Mine/3' } })).toEqual(['GET Mine/3']);
    await expect(survey(url, { userAgent: 'a\nb' }).next()).rejects.toThrow(/userAgent is "a\\nb"/);
  });

  test('facts of a file; a file that is not there', async () => {
    const name = join(folder, 'one.warc');
    expect(await inputFacts(name)).toEqual({
      id: name,
      name,
      size: capture('a.example', RULES).length,
      version: expect.any(String),
    });
    await expect(inputFacts(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });
});
