/** `client.about` and `client.licenses`, over real sockets. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { type AboutUrl, type ClientOptions, createClient, type RobotsClient } from '../../src/index.js';
import { type Pages, redirectTo, startPages } from '../client/support/pages.js';
import { Peer } from '../fetch/support/peer.js';

const RSL = (elements: string): string =>
  `<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>${elements}</license></content></rsl>`;

function newClient(options: Partial<ClientOptions> = {}): RobotsClient {
  const client = createClient({
    userAgent: 'FooBot/1.0',
    agents: 'FooBot',
    pacing: { defaultDelayMs: 0, minDelayMs: 0 },
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** A site with a page and files; `HTML` is the page. */
async function siteWith(
  robots: string,
  html = '<title>a</title>',
  headers: Record<string, string | string[]> = {},
): Promise<Pages> {
  const pages = await startPages();
  pages.setRobots(robots.replaceAll('SITE', pages.origin));
  pages.on('/.well-known/tdmrep.json', (_, response) => response.writeHead(404).end());
  pages.on('/page', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(html.replaceAll('SITE', pages.origin));
  });
  return pages;
}

function licensed(pages: Pages, path: string, xml: string | Buffer, headers = {}): void {
  pages.on(path, (_, response) => response.writeHead(200, headers).end(xml));
}

const codes = ({ contradictions }: AboutUrl): string[] => contradictions.map(({ code }) => code);

test('everything at once, as plain data', async () => {
  const pages = await siteWith(
    'License: SITE/license.xml\nUser-agent: *\nDisallow: /private\nContent-Usage: train-ai=n\nContent-Signal: search=yes\n',
    '<link rel="canonical" href="/page#top"><meta name="robots" content="noarchive"><meta name="tdm-policy" content="/policy"><meta name=foobot content=nosnippet>',
    {
      'X-Robots-Tag': ['nofollow', 'otherbot: noindex'],
      'Content-Usage': 'search=y',
      'tdm-reservation': '1',
      'Last-Modified': 'Sat, 28 Nov 2026 00:00:00 GMT',
    },
  );
  licensed(pages, '/license.xml', RSL('<permits type="usage">search</permits>'));
  licensed(
    pages,
    '/.well-known/tdmrep.json',
    '[{"location": "/p*e$", "tdm-reservation": 0}, {"location": "/", "tdm-reservation": 1}]',
  );
  const url = `${pages.origin}/page`;
  const about = await newClient().about(url);
  expect(structuredClone(about)).toEqual(about);
  expect(JSON.parse(JSON.stringify(about))).toEqual(about);
  expect(about).toMatchObject({
    url,
    robots: {
      url: `${pages.origin}/robots.txt`,
      allowed: true,
      reason: 'no-matching-rule',
      line: 0,
      rule: null,
      status: 200,
    },
    page: {
      status: 200,
      finalUrl: url,
      redirects: [],
      lastModified: 'Sat, 28 Nov 2026 00:00:00 GMT',
      fault: null,
      directives: { noindex: false, nofollow: true, noarchive: true, nosnippet: true, truncated: false },
      canonical: url,
      isCanonicalAllowed: null,
    },
    usage: {
      contentUsage: {
        categories: {
          'train-ai': { preference: 'disallowed', lines: [4], inHeader: false },
          search: { preference: 'allowed', lines: [], inHeader: true },
        },
      },
      contentSignal: { categories: { search: { preference: 'allowed', lines: [5] } } },
    },
    licenses: [
      {
        source: 'robots.txt',
        line: 1,
        status: 200,
        fault: null,
        uses: {
          search: { outcome: 'permitted' },
          'ai-train': { outcome: 'prohibited', reason: 'not-listed' },
        },
      },
    ],
    tdm: {
      reservation: 1,
      source: 'header',
      policy: '/policy',
      statements: [
        { source: 'file', reservation: 0 },
        { source: 'header', reservation: 1 },
        { source: 'meta', reservation: null },
      ],
      file: { status: 200, fault: null },
    },
    contradictions: [],
  });
  for (const at of [
    about.robots.validatedAt,
    about.page.fetchedAt,
    about.licenses[0]?.fetchedAt,
    about.tdm.file.fetchedAt,
  ])
    expect(at).toBeGreaterThan(1.6e12);
});

