/** docs/semantics.md §2: from lines to records. Answers are in the order rfc9309, google, draft-koster-rep-00, koster-1996. */
import { describe, expect, test } from 'vitest';
import { type Answer, diagnosticsOf, everywhere, judgeUnderAll, read } from './judging.js';

function withLine(line: string): string {
  return `user-agent: *\n${line}`;
}

describe('docs/semantics.md §2.1', () => {
  test.each<[string, string, Answer[]]>([
    ['disallow: /a:b', '/a:b', everywhere('disallow 2')],
    ['disallow: /a:b', '/a', everywhere('no rule')],
    ['disallow:/a : b', '/a%20:%20b', ['disallow 2', 'no rule', 'disallow 2', 'disallow 2']],
    ['disallow:: /a', '/a', everywhere('no rule')],
    [' \t\v\fdisallow \t\v\f: \t\v\f/a \t\v\f', '/a', everywhere('disallow 2')],
    [': /a', '/a', everywhere('no rule')],
    [' : disallow: /a', '/a', everywhere('no rule')],
  ])('%j at %s', (line, url, answers) => {
    expect(judgeUnderAll(withLine(line), url)).toEqual(answers);
  });

  test('an empty field is not a record', () => {
    const document = read(': a\n\t: b');
    expect(document.otherRecords).toEqual([]);
    expect(diagnosticsOf(': a\n\t: b')).toEqual(['1 empty-field', '2 empty-field']);
  });

  test('an empty value is a record', () => {
    const [record] = read(' foo : # bar').otherRecords;
    expect([record?.field.text, record?.value.text]).toEqual(['foo', '']);
  });
});

