/** A survey of the sites of a list: the rows of these sites, as in a survey of all, and nothing else. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { FolderError, JoinError, survey, surveyAll } from '../src/index.js';
import type { SiteKind } from '../src/questions.js';
import { withEngine } from '../src/report/engine.js';
import { KEY_OF } from '../src/report/join.js';
import { HOST_OF } from '../src/report/statements.js';
import { SiteList, SiteLists, siteHostOf } from '../src/rows/site-list.js';
import { CLOSED, type Line, OPEN, robots, verdictsIn } from './support/redirecting.js';
import { archive, folder, out, run, useFolder, write } from './support/survey-folder.js';

useFolder();

const listOf = (content: string | Uint8Array, name = 'sites.txt') => write(name, content);

const host = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const at = fc.constantFrom(null, '2024-01-01', '2024-01-02', '2024-01-03T12:00:00.5Z', '2024-01-05');
const line: fc.Arbitrary<Line> = fc
  .oneof(
    fc.record({ url: host, to: host, at }),
    fc.record({ url: host, body: fc.constantFrom(OPEN, CLOSED, 'x'.repeat(3000)), at }),
    fc.record({ url: host, status: fc.constantFrom(404, 500, 200), at }),
  )
  .map(({ url, to, ...others }: Line) => ({ ...others, url: robots(url), to: to && robots(to) }));

checkProperty(
  'the rows of a listed site are those of a survey of all sites',
  fc.asyncProperty(
    fc.array(line, { maxLength: 25 }),
    fc.uniqueArray(host, { minLength: 1 }),
    async (lines, listed) => {
      const sites = listOf(listed.map((name) => `https://www.${name.toUpperCase()}.example/\r\n`).join(''));
      const all = await verdictsIn(lines);
      const expected = all.filter(({ url }) => listed.some((name) => url === robots(name)));
      expect(await verdictsIn(lines, { sites })).toEqual(expected);
    },
  ),
  { runsShare: 0.2 },
);

test('what the host of a URL is, is the same in the report', async () => {
  const URLS = `HTTPS://WWW.A.Example:8443/robots.txt http://user:password@www.a.example./robots.txt http://a.example?x
    http://a.example#x@b http://www./x http://www.www.a.example/ http:///x http:// //www.a.example / a/b http://[::1]:80/x
    http://1.2.3.4:/x http://a.example.:80/x http://a..example../x http://a@b@c/x http://\u00c4.example/x`;
  const random = fc.sample(fc.string({ unit: fc.constantFrom(...'wW.:@?#/a0') }), { numRuns: 500, seed: 33 });
  const urls = [...URLS.split(/\s+/), '', 'http://a b/x', 'http://a\n?b/x', ...random];
  await withEngine(async (engine) => {
    await engine.rows(HOST_OF);
    for (const url of urls) {
      const [row] = await engine.rows(`SELECT host_of('${url}') AS host`);
      expect([url, siteHostOf(url)]).toEqual([url, row?.host]);
    }
  });
});

describe('a list', () => {
  const hosts = ['a.example', 'www.b.example', 'shop.c.co.uk', 'c.co.uk', 'd.example'];
  const urlsWith = async (content: string | Uint8Array, by?: SiteKind): Promise<string[]> => {
    const found: string[] = [];
    const lines = hosts.map((name) => ({ url: `https://${name}/robots.txt`, body: CLOSED }));
    for (const { url } of await verdictsIn(lines, { sites: listOf(content), by }))
      found.push(url.slice(8, -11));
    return found;
  };

  test.each<[string, string | Uint8Array]>([
    ['a line each', 'a.example\nb.example\nnone.example\na.example\n'],
    ['spellings', '\ufeffhttps://www.A.example/x\r\n\r\n# d.example\r\n  B.example:443\t\r\nNone.example'],
    ['gzip', gzipSync('a.example\nwww.b.example\nb.example\nnone.example\n')],
  ])('leaves others out: %s', async (_, content) => {
    expect(await urlsWith(content)).toEqual(['a.example', 'www.b.example']);
    expect((await SiteList.read(listOf(content), 'host')).facts.count).toBe(3);
  });

  test('may be one of domains', async () => {
    expect(await urlsWith('www.c.co.uk\n', 'host')).toEqual(['c.co.uk']);
    expect(await urlsWith('www.c.co.uk\n', 'domain')).toEqual(['shop.c.co.uk', 'c.co.uk']);
    expect(await urlsWith('other.c.co.uk\n', 'domain')).toEqual(['shop.c.co.uk', 'c.co.uk']);
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    ['is empty', '', /sites\.txt has no lines; a host in each line is expected/],
    ['has comments alone', '# a\n\n', /sites\.txt has no lines/],
    ['is a table', 'rank,host\n1,a.example\n', /has a line "rank,host"; a host in each line is expected/],
    ['has a wildcard', '*.example\n', /has a line "\*\.example"; a host in each line is expected/],
    ['has a sentence', 'a.example\nb.example is good\n', /has a line "b\.example is good"/],
    ['is no text', Buffer.from([0x61, 0xff, 0xfe, 0x0a]), /has a line "a\ufffd\ufffd"; a host/],
    ['has a NUL', 'a.example\0\n', /has a line "a\.example\\u0000"/],
    ['is cut off', gzipSync('a.example\n').subarray(0, 20), /sites\.txt cannot be read: /],
    ['is a line of 17 MB', 'a'.repeat(17 * 1024 * 1024), /sites\.txt cannot be read: the line has/],
  ])('is refused if it %s', async (_, content, message) => {
    const refused = verdictsIn([], { sites: listOf(content) });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(JoinError);
  });

  test('that is not there or a folder is refused, and so is a kind of site without a list', async () => {
    await expect(verdictsIn([], { sites: join(folder, 'none') })).rejects.toMatchObject({ code: 'ENOENT' });
    mkdirSync(join(folder, 'sites'));
    await expect(verdictsIn([], { sites: join(folder, 'sites') })).rejects.toMatchObject({ code: 'EISDIR' });
    const message = 'by is "host", and sites is not given; the name of a list is expected';
    await expect(verdictsIn([], { by: 'host' })).rejects.toThrow(message);
    const refused = run({ inputs: [archive('a.warc.gz', ['a.example'])], sites: 'none' });
    await expect(refused).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(folder)).not.toContain('tables');
  });

  test('of many hosts has these and no others', async () => {
    const name = (nth: number): string => `site-${nth.toString(36)}.${nth % 7}.example`;
    const text = Array.from({ length: 50_000 }, (_, nth) => `${name(2 * nth)}\n`).join('');
    const list = await SiteList.read(listOf(text), 'host');
    expect(list.facts.count).toBe(50_000);
    const wrong = Array.from({ length: 100_000 }, (_, nth) => nth).filter(
      (nth) => list.has(`https://www.${name(nth)}/robots.txt`) !== (nth % 2 === 0),
    );
    expect(wrong).toEqual([]);
    expect(list.has(`https://${name(0)}\n/robots.txt`)).toBe(false);
  });

  test('whose file changes during the survey is refused', async () => {
    const file = listOf('a.example\n');
    const lists = new SiteLists();
    const { facts } = await lists.named(file, 'host');
    writeFileSync(file, 'b.example\n');
    expect((await lists.of(facts)).has('https://a.example/')).toBe(true);
    const refused = new SiteLists().of(facts);
    await expect(refused).rejects.toThrow(
      /sites\.txt is not the list of the survey: its SHA-256 is [0-9a-f]{64}, and/,
    );
    await expect(refused).rejects.toBeInstanceOf(JoinError);
    rmSync(file);
    await expect(new SiteLists().of(facts)).rejects.toThrow(
      /^the list of sites \S+sites\.txt cannot be read: ENOENT/,
    );
  });
});

describe('a folder', () => {
  test('is of the sites of a list, and says so; so is a survey of its tables', async () => {
    const inputs = [
      archive('a.warc.gz', ['a.example', 'b.example', 'c.example']),
      archive('b.warc.gz', ['b.example']),
    ];
    const sites = listOf('a.example\nc.example\nz.example\n');
    const tables = ['captures', 'verdicts', 'rules', 'bodies'] as const;
    const counts = await surveyAll({ inputs, folder: out(), tables, sites });
    expect(counts).toEqual({
      done: 2,
      passedOver: 0,
      failed: 0,
      captures: 2,
      otherCaptures: 2,
      rows: { captures: 2, verdicts: 2, rules: 2, bodies: 2, faults: 0 },
    });
    const facts = JSON.parse(readFileSync(join(out(), 'survey.json'), 'utf8'));
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(facts.questions.sites).toEqual({ by: 'host', digest, count: 3 });
    // Counts are kept for a survey that goes on.
    const again = await surveyAll({ inputs, folder: out(), tables, sites, resume: true });
    expect([again.passedOver, again.captures, again.otherCaptures]).toEqual([2, 2, 2]);
    // A survey of its tables leaves out others, too.
    const fromTables = {
      inputs: [out()],
      folder: join(folder, 'again'),
      sites: listOf('c.example', 'c.txt'),
    };
    expect(await surveyAll(fromTables)).toMatchObject({ captures: 1, otherCaptures: 1 });
  });

  test('is resumed with the same list under another name, and not with another list', async () => {
    const inputs = [archive('a.warc.gz', ['a.example', 'b.example'])];
    const sites = listOf('a.example\n');
    await run({ inputs, sites });
    const moved = join(folder, 'moved.txt');
    renameSync(sites, moved);
    expect(await run({ inputs, sites: moved, resume: true })).toMatchObject([{ kind: 'passed-over' }]);
    const others = [
      { sites: listOf('b.example\n', 'other.txt') },
      { sites: moved, by: 'domain' as const },
      {},
    ];
    for (const options of others) {
      const refused = run({ inputs, resume: true, ...options });
      await expect(refused).rejects.toThrow(/has the parts of a survey made with other options \(sites\)/);
      await expect(refused).rejects.toBeInstanceOf(FolderError);
    }
  });

  test('a table of pages has those of the sites of the list', async () => {
    const page = { headers: { 'content-type': 'text/html' }, body: '<meta name=robots content=noindex>' };
    const lines = ['a', 'b'].map((name) => JSON.stringify({ url: `https://${name}.example/`, ...page }));
    const urls: unknown[] = [];
    const options = { tables: ['pages'], sites: listOf('b.example') } as const;
    for await (const { table, row } of survey(Buffer.from(lines.join('\n')), options))
      if (table === 'pages') urls.push(row.url);
    expect(urls).toEqual(['https://b.example/']);
  });
});

test('a line of a list is read as a row of a joined file', async () => {
  const names =
    'a.example WWW.a.example http://a.example:80/x?y a.example/x a.example. user@a.example [::1]:8080';
  await withEngine(async (engine) => {
    await engine.rows(HOST_OF);
    await engine.rows(KEY_OF);
    for (const name of names.split(' ')) {
      const [row] = await engine.rows(`SELECT key_of('${name}') AS host`);
      const list = await SiteList.read(listOf(`${name}\n`), 'host');
      expect([name, list.has(`https://${row?.host}/robots.txt`)]).toEqual([name, true]);
    }
  });
});