describe('a page that the rules refuse', () => {
  const ROBOTS_TXT = 'User-agent: *\nDisallow: /page\nDisallow: /.well-known\n';

  test('is not read, and neither is tdmrep.json', async () => {
    const pages = await siteWith(ROBOTS_TXT, '<meta name=robots content=noindex>');
    const about = await newClient().about(`${pages.origin}/page`);
    expect(pages.visits).toEqual([]);
    expect(about.robots).toMatchObject({ allowed: false, line: 2, rule: 'Disallow: /page' });
    expect(about.page).toMatchObject({ fault: 'disallowed', status: null, directives: null });
    expect(about.tdm).toMatchObject({ reservation: null, file: { fault: 'disallowed' } });
    expect(about.usage).toEqual({ contentUsage: null, contentSignal: null });
    expect(about.contradictions).toEqual([]);
  });

  test('is read for its owner', async () => {
    const pages = await siteWith(ROBOTS_TXT, '<meta name=robots content=noindex>');
    const about = await newClient().about(`${pages.origin}/page`, { ignoreRules: true });
    expect(about.page).toMatchObject({ status: 200, directives: { noindex: true } });
    expect(about.robots.allowed).toBe(false);
    expect(codes(about)).toEqual(['noindex-not-read']);
    expect(about.contradictions[0]?.message).toContain('line 2, Disallow: /page');
  });

  test('its licenses are read, because robots.txt names them', async () => {
    const pages = await siteWith(`License: SITE/l\n${ROBOTS_TXT}`);
    licensed(pages, '/l', RSL('<permits type="usage">all</permits>'));
    expect(codes(await newClient().about(`${pages.origin}/page`))).toEqual(['license-of-refused-page']);
    expect(pages.visits).toEqual(['GET /l']);
  });
});

describe('contradictions', () => {
  test.each<[string, string, string, string, object, string[]]>([
    [
      'noindex and a canonical URL',
      '',
      '<meta name=robots content=noindex><link rel=canonical href=/b>',
      '',
      {},
      ['noindex-with-canonical'],
    ],
    [
      'a canonical URL that is refused',
      '',
      '<link rel=canonical href=/private/b>',
      '',
      {},
      ['canonical-disallowed'],
    ],
    [
      'noindex in a sitemap',
      '',
      '<meta name=robots content=none>',
      '',
      { isInSitemap: true },
      ['noindex-in-sitemap'],
    ],
    [
      'a license against every use',
      '',
      '',
      '<prohibits type="usage">all</prohibits>',
      {},
      ['license-against-every-use'],
    ],
    [
      'a paid license and a preference',
      'Content-Usage: train-ai=n\n',
      '',
      '<permits type="usage">ai-train</permits><payment type="crawl"/>',
      {},
      [],
    ],
    [
      'a free license and a preference',
      'Content-Usage: train-ai=n\n',
      '',
      '<permits type="usage">ai-train</permits>',
      {},
      ['license-against-preference'],
    ],
    [
      'a license and a preference',
      'Content-Signal: ai-train=yes\n',
      '',
      '<prohibits type="usage">ai-train</prohibits>',
      {},
      ['license-against-preference'],
    ],
    [
      'agreement',
      'Content-Usage: train-ai=n, search=y\n',
      '',
      '<permits type="usage">search</permits>',
      { isInSitemap: true },
      [],
    ],
    [
      'what is unknown',
      '',
      '',
      '<permits type="usage">all</permits><permits type="user">personal</permits>',
      {},
      [],
    ],
  ])('%s', async (_, usage, html, elements, options, expected) => {
    const pages = await siteWith(`License: SITE/l\nUser-agent: *\n${usage}Disallow: /private\n`, html);
    licensed(pages, '/l', elements === '' ? '<no/>' : RSL(elements));
    expect(codes(await newClient().about(`${pages.origin}/page`, options))).toEqual(expected);
  });

  test('a page in a sitemap that the rules refuse; licenses that differ', async () => {
    const pages = await siteWith('License: SITE/a\nLicense: SITE/b\nUser-agent: *\nDisallow: /page\n');
    licensed(pages, '/a', RSL('<permits type="usage">search</permits>'));
    licensed(pages, '/b', RSL('<prohibits type="usage">search</prohibits>'));
    const about = await newClient().about(`${pages.origin}/page`, { isInSitemap: true });
    expect(codes(about)).toEqual([
      'disallowed-in-sitemap',
      'license-of-refused-page',
      'license-of-refused-page',
      'licenses-differ',
    ]);
  });
});

