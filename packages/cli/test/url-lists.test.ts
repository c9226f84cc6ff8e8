/** Lists of URLs, and `check --urls` with sitemaps that are fetched: an index leads to its sitemaps, and what cannot be read is told. */

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ListKind, ListProblemCode } from '../src/url-lists/entries.js';
import { readUrlList } from '../src/url-lists/read-list.js';
import { useCommand } from './support/command.js';
import { fromNdjson } from './support/ndjson.js';

/** A list, read in chunks of a size. */
async function read(octets: Uint8Array, size: number, name = '') {
  const urls: (readonly [string, number])[] = [];
  const problems: (readonly [ListProblemCode, number])[] = [];
  let kind: ListKind | null = null;
  async function* chunks() {
    for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
  }
  for await (const part of readUrlList(chunks(), name)) {
    kind = part.kind;
    for (const { url, line } of part.entries) urls.push([url, line]);
    problems.push(...part.problems.map(({ code, line }) => [code, line] as const));
  }
  return { kind, urls, problems };
}

const SIZES = [1, 2, 3, 7, 1000, 1_000_000];

/** Checks a list in chunks of several sizes, in several encodings, and in gzip. */
async function expectList(
  text: string,
  expected: {
    readonly kind: ListKind;
    readonly urls: readonly unknown[];
    readonly problems?: readonly unknown[];
  },
  name = '',
) {
  const wanted = { problems: [], ...expected };
  const utf8 = new TextEncoder().encode(text);
  for (const size of SIZES) expect([size, await read(utf8, size, name)]).toEqual([size, wanted]);
  expect(await read(gzipSync(utf8), 5, name)).toEqual(wanted);
  expect(await read(new TextEncoder().encode(`\ufeff${text}`), 3, name)).toEqual(wanted);
  expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le'), 3, name)).toEqual(wanted);
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n';

describe('a sitemap', () => {
  test('has the URL of each <loc>, and not those of pictures and comments', async () => {
    const text = `${HEAD}<url><loc>https://e.com/a?x=1&amp;y=2</loc><image:image><image:loc>https://e.com/i.png</image:loc></image:image></url>
<!-- <url><loc>https://e.com/no</loc></url> -->
<url>
  <loc>
    https://e.com/b&#x41;&#66;
  </loc>
  <lastmod>2026-01-01</lastmod></url>
<url><loc><![CDATA[https://e.com/c?d&e]]></loc></url></urlset>`;
    await expectList(text, {
      kind: 'sitemap',
      urls: [
        ['https://e.com/a?x=1&y=2', 3],
        ['https://e.com/bAB', 6],
        ['https://e.com/c?d&e', 10],
      ],
    });
  });

  test('may have a prefix for its names', async () => {
    await expectList(
      '<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://e.com/</sm:loc><loc>no</loc></sm:url></sm:urlset>',
      {
        kind: 'sitemap',
        urls: [['https://e.com/', 1]],
      },
    );
  });

  test('that is an index names sitemaps', async () => {
    await expectList('<sitemapindex><sitemap><loc>https://e.com/1.xml.gz</loc></sitemap></sitemapindex>', {
      kind: 'sitemap-index',
      urls: [['https://e.com/1.xml.gz', 1]],
    });
  });

  test('with errors is read all the same, and each is told', async () => {
    await expectList(
      `${HEAD}<url><loc>https://e.com/?a&b</loc></url>\n<url><loc>https://e.com/x</url>\n<url><loc>https://e.com/y</loc></url>\n`,
      {
        kind: 'sitemap',
        urls: [
          ['https://e.com/?a&b', 3],
          ['https://e.com/x', 4],
          ['https://e.com/y', 5],
        ],
        problems: [
          ['bad-xml', 3],
          ['bad-xml', 4],
          ['cut-off', 6],
        ],
      },
    );
  });

  test('that is cut off says so', async () => {
    await expectList(`${HEAD}<url><loc>https://e.com/a</loc></url><url><loc>https://e.co`, {
      kind: 'sitemap',
      urls: [['https://e.com/a', 3]],
      problems: [
        ['cut-off', 3],
        ['cut-off', 3],
      ],
    });
  });

  test('that is a page or a feed says so', async () => {
    await expectList('<html><body>Not found</body></html>', {
      kind: 'sitemap',
      urls: [],
      problems: [['not-a-sitemap', 1]],
    });
    await expectList('<rss><channel></channel></rss>', {
      kind: 'sitemap',
      urls: [],
      problems: [['not-a-sitemap', 1]],
    });
  });

  test('in another encoding is read by its declaration', async () => {
    const octets = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>https://e.com/\xe9</loc></url></urlset>',
      'latin1',
    );
    expect(await read(octets, 10)).toEqual({ kind: 'sitemap', urls: [['https://e.com/é', 1]], problems: [] });
  });

  test('above the limits of the protocol is read to its end', async () => {
    const urls = '<url><loc>https://e.com/</loc></url>'.repeat(50_001);
    const { urls: found, problems } = await read(
      new TextEncoder().encode(`<urlset>${urls}</urlset>`),
      65_536,
    );
    expect([found.length, problems]).toEqual([50_001, [['above-limits', 1]]]);
  });
});

