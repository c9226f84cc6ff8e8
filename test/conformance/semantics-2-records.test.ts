/** docs/semantics.md §2: from lines to records, as a document shows them. The verdicts are in `conformance/semantics`. */
import { describe, expect, test } from 'vitest';
import { diagnosticsOf, read } from './judging.js';

describe('docs/semantics.md §2.1', () => {
  test('an empty field is not a record', () => {
    expect(read(': a\n\t: b').otherRecords).toEqual([]);
    expect(diagnosticsOf(': a\n\t: b')).toEqual(['1 empty-field', '2 empty-field']);
  });

  test('an empty value is a record', () => {
    const [record] = read(' foo : # bar').otherRecords;
    expect([record?.field.text, record?.value.text]).toEqual(['foo', '']);
  });
});

describe('docs/semantics.md §2.2', () => {
  test('an other record needs no colon', () => {
    const document = read('user-agent: *\ncrawl-delay 5\nsitemap https://example.com/a.xml');
    expect(document.crawlDelay('FooBot')).toBe(5);
    // The colon of the URL makes `sitemap https` the field.
    expect(document.sitemaps).toEqual([]);
    expect(document.otherRecords.map(({ name }) => name)).toEqual(['crawl-delay', 'sitemap https']);
  });

  test('it carries a diagnostic', () => {
    expect(diagnosticsOf('user-agent: *\ndisallow /a')).toEqual(['2 missing-colon']);
    expect(diagnosticsOf('user-agent: *\nallow: /\ndisallow /a b')).toEqual(['3 not-a-record']);
  });
});

describe('docs/semantics.md §2.3', () => {
  test.each(['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'])('%s is reported', (spelling) => {
    expect(diagnosticsOf(`user-agent: *\n${spelling}: /a`)).toEqual(['2 misspelled-field']);
  });

  test.each(['site-map', 'Site-Map', 'sitemap', 'SITEMAP'])('%s is sitemap', (field) => {
    expect(read(`${field}: https://example.com/a.xml`).sitemaps).toHaveLength(1);
  });

  test('anything else is an other record with its field, value and place', () => {
    const [record] = read('user-agent: FooBot\n Disallowed : /x # c\nuser-agent: BarBot').otherRecords;
    expect(record).toMatchObject({ name: 'disallowed', line: 2 });
    expect(record?.field).toMatchObject({ text: 'Disallowed', start: 20, end: 30 });
    expect(record?.value).toMatchObject({ text: '/x', start: 33, end: 35 });
  });
});