describe('licenses', () => {
  test('those of the group replace those for everyone; those of other groups are only listed', async () => {
    const pages = await siteWith(
      'License: SITE/all\n\nUser-agent: FooBot\nLicense: SITE/foo\nAllow: /\n\nUser-agent: Other\nLicense: SITE/other\nAllow: /\n',
    );
    for (const path of ['/all', '/foo', '/other']) licensed(pages, path, RSL(''));
    const client = newClient();
    const licenses = await client.licenses(`${pages.origin}/page`);
    expect(licenses.map(({ line, uses }) => [line, uses?.all.outcome])).toEqual([[4, 'permitted']]);
    expect((await client.about(`${pages.origin}/page`)).licensesOfOthers).toEqual([1, 8]);
    expect((await client.as('*').licenses(pages.origin)).map(({ line }) => line)).toEqual([1]);
    expect(pages.requests.filter((line) => line === 'GET /foo')).toHaveLength(1);
  });

  test('the header Link and the element link name further ones', async () => {
    const pages = await siteWith(
      'User-agent: *\nAllow: /\n',
      '<link rel="license" type="application/rsl+xml" href="/in-page"><link rel=license href=/for-people>',
      {
        Link: '</in-header>; rel="license"; type="application/rsl+xml", </style.css>; rel=preload, <https://a.example/b>; rel=license',
      },
    );
    for (const path of ['/in-header', '/in-page']) licensed(pages, path, RSL(''));
    const { licenses } = await newClient().about(`${pages.origin}/page`);
    expect(licenses.map(({ source, url }) => [source, url])).toEqual([
      ['header', `${pages.origin}/in-header`],
      ['link', `${pages.origin}/in-page`],
    ]);
  });

  test.each<[string, (pages: Pages) => void, string]>([
    ['an HTML page', (pages) => licensed(pages, '/l', '<!doctype html><p>no'), 'license-invalid'],
    [
      'an entity bomb',
      (pages) => licensed(pages, '/l', '<!DOCTYPE rsl [<!ENTITY a "b">]><rsl>&a;</rsl>'),
      'license-invalid',
    ],
    [
      'UTF-16 without an end',
      (pages) => licensed(pages, '/l', Buffer.from('\ufeff<rsl>', 'utf16le')),
      'license-invalid',
    ],
    [
      'no file',
      (pages) => pages.on('/l', (_, response) => response.writeHead(404).end()),
      'unexpected-status',
    ],
    ['a huge file', (pages) => licensed(pages, '/l', Buffer.alloc(3_000_000, ' ')), 'malformed-response'],
    ['a loop', (pages) => pages.on('/l', redirectTo('/l')), 'redirect-loop'],
    [
      'a body that is cut off',
      (pages) =>
        pages.on('/l', (_, response) => {
          response.writeHead(200, { 'content-length': '99' });
          response.write('<rsl', () => response.destroy());
        }),
      'body-cut-off',
    ],
    [
      'a lying coding',
      (pages) => licensed(pages, '/l', RSL(''), { 'content-encoding': 'gzip' }),
      'bad-encoding',
    ],
    [
      'a redirect to another scheme',
      (pages) => pages.on('/l', redirectTo('file:///etc/passwd')),
      'redirect-invalid',
    ],
  ])('%s is a result', async (_, prepare, fault) => {
    const pages = await siteWith('License: SITE/l\nLicense: /relative\nUser-agent: *\nAllow: /\n');
    prepare(pages);
    const licenses = await newClient().licenses(`${pages.origin}/page`);
    expect(licenses.map((one) => one.fault)).toEqual([fault, 'not-a-url']);
    expect(licenses[0]).toMatchObject({ file: null, uses: null, faultMessage: expect.any(String) });
  });

  test('an endless body is left at the limit', async () => {
    const peer = await Peer.start((socket, request) => {
      if (request.startsWith('GET /robots.txt')) {
        const body = `License: ${peer.origin}/l\n`;
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
        return;
      }
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const chunk = Buffer.alloc(65_536, ' ');
      const more = async (): Promise<void> => {
        while (!socket.destroyed) {
          socket.write(chunk);
          await setImmediate();
        }
      };
      void more();
    });
    const [license] = await newClient().licenses(peer.origin);
    expect(license?.fault).toBe('malformed-response');
    await peer.closed();
  });

  test('no more than ten are fetched, each once, and fifty are listed', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `License: SITE/${i}\nLicense: SITE/${i}\n`).join('');
    const pages = await siteWith(`License: /r\n${names}User-agent: *\nAllow: /\n`);
    const licenses = await newClient().licenses(pages.origin);
    const faults = licenses.map(({ fault }) => fault);
    expect(faults).toEqual([
      'not-a-url',
      ...Array(10).fill('license-invalid'),
      ...Array(39).fill('too-many'),
    ]);
    expect(licenses.slice(0, 3).map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(pages.visits).toHaveLength(10);
  });

  test('are kept for ten minutes', async () => {
    const pages = await siteWith('License: SITE/l\nUser-agent: *\nAllow: /\n');
    licensed(pages, '/l', RSL(''));
    let now = 1_800_000_000_000;
    const { setTimeout: set, clearTimeout: clear } = globalThis;
    const client = newClient({
      clock: {
        now: () => now,
        setTimeout: (act, ms) => set(act, ms),
        clearTimeout: (timer) => clear(timer as NodeJS.Timeout),
      },
    });
    const ask = async () => (await client.licenses(pages.origin))[0]?.fetchedAt;
    expect(await ask()).toBe(now);
    now += 599_999;
    expect(await ask()).toBe(now - 599_999);
    now += 1;
    expect(await ask()).toBe(now);
    expect(pages.visits).toEqual(['GET /l', 'GET /l']);
  });
});