describe('a table', () => {
  test.each([
    [
      'Screaming Frog',
      '"Address","Content Type","Status Code"\n"https://e.com/a","text/html, x","200"\n"https://e.com/""b""","","404"\n',
    ],
    ['Sitebulb', 'URL,Title,Inlinks\nhttps://e.com/a,"several\nlines",1\n'],
    ['a spreadsheet', 'Title;URL\n"x;y";https://e.com/a\n'],
    ['a search console', 'Top pages,Clicks\nhttps://e.com/a,1\n'],
    ['tabs', 'Title\tPage URL\nx\thttps://e.com/a\n'],
    ['one column', 'Address\nhttps://e.com/a\n'],
  ])('of %s has its URLs in a column with a heading', async (_, text) => {
    const { kind, urls, problems } = await read(new TextEncoder().encode(text), 7);
    expect([kind, problems, urls[0]]).toEqual(['csv', [], ['https://e.com/a', 2]]);
    await expectList(text, { kind: 'csv', urls });
  });

  test('prefers the address to other URLs', async () => {
    await expectList('Title,Link,Address\nx,https://e.com/no,https://e.com/a\r\n', {
      kind: 'csv',
      urls: [['https://e.com/a', 2]],
    });
  });

  test('without headings is one if its name or its tabs say so', async () => {
    await expectList(
      '1,https://e.com/a,x\n2,https://e.com/b,y',
      {
        kind: 'csv',
        urls: [
          ['https://e.com/a', 1],
          ['https://e.com/b', 2],
        ],
      },
      'export.csv',
    );
    await expectList('https://e.com/a,b\n', { kind: 'list', urls: [['https://e.com/a,b', 1]] });
  });

  test('with damaged rows is read all the same', async () => {
    await expectList('Title,URL\nx\n"never closed,https://e.com/a\ny,https://e.com/b\n', {
      kind: 'csv',
      urls: [
        ['https://e.com/a', 3],
        ['https://e.com/b', 4],
      ],
      problems: [
        ['no-cell', 2],
        ['bad-csv', 3],
      ],
    });
  });
});

test('a table has no row that is too long, whatever its end looks like', async () => {
  const text = `URL,x\n/a,\n/b,${'x'.repeat(1_500_000)},\r\n/c,\n`;
  for (const size of [65_536, 1_500_010, 1_500_014, 1_500_015, 1_500_016, 10_000_000]) {
    expect([size, await read(new TextEncoder().encode(text), size)]).toEqual([
      size,
      {
        kind: 'csv',
        urls: [
          ['/a', 2],
          ['/c', 4],
        ],
        problems: [['too-long', 3]],
      },
    ]);
  }
});

