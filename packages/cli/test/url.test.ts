/** `robotstream url`: everything that governs a URL. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { useCommand } from './support/command.js';
import { fromNdjson } from './support/ndjson.js';
import { CLOSED_ORIGIN, useSites } from './support/sites.js';

const command = useCommand();
const startSite = useSites();

const LICENSE = `<rsl xmlns="https://rslstandard.org/rsl">
<content url="/" server="https://licenses.example">
<license><permits type="usage">search</permits></license>
<license><permits type="usage">ai-train</permits><payment type="crawl"><amount currency="USD">0.015</amount></payment></license>
</content></rsl>`;

let origin = '';
let requests: readonly { readonly url?: string | undefined }[] = [];

beforeEach(async () => {
  const site = await startSite((request, response) => {
    const { url = '' } = request;
    const files: Readonly<Record<string, string>> = {
      '/robots.txt': `License: ${origin}/license.xml\nUser-agent: *\nDisallow: /private\nContent-Signal: search=yes, ai-train=no\n`,
      '/license.xml': LICENSE,
      '/.well-known/tdmrep.json': '[{"location":"/page","tdm-reservation":1}]',
      '/page': '<link rel=canonical href=/page><meta name=robots content="max-snippet:50">',
      '/private/a': '<meta name=robots content=noindex>',
      '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/old</loc></url><url><loc>${origin}/private/a</loc></url></urlset>`,
    };
    const body = files[url];
    if (url === '/old') response.writeHead(301, { location: '/page' }).end();
    else if (body === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'otherbot: noai, nofollow' })
        .end(body);
  });
  ({ origin, requests } = site);
});

/** Without what differs from run to run. */
function plain(text: string): string {
  return text.replaceAll(origin, 'http://site').replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'DATE');
}

test('text', async () => {
  const { code, stdout, stderr } = await command.run(['url', `${origin}/page`, '--agent', 'FooBot']);
  expect(plain(stdout)).toBe(`http://site/page
for FooBot, under rfc9309

robots.txt      Allowed: no group names this crawler, and the group of line 2 is for "*", and none
                of its rules matches.
                http://site/robots.txt, status 200, DATE
response        status 200, text/html, DATE
page says       nothing against indexing, links, snippets, copies or AI
                max-snippet: 50 (meta)
canonical       http://site/page
Content-Usage   nothing is stated
Content-Signal  search allowed (line 4)
                ai-train disallowed (line 4)
licenses        http://site/license.xml (robots.txt line 1)
                  DATE
                  all prohibited (not-listed: <permits> in line 3)
                  ai-all prohibited (not-listed: <permits> in line 3)
                  ai-train permitted, crawl 0.015 USD, by a license of its server (permits:
                  <permits> in line 4)
                  ai-input prohibited (not-listed: <permits> in line 3)
                  ai-index prohibited (not-listed: <permits> in line 3)
                  search permitted, free, by a license of its server (permits: <permits> in line 3)
TDMRep          rights are reserved
                tdmrep.json: {"location":"/page","tdm-reservation":1}

contradictions  none
`);
  expect([code, stderr]).toEqual([0, '']);
});

test('a page that the rules refuse is not fetched, unless the owner asks', async () => {
  const refused = await command.run(['url', `${origin}/private/a`]);
  expect(refused.stdout).toMatch(/^response +not fetched, because the rules refuse it;/m);
  expect(refused.stdout).toMatch(/^page says +unknown: the page was not read$/m);
  expect(refused.stdout).toContain('license-of-refused-page: ');
  expect(refused.stderr).toContain('no --agent is given, so this is for "*"');
  expect(refused.code).toBe(1);
  expect(requests.map(({ url }) => url)).not.toContain('/private/a');
  const own = await command.run(['url', `${origin}/private/a`, '--agent', 'FooBot', '--ignore-rules']);
  expect(own.stdout).toMatch(/^contradictions +noindex-not-read: /m);
  expect(own.code).toBe(1);
});

test('what is not known, because robots.txt cannot be fetched, is not said to be refused or missing', async () => {
  const { stdout } = await command.run(['url', `${CLOSED_ORIGIN}/a`, '--agent', 'FooBot']);
  expect(stdout).toMatch(/^response +not fetched, because the rules are not known for now;/m);
  expect(stdout).toMatch(/^Content-Usage +unknown: robots.txt was not read$/m);
  expect(stdout).toMatch(/^Content-Signal +unknown: robots.txt was not read$/m);
  expect(stdout).toMatch(
    /^licenses +none is named\n +unknown: robots.txt was not read\n +unknown: the page was not read$/m,
  );
});

test('a registered crawler has all of its names, and its own reading', async () => {
  const site = await startSite((request, response) => {
    if (request.url === '/robots.txt')
      response.end('User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n');
    else
      response.writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'googlebot: nofollow' }).end('');
  });
  const asked = ['--agent', 'Googlebot-News', '--json'];
  const rows = ['/a', '/b'].map(async (path) => {
    const { stdout } = await command.run(['url', site.origin + path, ...asked]);
    return JSON.parse(stdout);
  });
  expect(await Promise.all(rows)).toMatchObject([
    { robots: { allowed: false, line: 2 } },
    { robots: { allowed: true }, page: { directives: { nofollow: true } } },
  ]);
  const text = await command.run(['url', `${site.origin}/a`, '--agent', 'Googlebot-News']);
  expect(text.stdout).toContain('as Googlebot-News reads it: google');
});

describe('several URLs', () => {
  test('a sitemap, as a table', async () => {
    const { code, stdout, stderr } = await command.run(`url --urls ${origin}/sitemap.xml --agent FooBot`);
    expect(plain(stdout)).toBe(`rules    status  index    links     train  license  tdm       !  url
allowed  →200    yes      yes       no     yes      ?            http://site/old
refused  -       ?        ?         ?      yes      ?         !  http://site/private/a
  disallowed-in-sitemap
  license-of-refused-page
`);
    expect([code, stderr]).toEqual([1, '']);
  });

  test('a list with lines that are no URLs', async () => {
    writeFileSync(join(command.folder, 'urls.txt'), `${origin}/page\n/relative\nftp://a.example/\n`);
    const { code, stdout, stderr } = await command.run(
      `url ${CLOSED_ORIGIN}/ --urls urls.txt --agent FooBot --json`,
    );
    const rows = fromNdjson(stdout);
    expect(rows).toMatchObject([
      {
        url: `${CLOSED_ORIGIN}/`,
        robots: { deferred: true, fault: 'connect-failed' },
        page: { fault: 'deferred' },
      },
      {
        url: `${origin}/page`,
        page: { status: 200 },
        tdm: { reservation: 1, source: 'file' },
        contradictions: [],
      },
    ]);
    expect(stderr).toContain('1 relative URL');
    expect(stderr).toContain('1 text other than an http, https or ftp URL');
    expect(code).toBe(2);
  });
});

test.each([
  [['url'], 'no URL is given'],
  [['url', 'ftp://a.example/'], 'is not an absolute http or https URL'],
  [['url', '--urls', 'missing.txt'], 'missing.txt'],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await command.run(args);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test('text from a server cannot control the terminal', async () => {
  const site = await startSite((request, response) => {
    if (request.url === '/robots.txt') response.end('License: \u001b[31mx\nUser-agent: *\nAllow: /\n');
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<link rel=canonical href="/\u009b31m"><meta name=robots content="\u001b[2J, noindex"><meta name=tdm-policy content="\u202e">',
        );
  });
  const { stdout } = await command.run(['url', `${site.origin}/`, '--agent', 'FooBot']);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});
