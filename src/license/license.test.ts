/** License files of RSL 1.0: what is read, what is refused, and what a file says about a use. Sections are those of RSL-SPEC-1.0. */
import { describe, expect, test } from 'vitest';
import {
  LICENSE_USES,
  type LicensedUseOptions,
  type LicenseUse,
  licensedUse,
  licensedUses,
  readLicense,
} from './index.js';

const NS = 'xmlns="https://rslstandard.org/rsl"';
const SITE = 'https://example.com';

/** A file with one `content` for each pair of a URL and licenses. */
const rsl = (...contents: readonly (readonly [url: string, licenses: string])[]): string =>
  `<?xml version="1.0"?>\n<rsl ${NS}>\n${contents
    .map(([url, licenses]) => `<content url="${url}">\n${licenses}\n</content>`)
    .join('\n')}\n</rsl>`;

const permits = (tokens: string, type = 'usage'): string => `<permits type="${type}">${tokens}</permits>`;
const prohibits = (tokens: string, type = 'usage'): string =>
  `<prohibits type="${type}">${tokens}</prohibits>`;
const license = (...parts: string[]): string => `<license>${parts.join('')}</license>`;

async function said(
  xml: string,
  use: LicenseUse,
  path = '/articles/1',
  options: LicensedUseOptions = {},
): Promise<string> {
  const { outcome, reason, element, line } = licensedUse(await readLicense(xml), SITE + path, use, options);
  return `${outcome}: ${reason} ${element} ${line}`;
}

describe('the data of a file', () => {
  test('every element', async () => {
    const file = await readLicense(`<rsl ${NS} max-age="7" xmlns:x="urn:x">
      <content url="/a*b$" server="https://licenses.example" lastmod="2026-10-01T00:00:00Z">
        <license>
          <permits type="usage">search ai-input</permits>
          <prohibits type="geo">cn eu</prohibits>
          <payment type="crawl"><standard>https://creativecommons.org/licenses/by/4.0/</standard>
            <custom>/ask</custom><amount currency="USD">0.015</amount><accepts type="application/x402+json"><![CDATA[{}]]></accepts></payment>
          <reporting type="telemetry" profile="https://profiles.example/t"/>
          <x:extension>ignored</x:extension>
        </license>
        <terms>https://example.com/terms</terms>
      </content>
    </rsl>`);
    expect(file).toEqual({
      maxAgeDays: 7,
      problems: [],
      contents: [
        {
          line: 2,
          url: '/a*b$',
          server: 'https://licenses.example',
          lastModified: '2026-10-01T00:00:00Z',
          terms: 'https://example.com/terms',
          licenses: [
            {
              line: 3,
              permits: { usage: { line: 4, tokens: ['search', 'ai-input'] } },
              prohibits: { geo: { line: 5, tokens: ['CN', 'EU'] } },
              payment: {
                line: 6,
                type: 'crawl',
                standard: 'https://creativecommons.org/licenses/by/4.0/',
                custom: '/ask',
                amount: '0.015 USD',
                accepts: 'application/x402+json',
              },
              reporting: ['telemetry'],
              isUnderstood: true,
            },
          ],
        },
      ],
    });
    expect(structuredClone(file)).toEqual(file);
  });

  test.each([
    [
      'a prefix',
      `<r:rsl xmlns:r="https://rslstandard.org/rsl"><r:content url="/"><r:license/></r:content></r:rsl>`,
    ],
    [
      'a feed',
      `<rss xmlns:rsl="https://rslstandard.org/rsl"><channel><item><rsl:content url="/"><rsl:license/></rsl:content></item></channel></rss>`,
    ],
    ['UTF-16', Buffer.from(`\ufeff<rsl ${NS}><content url="/"><license/></content></rsl>`, 'utf16le')],
    [
      'UTF-16 without a mark',
      Buffer.from(`<rsl ${NS}><content url="/"><license/></content></rsl>`, 'utf16le'),
    ],
    ['a byte order mark', Buffer.from(`\ufeff<rsl ${NS}><content url="/"><license/></content></rsl>`)],
    [
      'Latin-1',
      Buffer.from(
        `<?xml version="1.0" encoding='iso-8859-1'?><rsl ${NS}><!-- \u00e9 --><content url="/"><license/></content></rsl>`,
        'latin1',
      ),
    ],
    ['CR LF', `<rsl ${NS}>\r\n<content url="/">\r\n<license/></content></rsl>`],
  ])('%s', async (_, source) => {
    const { contents } = await readLicense(source);
    expect(contents.map(({ url, licenses }) => [url, licenses.length])).toEqual([['/', 1]]);
  });

  test('lines count those of the file', async () => {
    const { contents } = await readLicense(
      `<rsl ${NS}>\r\n\r\n<!-- \u00fc\u{1f600}\n --><content url="/"\n/><content url="/b"/></rsl>`,
    );
    expect(contents.map(({ line }) => line)).toEqual([4, 5]);
  });

  test('problems', async () => {
    const { problems, contents } = await readLicense(`<rsl ${NS}><foo/>
      <content><license><permit>all</permit></license></content>
      <content url="/"/>
      <content url="/"><license><permits>all</permits><permits type="usage">a</permits><permits type="usage">b</permits></license></content>
    </rsl>`);
    expect(problems).toEqual([
      { line: 1, message: '<foo> is no element of <rsl>' },
      { line: 2, message: 'content has no attribute url' },
      { line: 2, message: '<permit> is no element of <license>' },
      { line: 3, message: 'content has no element <license>' },
      { line: 4, message: 'permits has the type ""' },
      { line: 4, message: 'a second permits has the type "usage"' },
    ]);
    expect(contents.flatMap(({ licenses }) => licenses.map(({ isUnderstood }) => isUnderstood))).toEqual([
      false,
      false,
    ]);
  });
});

