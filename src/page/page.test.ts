/** `pageDirectives`: directives in the header and in meta elements, which crawlers they apply to, and how they are merged. */
import { expect, test } from 'vitest';
import { type PageDirectives, type PageDirectivesOptions, pageDirectives } from './index.js';

const AGENT = { agents: 'ExampleBot' };

function read(given: Omit<PageDirectivesOptions, 'agents' | 'crawler'>): Promise<PageDirectives> {
  return pageDirectives({ ...AGENT, ...given });
}

/** The directives of an `X-Robots-Tag`, with the crawler they are for: `googlebot: max-snippet: 5`. */
async function inHeader(value: string, agents: string | string[] = 'ExampleBot'): Promise<string[]> {
  const { directives } = await pageDirectives({ agents, headers: { 'X-Robots-Tag': value } });
  return directives.map(({ agent, name, value: of, reading }) =>
    [agent, name, of, reading === 'known' ? null : reading].filter((part) => part !== null).join('|'),
  );
}

const metaOf = (content: string, name = 'robots') => `<meta name="${name}" content="${content}">`;

test('a page without directives forbids nothing', async () => {
  expect(await read({ headers: {}, html: '<title>a page</title>' })).toEqual({
    noindex: false,
    nofollow: false,
    indexifembedded: false,
    nosnippet: false,
    noarchive: false,
    nocache: false,
    notranslate: false,
    noimageindex: false,
    noai: false,
    noimageai: false,
    maxSnippet: null,
    maxImagePreview: null,
    maxVideoPreview: null,
    unavailableAfter: null,
    directives: [],
    links: [],
    canonical: null,
    licenses: [],
    tdm: { reservation: null, policy: null },
    contentUsage: [],
    truncated: false,
  });
});

test.each([
  ['noindex', { noindex: true, nofollow: false }],
  ['NONE', { noindex: true, nofollow: true }],
  ['all, index, follow', { noindex: false, nofollow: false }],
  ['index, noindex', { noindex: true }],
  ['indexifembedded', { noindex: false, indexifembedded: false }],
  ['noindex,indexifembedded', { noindex: true, indexifembedded: true }],
  ['max-snippet:50, nosnippet', { nosnippet: true, maxSnippet: 0, maxVideoPreview: 0 }],
  ['max-snippet:0', { nosnippet: true, maxSnippet: 0, maxVideoPreview: null }],
  ['max-snippet:-1, max-snippet: 20, max-snippet:30', { nosnippet: false, maxSnippet: 20 }],
  ['max-snippet:-1', { maxSnippet: null }],
  ['max-snippet, max-snippet:, max-snippet:-2, max-snippet: ten', { maxSnippet: null }],
  ['max-image-preview:large, MAX-IMAGE-PREVIEW:Standard', { maxImagePreview: 'standard' }],
  ['max-image-preview:huge', { maxImagePreview: null }],
  ['max-image-preview:none, max-image-preview:large', { maxImagePreview: 'none' }],
  ['max-video-preview:0', { maxVideoPreview: 0 }],
  [
    'noarchive, nocache, notranslate, noimageindex, noai, noimageai',
    { noarchive: true, nocache: true, notranslate: true, noimageindex: true, noai: true, noimageai: true },
  ],
  ['unavailable_after: 2020-09-21', { unavailableAfter: Date.UTC(2020, 8, 21) }],
  [
    'unavailable_after: 2021-01-01, unavailable_after: 2020-01-01',
    { unavailableAfter: Date.UTC(2020, 0, 1) },
  ],
  ['unavailable_after: soon', { unavailableAfter: null }],
])('%s, in the header or in a meta element', async (content, expected) => {
  expect(await read({ headers: { 'x-robots-tag': content } })).toMatchObject(expected);
  expect(await read({ html: metaOf(content) })).toMatchObject(expected);
});

test('directives of the header and of meta elements are merged', async () => {
  const headers = new Headers([
    ['X-Robots-Tag', 'max-snippet: 20'],
    ['X-Robots-Tag', 'nofollow'],
  ]);
  const html = metaOf('max-snippet:30') + metaOf('noindex', 'ExampleBot') + metaOf('noarchive', 'other');
  const expected = { noindex: true, nofollow: true, noarchive: false, maxSnippet: 20 };
  expect(await read({ headers, html })).toMatchObject(expected);
});

