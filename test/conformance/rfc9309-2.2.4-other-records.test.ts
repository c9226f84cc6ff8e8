/** RFC 9309 §2.2.4: records that the protocol does not define. The verdicts are in `conformance/rfc9309/2.2.4-other-records.json`. */
import { expect, test } from 'vitest';
import { describeRequirement } from './cite.js';
import { groupsOf, read } from './judging.js';

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

describeRequirement('2.2.4-sitemap', () => {
  test.each(['sitemap', 'site-map'])('%s between user-agent lines and among rules: one group', (field) => {
    const line = `${field}: https://example.com/sitemap.xml`;
    const body = `user-agent: FooBot\n${line}\nuser-agent: BarBot\n${line}\ndisallow: /a\n\n${line}\n\ndisallow: /b`;
    expect(groupsOf(body)).toEqual([
      [
        ['FooBot', 'BarBot'],
        [5, 9],
      ],
    ]);
  });
});