describe('the page', () => {
  test('redirects are followed where the rules allow it', async () => {
    const pages = await siteWith('User-agent: *\nDisallow: /private\n', '<meta name=robots content=noindex>');
    pages.on('/old', redirectTo('/page', 301));
    pages.on('/bad', redirectTo('/private/x'));
    pages.on('/loop', redirectTo('/loop'));
    const client = newClient();
    const old = await client.about(`${pages.origin}/old`);
    expect(old.page).toMatchObject({
      status: 200,
      finalUrl: `${pages.origin}/page`,
      directives: { noindex: true },
    });
    expect(old.page.redirects).toEqual([
      { url: `${pages.origin}/old`, status: 301, location: `${pages.origin}/page` },
    ]);
    const bad = await client.about(`${pages.origin}/bad`);
    expect(bad.page).toMatchObject({
      fault: 'disallowed',
      status: null,
      redirects: [{ location: `${pages.origin}/private/x` }],
    });
    expect(pages.visits).not.toContain('GET /private/x');
    expect((await client.about(`${pages.origin}/loop`)).page.fault).toBe('redirect-loop');
  });

  test.each<[string, Record<string, string>, number, boolean]>([
    ['HTML', { 'content-type': 'text/html' }, 200, true],
    ['no type', {}, 200, true],
    ['another type', { 'content-type': 'application/pdf' }, 200, false],
    ['an error page', { 'content-type': 'text/html' }, 404, false],
  ])('%s', async (_, headers, status, isRead) => {
    const pages = await siteWith('User-agent: *\nAllow: /\n');
    pages.on('/x', (_, response) =>
      response
        .writeHead(status, { ...headers, 'x-robots-tag': 'nofollow' })
        .end('<meta name=robots content=noindex>'),
    );
    const { page } = await newClient().about(`${pages.origin}/x`);
    expect(page).toMatchObject({ status, fault: null, directives: { noindex: isRead, nofollow: true } });
  });

  test('a large page is read to the limit of pages', async () => {
    const pages = await siteWith(
      'User-agent: *\nAllow: /\n',
      `<meta name=robots content=nofollow>${'x'.repeat(3_000_000)}<meta name=robots content=noindex>`,
    );
    const { page } = await newClient().about(`${pages.origin}/page`);
    expect(page).toMatchObject({
      fault: null,
      directives: { nofollow: true, noindex: false, truncated: true },
    });
  });

  test.each(['ftp', 'ws'])('a canonical URL by %s is listed, and its site is not asked', async (scheme) => {
    const canonical = `${scheme}://127.0.0.1/b`;
    const pages = await siteWith('', `<link rel=canonical href="${canonical}">`);
    const { page } = await newClient().about(`${pages.origin}/page`);
    expect([page.canonical, page.isCanonicalAllowed]).toEqual([canonical, null]);
  });

  test('a canonical link in the body does not count', async () => {
    const pages = await siteWith(
      'User-agent: *\nAllow: /\n',
      '<body><link rel=canonical href=/other><link rel=license type="application/rsl+xml" href=/l>',
    );
    const about = await newClient().about(`${pages.origin}/page`);
    expect([about.page.canonical, about.licenses]).toEqual([null, []]);
  });

  test('a site that cannot be reached', async () => {
    const about = await newClient().about(`http://127.0.0.1:${CLOSED_PORT}/`);
    expect(about).toMatchObject({
      robots: { allowed: false, deferred: true, fault: 'connect-failed' },
      page: { fault: 'deferred' },
      licenses: [],
      contradictions: [],
    });
  });

  test('no robots.txt', async () => {
    const pages = await siteWith('');
    pages.setRobots(404);
    const about = await newClient().about(`${pages.origin}/page`);
    expect(about).toMatchObject({
      robots: { allowed: true, status: 404 },
      page: { status: 200 },
      usage: { contentSignal: null },
    });
  });
});