describe('docs/semantics.md §2.2', () => {
  const butIn1996: Answer[] = ['disallow 2', 'disallow 2', 'disallow 2', 'no rule'];

  test.each<[string, string, Answer[]]>([
    ['disallow /a', '/a', butIn1996],
    ['disallow\t/a', '/a', butIn1996],
    ['disallow \t /a', '/a', butIn1996],
    [' disallow /a ', '/a', butIn1996],
    ['disallow /a#b', '/a', butIn1996],
    ['disallow /a # b', '/a', butIn1996],
    ['DISALLOW /a', '/a', butIn1996],
    ['dissallow /a', '/a', butIn1996],
    ['disallowed /a', '/a', ['no rule', 'disallow 2', 'no rule', 'no rule']],
    ['disallow /a b', '/a', everywhere('no rule')],
    ['disallow /a b', '/a%20b', everywhere('no rule')],
    ['disallow', '/a', everywhere('no rule')],
    ['disallow/a', '/a', everywhere('no rule')],
    ['disallow\v/a', '/a', everywhere('no rule')],
    ['disallow\f/a', '/a', everywhere('no rule')],
    ['disallow\u00A0/a', '/a', everywhere('no rule')],
    ['disallow /a\v', '/a', butIn1996],
    ['disallow /a:', '/a', ['no rule', 'empty 2', 'no rule', 'no rule']],
    // With a colon, the text before it is the field, however long it is.
    ['disallow /b:/a', '/a', ['no rule', 'disallow 2', 'no rule', 'no rule']],
  ])('%j at %s', (line, url, answers) => {
    expect(judgeUnderAll(withLine(line), url)).toEqual(answers);
  });

  test('VT and FF do not separate words, but are trimmed around them', () => {
    expect(judgeUnderAll(withLine('disallow\v \v/a'), '/a')).toEqual(butIn1996);
  });

  test('a user-agent line needs no colon', () => {
    expect(judgeUnderAll('user-agent FooBot\ndisallow: /a', '/a')).toEqual([
      'disallow 2',
      'disallow 2',
      'disallow 2',
      'no group',
    ]);
    expect(judgeUnderAll('user agent FooBot\ndisallow: /a', '/a')).toEqual(everywhere('no group'));
  });

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

/** The accepted misspellings of each directive. */
const MISSPELLINGS: [directive: 'user-agent' | 'disallow' | 'sitemap', spellings: string[]][] = [
  ['user-agent', ['useragent', 'user agent']],
  ['disallow', ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']],
  ['sitemap', ['site-map']],
];

describe('docs/semantics.md §2.3', () => {
  const spellingsOf = (wanted: string) =>
    MISSPELLINGS.flatMap(([name, spellings]) => (name === wanted ? spellings : []));

  describe.each(spellingsOf('user-agent'))('%s', (spelling) => {
    test('is user-agent, except under koster-1996', () => {
      const answers = ['disallow 2', 'disallow 2', 'disallow 2', 'no group'];
      expect(judgeUnderAll(`${spelling}: FooBot\ndisallow: /a`, '/a')).toEqual(answers);
      expect(judgeUnderAll(`${spelling.toUpperCase()}: FooBot\ndisallow: /a`, '/a')).toEqual(answers);
    });

    test('so is a field that begins with it, under google', () => {
      const answers = ['no group', 'disallow 2', 'no group', 'no group'];
      expect(judgeUnderAll(`${spelling}s: FooBot\ndisallow: /a`, '/a')).toEqual(answers);
    });
  });

  describe.each(spellingsOf('disallow'))('%s', (spelling) => {
    test('is disallow, except under koster-1996', () => {
      const answers = ['disallow 2', 'disallow 2', 'disallow 2', 'no rule'];
      expect(judgeUnderAll(withLine(`${spelling}: /a`), '/a')).toEqual(answers);
      expect(judgeUnderAll(withLine(`${spelling.toUpperCase()}: /a`), '/a')).toEqual(answers);
      expect(diagnosticsOf(withLine(`${spelling}: /a`))).toEqual(['2 misspelled-field']);
    });

    test('so is a field that begins with it, under google', () => {
      const answers = ['no rule', 'disallow 2', 'no rule', 'no rule'];
      expect(judgeUnderAll(withLine(`${spelling}ed: /a`), '/a')).toEqual(answers);
    });
  });

  test.each(['site-map', 'Site-Map', 'sitemap', 'SITEMAP'])('%s is sitemap', (field) => {
    expect(read(`${field}: https://example.com/a.xml`).sitemaps).toHaveLength(1);
  });

  test.each<[string, Answer[]]>([
    ['disallowed: /a', ['no rule', 'disallow 2', 'no rule', 'no rule']],
    ['disallow-all: /a', ['no rule', 'disallow 2', 'no rule', 'no rule']],
    ['disallow all: /a', ['no rule', 'disallow 2', 'no rule', 'no rule']],
    ['allowed: /a', ['no rule', 'allow 2', 'no rule', 'no rule']],
    ['allow-all: /a', ['no rule', 'allow 2', 'no rule', 'no rule']],
    ['x-disallow: /a', everywhere('no rule')],
    ['disallo: /a', everywhere('no rule')],
    ['dis-allow: /a', everywhere('no rule')],
    ['dis allow: /a', everywhere('no rule')],
    ['dissalllow: /a', everywhere('no rule')],
    ['alow: /a', everywhere('no rule')],
    ['di\u017Fallow: /a', everywhere('no rule')], // ſ, which is S in upper case
    ['DisAllow: /a', everywhere('disallow 2')],
    ['ALLOW: /a', everywhere('allow 2')],
  ])('%s', (line, answers) => {
    expect(judgeUnderAll(withLine(line), '/a')).toEqual(answers);
  });

  test.each<[string, Answer[]]>([
    ['user-agents: FooBot', ['no group', 'disallow 2', 'no group', 'no group']],
    ['user-agent-x: FooBot', ['no group', 'disallow 2', 'no group', 'no group']],
    ['user-agent x: FooBot', ['no group', 'disallow 2', 'no group', 'no group']],
    ['user  agent: FooBot', everywhere('no group')],
    ['user\tagent: FooBot', everywhere('no group')],
    ['user_agent: FooBot', everywhere('no group')],
    ['UsEr-AgEnT: FooBot', everywhere('disallow 2')],
  ])('%j', (line, answers) => {
    expect(judgeUnderAll(`${line}\ndisallow: /a`, '/a')).toEqual(answers);
  });

  test('under google, a field that begins like a directive is that directive for grouping, too', () => {
    const ended = 'user-agent: FooBot\nallowance: /x\nuser-agent: BarBot\ndisallow: /a';
    expect(judgeUnderAll(ended, '/a')).toEqual(['disallow 4', 'no rule', 'disallow 4', 'disallow 4']);
    const begun = 'user-agent: FooBot\ndisallow: /b\nuser-agents: BarBot\ndisallow: /a';
    expect(judgeUnderAll(begun, '/a')).toEqual(['disallow 4', 'no rule', 'disallow 4', 'disallow 4']);
  });

  test('anything else is an other record with its field, value and place, and does not end a group', () => {
    const body = 'user-agent: FooBot\n Disallowed : /x # c\nuser-agent: BarBot\ndisallow: /a';
    const [record] = read(body).otherRecords;
    expect(record).toMatchObject({ name: 'disallowed', line: 2 });
    expect(record?.field).toMatchObject({ text: 'Disallowed', start: 20, end: 30 });
    expect(record?.value).toMatchObject({ text: '/x', start: 33, end: 35 });
    expect(judgeUnderAll(body.replace('Disallowed', 'foo'), '/a')).toEqual(everywhere('disallow 4'));
  });
});
