/** What lines mean, and what events show of them: docs/semantics.md §1.5 to §2.3 under RFC 9309. */
import { describe, expect, test } from 'vitest';
import { octetsOf, utf8 } from '../../test/support/octets.js';
import { eventsEveryWay, eventsOf } from '../../test/support/ways.js';
import { isLineEvent, type LineEvent, type RobotsEvent } from './events.js';
import { decodeText, OctetText } from './octet-text.js';

function lineOf(text: string): LineEvent {
  const [line] = eventsEveryWay(octetsOf(text)).filter(isLineEvent);
  return line;
}

/** A line's type, and its field and value where it has them. */
function reading(text: string): string[] {
  const line = lineOf(text);
  return 'field' in line && line.field !== undefined
    ? [line.type, line.field.text, line.value.text]
    : [line.type];
}

describe('a line is', () => {
  test.each<[string, string[]]>([
    // §1.5: comments and white space.
    [' ', ['blank']],
    [' \t\v\f', ['blank']],
    ['#', ['comment']],
    ['# user-agent: *', ['comment']],
    [' \t# c', ['comment']],
    ['\v\f#', ['comment']],
    ['allow: /#c', ['allow', 'allow', '/']],
    ['allow: /a #c#d', ['allow', 'allow', '/a']],
    ['allow:#/', ['allow', 'allow', '']],
    ['allow #:/', ['invalid']],
    ['\tallow\t:\t/a\t', ['allow', 'allow', '/a']],
    ['\v\fallow\v\f:\v\f/a\v\f', ['allow', 'allow', '/a']],
    ['allow:  /a', ['allow', 'allow', '/a']],
    ['allow: \t/a', ['allow', 'allow', '/a']],
    ['allow: /a b\tc', ['allow', 'allow', '/a b\tc']],
    ['\u00a0allow: /', ['other', '\ufffdallow', '/']],
    // §2.1: the first colon.
    ['a:b:c', ['other', 'a', 'b:c']],
    ['a::', ['other', 'a', ':']],
    ['sitemap: https://e.com/', ['sitemap', 'sitemap', 'https://e.com/']],
    [':', ['invalid']],
    [' : /', ['invalid']],
    [': allow: /', ['invalid']],
    ['allow:', ['allow', 'allow', '']],
    ['allow', ['invalid']],
    // §2.2: two words.
    ['allow /', ['allow', 'allow', '/']],
    ['allow\t/', ['allow', 'allow', '/']],
    ['  allow \t /a  ', ['allow', 'allow', '/a']],
    ['user-agent *', ['user-agent', 'user-agent', '*']],
    ['crawl-delay 5', ['other', 'crawl-delay', '5']],
    ['allow / x', ['invalid']],
    ['allow\v/', ['invalid']],
    ['allow\v/ x', ['other', 'allow\v/', 'x']],
    ['allow / # x', ['allow', 'allow', '/']],
    // §2.3: the fields.
    ['ALLOW: /', ['allow', 'ALLOW', '/']],
    ['DisAllow: /', ['disallow', 'DisAllow', '/']],
    ['uSER-aGENT: a', ['user-agent', 'uSER-aGENT', 'a']],
    ['SiteMap: a', ['sitemap', 'SiteMap', 'a']],
    ['useragent: a', ['user-agent', 'useragent', 'a']],
    ['user agent: a', ['user-agent', 'user agent', 'a']],
    ['site-map: a', ['sitemap', 'site-map', 'a']],
    ['dissallow: a', ['disallow', 'dissallow', 'a']],
    ['disallowed: /', ['other', 'disallowed', '/']],
    ['user-agents: a', ['other', 'user-agents', 'a']],
    ['dis allow: /', ['other', 'dis allow', '/']],
    ['allow x: /', ['other', 'allow x', '/']],
    ['host: a', ['other', 'host', 'a']],
    // §1.6: control octets.
    ['allow: /\x01', ['invalid']],
    ['allow: /\0', ['invalid']],
    ['al\x1flow: /', ['invalid']],
    ['\x02', ['invalid']],
    ['x: \x08', ['invalid']],
    ['allow: /\x7f', ['allow', 'allow', '/\x7f']],
    ['allow: / # \x01\0', ['allow', 'allow', '/']],
    ['# \0', ['comment']],
    ['user-agent: a\x01b', ['user-agent', 'user-agent', 'a\x01b']],
    ['user-agent \x01', ['user-agent', 'user-agent', '\x01']],
    ['\x01user-agent: a', ['invalid']],
    ['user-agents: a\x01', ['invalid']],
    // §1.7: octets that are not UTF-8.
    ['allow: /\xE9', ['allow', 'allow', '/\ufffd']],
    ['\xFF: \xFF', ['other', '\ufffd', '\ufffd']],
  ])('%j', (text, expected) => {
    expect(reading(text)).toEqual(expected);
  });
});