test('in the header, a crawler name applies to all directives up to the next name', async () => {
  const value = 'nofollow, googlebot: noindex, max-snippet: 5, OtherBot: noarchive, nocache';
  expect(await inHeader(value)).toEqual(['nofollow']);
  expect(await inHeader(value, 'Googlebot')).toEqual([
    'nofollow',
    'googlebot|noindex',
    'googlebot|max-snippet|5',
  ]);
  expect(await inHeader(value, 'otherbot/1.0')).toEqual([
    'nofollow',
    'otherbot|noarchive',
    'otherbot|nocache',
  ]);
  expect(await inHeader('googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST', 'googlebot')).toEqual([
    'googlebot|unavailable_after|25 Jun 2010 15:00:00 PST',
  ]);
  expect(await inHeader('googlebot:, noindex')).toEqual([]);
});

test.each([
  ['a Map', new Map([['X-Robots-Tag', 'noindex']])],
  ['a Map with names in lower case', new Map([['x-robots-tag', 'noindex']])],
  ['a generator', [['X-ROBOTS-TAG', 'noindex'] as const].values()],
  ['Headers', new Headers({ 'X-Robots-Tag': 'noindex' })],
  ['what has a get alone', { get: (name: string) => (name === 'x-robots-tag' ? 'noindex' : null) }],
])('headers can be %s', async (_, headers) => {
  expect(await read({ headers })).toMatchObject({ noindex: true });
});

test('repeated header fields stay separate if the headers keep them apart', async () => {
  const values = ['googlebot: nofollow', 'noindex'];
  const apart = { 'x-robots-tag': values };
  expect(await read({ headers: apart })).toMatchObject({ noindex: true });
  expect(await read({ headers: values.map((value) => ['X-ROBOTS-TAG', value] as const) })).toMatchObject({
    noindex: true,
  });
  // Joined by commas, they cannot be told from one field.
  expect(await inHeader(values.join(', '))).toEqual([]);
});

test('a comma within a date does not separate directives', async () => {
  const dates =
    'unavailable_after: Friday, 25-Jun-10 15:00:00 GMT, noarchive, unavailable_after: Sat, 26 Jun 2010 15:00 PST, x';
  expect(await inHeader(dates)).toEqual([
    'unavailable_after|Friday, 25-Jun-10 15:00:00 GMT',
    'noarchive',
    'unavailable_after|Sat, 26 Jun 2010 15:00 PST',
    'x|unknown',
  ]);
  expect(await inHeader('a: unavailable_after: Friday, 25-Jun-10 15:00:00 GMT', 'a')).toEqual([
    'a|unavailable_after|Friday, 25-Jun-10 15:00:00 GMT',
  ]);
  expect(await inHeader('unavailable_after: Friday, noindex')).toEqual([
    'unavailable_after|Friday|invalid',
    'noindex',
  ]);
});

test('unknown and malformed directives are kept', async () => {
  expect(await inHeader('noml, no index, noindex: 1, two words: noindex,, ,')).toEqual([
    'noml|unknown',
    'no index|unknown',
    'noindex|1|invalid',
    'two words|noindex|unknown',
  ]);
});

test('a directive for any token of a registered crawler applies to it, and one for another token does not', async () => {
  const html = metaOf('nofollow') + metaOf('noindex', 'googlebot') + metaOf('noarchive', 'Googlebot-News');
  const of = (crawler: string) => pageDirectives({ crawler, html });
  expect(await of('Googlebot')).toMatchObject({ nofollow: true, noindex: true, noarchive: false });
  expect(await of('Googlebot-News')).toMatchObject({ nofollow: true, noindex: true, noarchive: true });
  // It does not obey directives for every crawler.
  expect(await of('AdsBot-Google')).toMatchObject({ nofollow: false, noindex: false });
  const bing = await pageDirectives({ crawler: 'bingbot', html: metaOf('noindex', 'msnbot') });
  expect(bing.noindex).toBe(true);
});

