/** RFC 9309 §2.2.4: records that the protocol does not define. */
import { describe, expect, test } from 'vitest';
import { parseSync } from '../../src/core.js';
import { describeRequirement } from './cite.js';
import { groupsOf, judgeUnder, read } from './judging.js';

const judge = judgeUnder('rfc9309');

describeRequirement('2.2.4-interpret', () => {
  const document = read(
    'user-agent: *\ncrawl-delay: 5\nfoo: bar\ndisallow: /a\nsitemap: https://example.com/a.xml\nSiteMap:https://example.com/b.xml # c',
  );

  test('sitemaps, in order, in any letter case', () => {
    expect(document.sitemaps.map(({ url }) => url)).toEqual([
      'https://example.com/a.xml',
      'https://example.com/b.xml',
    ]);
  });

  test('records that other documents define', () => {
    expect(document.crawlDelay('FooBot')).toBe(5);
    expect(document.records('Foo').map(({ value }) => value.text)).toEqual(['bar']);
  });
});

describeRequirement('2.2.4-lenient', () => {
  test.each(['site-map', 'Site-Map', 'sitemap '])('%j is sitemap', (field) => {
    const { sitemaps } = read(`${field}: https://example.com/a.xml`);
    expect(sitemaps.map(({ url }) => url)).toEqual(['https://example.com/a.xml']);
  });

  test('a value that cannot be read is kept and reported', () => {
    const document = read('user-agent: *\ncrawl-delay: soon\nsitemap: /a.xml\nallow: /');
    expect(document.crawlDelay('FooBot')).toBeUndefined();
    expect(document.records('crawl-delay').map(({ value }) => value.text)).toEqual(['soon']);
    expect(document.sitemaps.map(({ url }) => url)).toEqual(['/a.xml']);
    expect(document.diagnostics.map(({ code }) => code)).toEqual([
      'invalid-extension-value',
      'sitemap-not-absolute',
    ]);
  });
});

const OTHER_LINES = [
  'sitemap: https://example.com/sitemap.xml',
  'sitemap:',
  'crawl-delay: 5',
  'request-rate: 1/5',
  'visit-time: 0600-0845',
  'host: example.com',
  'clean-param: a /b',
  'content-signal: search=yes',
  'noindex: /',
  'foo: bar',
  'foo:',
  ': bar',
  'foo',
  'disallowed: /',
  'allow-all: /',
  'user-agents: BarBot',
  'foo: user-agent: BarBot',
  'foo: disallow: /',
  '<html>',
  '<a href="disallow: /">',
];

describeRequirement('2.2.4-no-interference', () => {
  const LINES = [
    'user-agent: FooBot',
    'user-agent: BarBot',
    'disallow: /a',
    'allow: /a/b',
    'user-agent: *',
    'disallow: /',
  ];

  /** The verdicts for some callers and URLs, without line numbers. */
  function decisions(lines: readonly string[]) {
    return ['FooBot', 'BarBot', 'BazBot'].flatMap((agent) =>
      ['/', '/a', '/a/b', '/b'].map((url) => {
        const { allowed, reason, rule, groupCount } = parseSync(lines.join('\n'))
          .matcher({ agents: agent })
          .check(url);
        return {
          agent,
          url,
          allowed,
          reason,
          groupCount,
          directive: rule?.directive,
          pattern: rule?.pattern,
        };
      }),
    );
  }

  test.each(OTHER_LINES)('%s: anywhere in the file', (line) => {
    for (let at = 0; at <= LINES.length; at++) {
      expect(decisions([...LINES.slice(0, at), line, ...LINES.slice(at)])).toEqual(decisions(LINES));
    }
    expect(decisions(LINES.flatMap((own) => [line, own, line]))).toEqual(decisions(LINES));
  });
});

describeRequirement('2.2.4-sitemap', () => {
  describe.each(['sitemap: https://example.com/sitemap.xml', 'site-map: https://example.com/sitemap.xml'])(
    '%s',
    (line) => {
      test('between user-agent lines', () => {
        const body = `user-agent: FooBot\n${line}\nuser-agent: BarBot\ndisallow: /a`;
        expect(groupsOf(body)).toEqual([[['FooBot', 'BarBot'], [4]]]);
        expect(judge(body, '/a')).toBe('disallow 4');
      });

      test('between user-agent line and rules', () => {
        expect(judge(`user-agent: FooBot\n${line}\ndisallow: /a`, '/a')).toBe('disallow 3');
      });

      test('between rules', () => {
        const body = `user-agent: FooBot\ndisallow: /a\n\n${line}\n\ndisallow: /b`;
        expect(groupsOf(body)).toEqual([[['FooBot'], [2, 6]]]);
        expect(judge(body, '/b')).toBe('disallow 6');
      });
    },
  );
});