describe('TDMRep', () => {
  test.each<[string, string, object]>([
    [
      'the first rule that matches',
      '[{"location": "/p", "tdm-reservation": 1, "tdm-policy": "/a"}, {"location": "/page$", "tdm-reservation": 0}]',
      { reservation: 1, policy: '/a', source: 'file' },
    ],
    [
      'no rule that matches',
      '[{"location": "/other", "tdm-reservation": 1}]',
      { reservation: null, source: null },
    ],
    [
      'another value counts as unset',
      '[{"location": "/", "tdm-reservation": 2}]',
      { reservation: null, source: null },
    ],
    [
      'an object',
      '{"location": "/", "tdm-reservation": 1}',
      { reservation: null, file: { fault: 'not-json' } },
    ],
    ['no JSON', '<html>', { reservation: null, file: { fault: 'not-json' } }],
    [
      'rules that are none',
      '[null, 1, {"location": 1}, {"location": "/", "tdm-reservation": "1"}]',
      { reservation: 1 },
    ],
    [
      'values of which no text can be made',
      '[{"location": "/", "tdm-reservation": {"toString": 1}, "tdm-policy": "/a"}]',
      { reservation: null, policy: '/a', file: { fault: null } },
    ],
    [
      'values that are nested deep',
      `[{"location": "/", "tdm-reservation": 1, "tdm-policy": ${'['.repeat(200_000)}${']'.repeat(200_000)}}]`,
      { reservation: 1, policy: null, file: { fault: null } },
    ],
  ])('%s', async (_, body, expected) => {
    const pages = await siteWith('User-agent: *\nAllow: /\n');
    licensed(pages, '/.well-known/tdmrep.json', body);
    expect((await newClient().about(`${pages.origin}/page`)).tdm).toMatchObject(expected);
  });

  test('the meta element replaces the header, and it the file', async () => {
    const pages = await siteWith('User-agent: *\nAllow: /\n', '<meta name="TDM-Reservation" content="0">', {
      'tdm-reservation': '1',
    });
    licensed(pages, '/.well-known/tdmrep.json', '[{"location": "/", "tdm-reservation": 1}]');
    const { tdm } = await newClient().about(`${pages.origin}/page`);
    expect(tdm).toMatchObject({ reservation: 0, source: 'meta' });
    expect(tdm.statements.map(({ source, text }) => [source, text])).toEqual([
      ['file', '{"location":"/","tdm-reservation":1}'],
      ['header', '1'],
      ['meta', '0'],
    ]);
  });
});

describe('a question', () => {
  test('refuses what is no http URL', async () => {
    const client = newClient();
    await expect(client.about('ftp://example.com/')).rejects.toThrow(/http or https/);
    await expect(client.about('/page')).rejects.toThrow(TypeError);
    await expect(client.about('https://example.com/', { ignoreRules: 1 } as never)).rejects.toThrow(
      /ignoreRules/,
    );
  });

  test('ends with its signal, and with the client; another one that waits for the same file goes on', async () => {
    const pages = await siteWith('License: SITE/l\nUser-agent: *\nAllow: /\n');
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      pages.on('/l', (_, response) => {
        answer = () => response.end(RSL(''));
        resolve();
      });
    });
    const client = newClient();
    const controller = new AbortController();
    const first = client.licenses(pages.origin, { signal: controller.signal });
    const second = client.licenses(pages.origin);
    await asked;
    controller.abort('enough');
    await expect(first).rejects.toBe('enough');
    answer();
    expect((await second).map(({ fault }) => fault)).toEqual([null]);
  });

  test('close ends what is in progress', async () => {
    const pages = await siteWith('User-agent: *\nAllow: /\n');
    const client = newClient();
    const asked = new Promise<void>((resolve) => pages.on('/page', () => resolve()));
    const about = client.about(`${pages.origin}/page`);
    await Promise.all([
      asked,
      expect(about).rejects.toMatchObject({ code: 'client-closed' }),
      asked.then(() => client.close()),
    ]);
  });
});