test('the list of directives is bounded, but all of them count, and the first that disallows something is listed', async () => {
  const values = Array.from({ length: 10_000 }, (_, i) => [
    `directive-${i}`,
    'noindex',
    `max-snippet: ${i + 1}`,
  ]);
  const { directives, noindex, maxSnippet } = await read({
    headers: { 'x-robots-tag': [...Array.from({ length: 1000 }, () => 'noml'), ...values.flat(), 'none'] },
  });
  expect(directives.slice(1000).map(({ name }) => name)).toEqual(['noindex', 'none']);
  expect(maxSnippet).toBe(1);
  expect(noindex).toBe(true);
});

test('links have their targets, and whether they are to be followed', async () => {
  const html =
    '<base href="/base/"><base href="/other/"><a href="a?x=1&amp;y=2#f">a</a><a name=b>b</a>' +
    '<map><AREA HREF=//example.org/ REL="Sponsored NOFOLLOW"></map><a href="http://[">c</a><template><a href=d>d</a></template>';
  const { links } = await read({ html, links: true, url: 'https://example.com/page' });
  expect(links).toEqual([
    {
      element: 'a',
      href: 'a?x=1&y=2#f',
      url: 'https://example.com/base/a?x=1&y=2',
      rel: [],
      nofollow: false,
    },
    {
      element: 'area',
      href: '//example.org/',
      url: 'https://example.org/',
      rel: ['sponsored', 'nofollow'],
      nofollow: true,
    },
    { element: 'a', href: 'http://[', url: null, rel: [], nofollow: false },
  ]);
  const all = await read({ html: `<a href=b>b</a>${metaOf('nofollow')}`, links: true });
  expect(all.links).toMatchObject([{ href: 'b', url: null, nofollow: true }]);
  expect((await read({ html })).links).toEqual([]);
});

test('reading ends at the limits', async () => {
  const html = `<a href=a></a><a href=b></a>${metaOf('noindex')}`;
  expect(await read({ html, links: true, maxLinks: 1 })).toMatchObject({ noindex: false, truncated: true });
  expect(await read({ html, links: true, maxLinks: 2 })).toMatchObject({ noindex: true, truncated: false });
  expect(await read({ html, maxOctets: html.length - 1 })).toMatchObject({ noindex: false, truncated: true });
  expect(await read({ html, maxOctets: html.length })).toMatchObject({ noindex: true, truncated: false });
});

test('within the head, reading ends where the body begins', async () => {
  const body = metaOf('nofollow');
  const within = async (html: string) => {
    const { noindex, nofollow, truncated } = await read({
      html: metaOf('noindex') + html + body,
      within: 'head',
    });
    expect(truncated).toBe(false);
    expect(noindex).toBe(true);
    return nofollow ? 'head' : 'body';
  };
  for (const html of ['</head>', '<body>', '<p>', 'text', '</title></html>', '<svg></svg>', '</br>']) {
    expect([html, await within(html)]).toEqual([html, 'body']);
  }
  for (const html of [
    '<title>t <p></title>',
    ' \n',
    '</p>',
    '<script>a<p></script>',
    '<template>a<p></template>',
    '<!-- a -->',
  ]) {
    expect([html, await within(html)]).toEqual([html, 'head']);
  }
});

test('an endless source is cancelled at the limit, or when the signal aborts', async () => {
  let cancelled = 0;
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
      cancel: () => {
        cancelled++;
      },
    });
  expect(await read({ html: endless() })).toMatchObject({ truncated: true });
  expect(cancelled).toBe(1);
  const abortion = new AbortController();
  abortion.abort('enough');
  await expect(read({ html: endless(), signal: abortion.signal })).rejects.toBe('enough');
  expect(cancelled).toBe(2);
});

test('the error for a bad argument names it', async () => {
  await expect(pageDirectives({} as never)).rejects.toThrow('agents');
  await expect(read({ headers: 'noindex' as never })).rejects.toThrow('headers is "noindex"; a Headers');
  await expect(read({ headers: [['a']] as never })).resolves.toMatchObject({ noindex: false });
  await expect(read({ headers: ['a'] as never })).rejects.toThrow('a field of headers is "a"; a pair');
  await expect(read({ html: 1 as never })).rejects.toThrow('html is 1; a Response');
  await expect(read({ within: 'body' as never })).rejects.toThrow('within is "body"; one of "head", "page"');
  await expect(read({ maxOctets: 0 })).rejects.toThrow(RangeError);
  await expect(read({ html: ['a'] as never })).rejects.toMatchObject({ code: 'source-type' });
});