describe('what is refused', () => {
  const entities = Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
    '',
  );
  test.each<[string, string | Uint8Array, RegExp]>([
    ['text', 'hello', /Root element is missing/],
    ['nothing', '', /Root element is missing/],
    ['a page', '<!doctype html><html><body><p>no<br></body></html>', /XML that can be read|document type/],
    ['well-formed HTML', '<html><body/></html>', /line 1: the file begins with <html>/],
    ['no namespace', '<rsl><content url="/"/></rsl>', /namespace ""/],
    ['another namespace', '<rsl xmlns="http://rslstandard.org/rsl"/>', /namespace "http:/],
    ['an unknown prefix', '<rsl:rsl/>', /namespace ""/],
    ['an entity bomb', `<!DOCTYPE rsl [<!ENTITY e0 "x">${entities}]><rsl ${NS}>&e20;</rsl>`, /isn't defined/],
    ['an external entity', `<!DOCTYPE rsl SYSTEM "file:///etc/passwd"><rsl ${NS}/>`, /document type/],
    ['an unknown entity', `<rsl ${NS}>&nbsp;</rsl>`, /isn't defined/],
    ['no end', `<rsl ${NS}><content url="/">`, /Missing end tag/],
    ['two attributes of a name', `<rsl ${NS}><content url="/" url="/b"/></rsl>`, /Duplicate attribute/],
    ['depth', `<rsl ${NS}>${'<a>'.repeat(40)}${'</a>'.repeat(40)}</rsl>`, /32 deep/],
    ['depth beyond the stack', '<a>'.repeat(300_000), /32 deep/],
    ['many elements', `<rsl ${NS}>${'<a/>'.repeat(50_001)}</rsl>`, /50000 elements/],
    ['octets', `<rsl ${NS}>${' '.repeat(1 << 20)}</rsl>`, /1048576 octets/],
    ['octets that are no UTF-8', Uint8Array.of(0x3c, 0xff, 0x3e), /encoding utf-8/],
    ['an encoding that does not exist', '<?xml version="1.0" encoding="x-none"?><rsl/>', /encoding x-none/],
  ])('%s', async (_, source, message) => {
    await expect(readLicense(source)).rejects.toMatchObject({
      code: 'license-invalid',
      message: expect.stringMatching(message),
    });
  });

  test('an endless source is cancelled at the limit', async () => {
    let chunks = 0;
    async function* endless(): AsyncGenerator<Uint8Array, void> {
      for (;;) {
        chunks++;
        yield new Uint8Array(1000).fill(0x20);
      }
    }
    await expect(readLicense(endless(), { maxOctets: 10_000 })).rejects.toThrow('more than 10000 octets');
    expect(chunks).toBe(11);
  });

  test('an aborted signal', async () => {
    await expect(readLicense('<rsl/>', { signal: AbortSignal.abort('over') })).rejects.toBe('over');
  });
});

describe('what a file says about a use', () => {
  test.each<[string, string, LicenseUse, string]>([
    ['search alone', permits('search'), 'search', 'permitted: permits permits 4'],
    ['search alone', permits('search'), 'ai-train', 'prohibited: not-listed permits 4'],
    ['search alone', permits('search'), 'all', 'prohibited: not-listed permits 4'],
    ['a broader use', permits('all'), 'ai-train', 'permitted: permits permits 4'],
    ['a broader use', permits('ai-all'), 'search', 'prohibited: not-listed permits 4'],
    ['no AI', prohibits('ai-all'), 'ai-input', 'prohibited: prohibits prohibits 4'],
    ['no AI', prohibits('ai-all'), 'search', 'permitted: not-prohibited license 4'],
    ['a part is prohibited', prohibits('ai-train'), 'ai-all', 'prohibited: prohibits prohibits 4'],
    [
      'a part is prohibited',
      permits('all') + prohibits('ai-train'),
      'all',
      'prohibited: prohibits prohibits 4',
    ],
    ['a narrower use', prohibits('ai-all') + permits('ai-train'), 'ai-train', 'permitted: permits permits 4'],
    [
      'a narrower use',
      prohibits('ai-train') + permits('all'),
      'ai-train',
      'prohibited: prohibits prohibits 4',
    ],
    ['both', prohibits('ai-train') + permits('ai-train'), 'ai-train', 'prohibited: prohibits prohibits 4'],
    ['commas, as in the draft', permits('search, ai-train'), 'ai-train', 'permitted: permits permits 4'],
    ['a name of the draft', permits('train-ai'), 'ai-train', 'permitted: permits permits 4'],
    ['no element', '', 'ai-train', 'permitted: not-prohibited license 4'],
    ['tokens that are not known', permits('x:mine dream'), 'ai-train', 'prohibited: not-listed permits 4'],
    ['an element that is not known', '<permit/>', 'ai-train', 'unknown: not-understood license 4'],
    [
      'an element that is not known, and a prohibition',
      `<permit/>${prohibits('all')}`,
      'search',
      'prohibited: prohibits prohibits 4',
    ],
    ['users', permits('all') + permits('education', 'user'), 'search', 'unknown: depends-on-user permits 4'],
    ['countries', prohibits('US', 'geo'), 'search', 'unknown: depends-on-place prohibits 4'],
  ])('%s: %s for %s', async (_, elements, use, expected) => {
    expect(await said(rsl(['/', license(elements)]), use)).toBe(expected);
  });

  test('the user and the country, if the question names them', async () => {
    const xml = rsl(['/', license(permits('education', 'user'), prohibits('CN', 'geo'))]);
    const outcomes = [
      { user: 'education', geo: 'de' } as const,
      { user: 'education', geo: 'CN' } as const,
      { user: 'commercial', geo: 'DE' } as const,
      { user: 'education' } as const,
    ].map((options) => said(xml, 'search', '/', options));
    expect((await Promise.all(outcomes)).map((text) => text.split(' ', 2).join(' '))).toEqual([
      'permitted: not-prohibited',
      'prohibited: not-listed',
      'prohibited: not-listed',
      'unknown: depends-on-place',
    ]);
  });

  test('section 3.1.2: a narrower path decides', async () => {
    const xml = rsl(['/', license(permits('all'))], ['/articles/', license(prohibits('ai-train'))]);
    expect(await said(xml, 'ai-train')).toBe('prohibited: prohibits prohibits 7');
    expect(await said(xml, 'search')).toBe('permitted: not-prohibited license 7');
    expect(await said(xml, 'ai-train', '/other')).toBe('permitted: permits permits 4');
  });

  test('a narrower path and a narrower use that say otherwise: RSL leaves it open', async () => {
    const xml = rsl(['/articles/', license(permits('all'))], ['/', license(prohibits('ai-train'))]);
    expect(await said(xml, 'ai-train')).toBe('unknown: scopes-cross prohibits 7');
    expect(await said(xml, 'search')).toBe('permitted: permits permits 4');
    const reverse = rsl(['/articles/', license(prohibits('ai-all'))], ['/', license(permits('ai-train'))]);
    expect(await said(reverse, 'ai-train')).toBe('prohibited: prohibits prohibits 4');
  });

  test.each<[string, boolean | null]>([
    ['/', true],
    ['/articles', true],
    ['/articles/1$', true],
    ['/articles/$', false],
    ['/*/1', true],
    ['*', true],
    ['/Articles', false],
    ['https://example.com', true],
    ['https://example.com/', true],
    ['HTTPS://EXAMPLE.com:443/art*', true],
    ['http://example.com/', false],
    ['https://www.example.com/', false],
    ['https://example.com/other', false],
    ['//example.com/', null],
    ['https://*.example.com/', null],
    ['', null],
    ['articles', null],
  ])('section 3.3: the URL %j', async (url, isAbout) => {
    expect(await said(rsl([url, license(permits('all'))]), 'search')).toMatch(
      isAbout === null
        ? /unknown: unclear-scope content 3/
        : isAbout
          ? /^permitted/
          : /unknown: no-content null null/,
    );
  });

  test('each license that permits a use is an offer', async () => {
    const file = await readLicense(
      rsl([
        '/',
        license(permits('ai-train'), '<payment type="subscription"><custom>/ask</custom></payment>') +
          license(permits('ai-train search'), '<payment type="attribution"/>') +
          license(permits('search')),
      ]),
    );
    const { offers } = licensedUse(file, SITE, 'train-ai');
    expect(offers.map(({ line, payment }) => [line, payment.type, payment.custom])).toEqual([
      [4, 'subscription', '/ask'],
      [4, 'attribution', null],
    ]);
    expect(licensedUse(file, SITE, 'search').offers.map(({ payment }) => payment.type)).toEqual([
      'attribution',
      'free',
    ]);
    expect(licensedUse(file, SITE, 'ai-use')).toMatchObject({ outcome: 'prohibited', offers: [] });
  });

  test('many namespaces, and many elements that declare one, take time with their sum', async () => {
    const prefixes = Array.from({ length: 10_000 }, (_, i) => `xmlns:n${i}="u"`).join(' ');
    const file = await readLicense(
      `<rsl ${NS} ${prefixes}>${'<a xmlns:z="q"/>'.repeat(20_000)}<z:content url="/"/><content url="/"/></rsl>`,
    );
    expect(file.contents).toHaveLength(1);
  });

  test('all uses at once', async () => {
    const file = await readLicense(
      rsl(['/', license(permits('search'))], ['/a', license(prohibits('ai-all'))]),
    );
    for (const path of ['/', '/a']) {
      const uses = licensedUses(file, SITE + path);
      for (const use of LICENSE_USES) expect(uses[use]).toEqual(licensedUse(file, SITE + path, use));
    }
  });

  test('hostile patterns are bounded', async () => {
    const pattern = `/${'*a'.repeat(2000)}b`;
    const xml = rsl(...Array.from({ length: 200 }, () => [pattern, license(permits('all'))] as const));
    expect(await said(xml, 'search', `/${'a'.repeat(8000)}`)).toMatch(/no-content/);
  });

  test('arguments', async () => {
    const file = await readLicense(rsl(['/', license()]));
    expect(() => licensedUse(file, '/path', 'search')).toThrow(/url is "\/path"/);
    expect(() => licensedUse(file, SITE, 'toString' as LicenseUse)).toThrow(/one of all, ai-all/);
    expect(() => licensedUse({} as never, SITE, 'search')).toThrow(/what readLicense\(\) gives/);
    const handMade = (content: object) => () => licensedUse({ contents: [content] } as never, SITE, 'search');
    expect(handMade({})).toThrow(/^file\.contents\[0\] is .*; a content of what readLicense/);
    expect(handMade({ url: '/', licenses: [{}] })).toThrow(/^file\.contents\[0\] is /);
    expect(licensedUse(JSON.parse(JSON.stringify(file)), SITE, 'search')).toEqual(
      licensedUse(file, SITE, 'search'),
    );
    expect(() => licensedUse(file, SITE, 'search', { user: 'x' as never })).toThrow(/user/);
  });
});