describe('a plain list', () => {
  test('has a URL on each line; comments and blank lines are skipped', async () => {
    await expectList('# mine\nhttps://e.com/a\r\n\r\n  /b  \r/c\n\r', {
      kind: 'list',
      urls: [
        ['https://e.com/a', 2],
        ['/b', 4],
        ['/c', 5],
      ],
    });
  });

  test('with lines that end in CR alone is read in one pass, however many a chunk has', async () => {
    const octets = new TextEncoder().encode('/a\r'.repeat(2_000_000));
    const { urls } = await read(octets, octets.length);
    expect([urls.length, urls.at(-1)]).toEqual([2_000_000, ['/a', 2_000_000]]);
  });

  test('that is not in UTF-8 says which entries cannot be read', async () => {
    const octets = Buffer.from('https://e.com/a\nhttps://e.com/caf\xe9\nhttps://e.com/b\n', 'latin1');
    for (const size of SIZES) {
      expect(await read(octets, size)).toEqual({
        kind: 'list',
        urls: [
          ['https://e.com/a', 1],
          ['https://e.com/b', 3],
        ],
        problems: [['encoding', 2]],
      });
    }
  });

  test('has no line that is too long', async () => {
    const text = `/a\n${'x'.repeat(2_000_000)}\n/b\n`;
    for (const size of [65_536, 10_000_000]) {
      expect(await read(new TextEncoder().encode(text), size)).toEqual({
        kind: 'list',
        urls: [
          ['/a', 1],
          ['/b', 3],
        ],
        problems: [['too-long', 2]],
      });
    }
  });

  test('may be empty', async () => {
    expect(await read(new Uint8Array(), 1)).toEqual({ kind: 'list', urls: [], problems: [] });
  });
});

test('gzip that is damaged is an error after what could be read', async () => {
  const octets = gzipSync(new TextEncoder().encode('/a\n'.repeat(100_000)));
  await expect(read(octets.subarray(0, -20), 1000)).rejects.toThrow();
});

const command = useCommand();

/** A site of fixed bodies by path; any other path is a 404. */
async function siteOf(
  bodiesOf: (origin: string) => { readonly [path: string]: string | Uint8Array },
  asked: string[] = [],
) {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const body = bodies[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const bodies = bodiesOf(origin);
  return origin;
}

const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

test('an index leads to its sitemaps, each URL is judged by its own site, and missing ones are told', async () => {
  const origin = await siteOf((own) => ({
    '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
    '/index.xml': index(`${own}/a.xml`, `${own}/b.xml.gz`, `${own}/gone.xml`, `${own}/index.xml`),
    '/a.xml': urlset(`${own}/1`, `${own}/private/2`),
    '/b.xml.gz': gzipSync(urlset(`${own}/private/3`, '/relative')),
  }));
  const args = ['check', '--urls', `${origin}/index.xml`, '--agent', 'ExampleBot', '--json'];
  const { code, stdout, stderr } = await command.run(args);
  expect(fromNdjson(stdout).map(({ url, allowed, line }) => [url, allowed, line])).toEqual([
    [`${origin}/1`, true, 0],
    [`${origin}/private/2`, false, 2],
    [`${origin}/private/3`, false, 2],
  ]);
  expect(stderr).toContain(
    `1 sitemap that could not be read: ${origin}/gone.xml: the server responds with 404`,
  );
  expect(stderr).toContain(`1 relative URL`);
  expect(code).toBe(2);
});

test('a file judges the URLs of a sitemap that is fetched', async () => {
  const origin = await siteOf((own) => ({ '/s.xml': urlset(`${own}/a`, `${own}/b`) }));
  const args = ['check', '-', '--urls', `${origin}/s.xml`, '--agent', 'ExampleBot'];
  const { code, stdout } = await command.run(args, { input: 'User-agent: *\nDisallow: /b\n' });
  expect(stdout).toContain('1 of 2 URLs are disallowed.');
  expect(code).toBe(1);
});

test('an index of one host does not lead to addresses that only this machine can reach', async () => {
  const asked: string[] = [];
  const origin = await siteOf(
    (own) => ({
      '/index.xml': index(`${own.replace('127.0.0.1', '127.0.0.2')}/secret`, `${own}/a.xml`),
      '/a.xml': urlset('/a'),
    }),
    asked,
  );
  const args = ['check', '-', '--urls', `${origin}/index.xml`, '--agent', 'ExampleBot'];
  const { code, stdout, stderr } = await command.run(args, { input: '' });
  expect(stdout).toContain('0 of 1 URL is disallowed.');
  expect(stderr).toContain('1 sitemap that could not be read: ');
  expect([code, asked]).toEqual([2, ['/index.xml', '/a.xml']]);
});

test('a list of several gzip members is read to its end', async () => {
  const members = ['/a\n', '/b\n'].map((text) => gzipSync(text));
  writeFileSync(join(command.folder, 'robots.txt'), '');
  writeFileSync(join(command.folder, 'list.gz'), Buffer.concat(members));
  const { stdout } = await command.run(['check', 'robots.txt', '--urls', 'list.gz', '--json']);
  expect(fromNdjson(stdout).map(({ url }) => url)).toEqual(['/a', '/b']);
});