test('spans are octets in the file, and hold what they say', () => {
  const body = utf8('\ufeff# é\r\n  Allow : /é?q  # why \nuser-agent x');
  const [comment, allow, agent] = eventsEveryWay(body).filter(isLineEvent);
  expect(comment).toMatchObject({ line: 1, span: { start: 3, end: 7 }, terminator: '\r\n' });
  expect(comment.comment).toMatchObject({ start: 3, end: 7, text: '# é' });
  expect(allow).toMatchObject({
    type: 'allow',
    line: 2,
    span: { start: 9, end: 32 },
    field: { start: 11, end: 16, text: 'Allow' },
    value: { start: 19, end: 24, text: '/é?q' },
    comment: { start: 26, end: 32, text: '# why ' },
  });
  expect(agent).toMatchObject({
    field: { start: 33, end: 43 },
    value: { start: 44, end: 45 },
    comment: null,
  });
  for (const { octets, span } of [comment, allow, agent])
    expect(octets).toEqual(body.subarray(span.start, span.end));
});

test('an empty value is placed after its colon', () => {
  const texts = ['allow:  \t# c', 'x:   ', 'allow: ', 'allow:', 'disallow: # c'];
  for (const text of texts.flatMap((each) => [each, `${each}\n`])) {
    const line = lineOf(text);
    const colon = text.indexOf(':') + 1;
    const end = line.comment?.start ?? line.span.end;
    if (!('value' in line)) throw new Error('no record');
    expect(line.value.start).toBe(line.value.end);
    expect(line.value.start).toBeGreaterThanOrEqual(colon);
    expect(line.value.end).toBeLessThanOrEqual(end);
  }
});

describe('as JSON', () => {
  const json = (text: string): unknown => JSON.parse(JSON.stringify(eventsOf([octetsOf(text)])));

  test('a record', () => {
    expect(json('Allow /x # c\n')).toEqual([
      { type: 'start', byteOrderMark: 'none', span: { start: 0, end: 0 } },
      {
        type: 'allow',
        line: 1,
        span: { start: 0, end: 12 },
        terminator: '\n',
        field: { start: 0, end: 5, text: 'Allow' },
        value: { start: 6, end: 8, text: '/x' },
        comment: { start: 9, end: 12, text: '# c' },
      },
      { type: 'end', octets: 13, lines: 1, truncated: false },
    ]);
  });

  test('an event without a field or a comment shows none', () => {
    expect(json('\n#\n?')).toEqual([
      { type: 'start', byteOrderMark: 'none', span: { start: 0, end: 0 } },
      { type: 'blank', line: 1, span: { start: 0, end: 0 }, terminator: '\n' },
      {
        type: 'comment',
        line: 2,
        span: { start: 1, end: 2 },
        terminator: '\n',
        comment: { start: 1, end: 2, text: '#' },
      },
      {
        type: 'invalid',
        line: 3,
        span: { start: 3, end: 4 },
        terminator: '',
      },
      { type: 'end', octets: 4, lines: 3, truncated: false },
    ]);
  });

  test('discarded octets are shown if there are any', () => {
    const line = lineOf('#');
    expect(line.toJSON()).not.toHaveProperty('discardedOctets');
    const [long] = eventsOf([octetsOf('#'.repeat(16_670))]).filter(isLineEvent);
    expect(long.toJSON()).toMatchObject({ discardedOctets: 7 });
  });
});

test('an event has the names that a node of a document has', () => {
  const file = 'User-agent: a\nAllow: /b\nDisallow: /c #\nSitemap: https://e.com/\nOther: d\n# e\n\n?';
  const names = eventsOf([octetsOf(file)])
    .filter(isLineEvent)
    .map((event) => {
      const { type, pattern, name, url } = event as LineEvent & {
        pattern?: string;
        name?: string;
        url?: string;
      };
      return [type, pattern ?? name ?? url];
    });
  expect(names).toEqual([
    ['user-agent', 'a'],
    ['allow', '/b'],
    ['disallow', '/c'],
    ['sitemap', 'https://e.com/'],
    ['other', undefined],
    ['comment', undefined],
    ['blank', undefined],
    ['invalid', undefined],
  ]);
});

describe('a text', () => {
  test('has its place, and decodes on demand', () => {
    const memory = utf8('xé€y');
    const text = new OctetText(memory, 1, 6, 100);
    expect([text.start, text.end]).toEqual([101, 106]);
    expect(text.octets).toEqual(utf8('é€'));
    expect([text.text, String(text), `${text}`]).toEqual(['é€', 'é€', 'é€']);
    expect(JSON.parse(JSON.stringify(text))).toEqual({ start: 101, end: 106, text: 'é€' });
    memory[1] = 0x78;
    expect(text.text).toBe('x\ufffd€');
  });

  test('what is not UTF-8 shows as U+FFFD; a byte order mark stays', () => {
    expect(decodeText(octetsOf('a\xFFb'))).toBe('a\ufffdb');
    expect(decodeText(octetsOf('\xEF\xBB\xBFa'))).toBe('\ufeffa');
    expect(decodeText(new Uint8Array())).toBe('');
  });
});

test.each([null, {}, { type: 'line' }])('%j is refused as an event', (value) => {
  expect(() => isLineEvent(value as RobotsEvent)).toThrow('an event of a file is expected');
});
