/** docs/semantics.md §1: from octets to lines. Answers are in the order rfc9309, google, draft-koster-rep-00, koster-1996. */
import { describe, expect, test } from 'vitest';
import { LineParser } from '../../src/core.js';
import {
  type Answer,
  concat,
  diagnosticsOf,
  everywhere,
  judgeUnder,
  judgeUnderAll,
  octets,
  read,
} from './judging.js';

const judgeGoogle = judgeUnder('google');

describe('docs/semantics.md §1.1', () => {
  test('LF, CR and CRLF each end one line, and the end of input ends the last one; lines are numbered from 1', () => {
    const parser = new LineParser();
    const events = [...parser.write(octets('a\r\nb\rc\n\n\rd')), ...parser.end()];
    const lines = events.flatMap((event) => ('span' in event && 'terminator' in event ? [event] : []));
    expect(lines.map(({ line, span, terminator }) => [line, span.start, span.end, terminator])).toEqual([
      [1, 0, 1, '\r\n'],
      [2, 3, 4, '\r'],
      [3, 5, 6, '\n'],
      [4, 7, 7, '\n'],
      [5, 8, 8, '\r'],
      [6, 9, 10, ''],
    ]);
  });

  test('there is no line after the last terminator', () => {
    for (const end of ['\n', '\r', '\r\n']) expect(read(`a${end}`).lineCount).toBe(1);
    expect(read('').lineCount).toBe(0);
  });

  test('CR in one chunk and LF in the next are one terminator, even with an empty chunk between', () => {
    const parser = new LineParser();
    const chunks = ['a\r', '', '\nb\r', '\r', '\n'].map((chunk) => octets(chunk));
    const events = [...chunks.flatMap((chunk) => parser.write(chunk)), ...parser.end()];
    const lines = events.flatMap((event) => ('terminator' in event ? [event] : []));
    expect(lines.map(({ line, terminator }) => [line, terminator])).toEqual([
      [1, '\r\n'],
      [2, '\r'],
      [3, '\r\n'],
    ]);
  });
});

describe('docs/semantics.md §1.2', () => {
  test.each<[string, string, Answer[]]>([
    ['a mark', '\xEF\xBB\xBF', everywhere('disallow 2')],
    ['two octets of one', '\xEF\xBB', ['no group', 'disallow 2', 'no group', 'no group']],
    ['one octet of one', '\xEF', ['no group', 'disallow 2', 'no group', 'no group']],
    ['a mark and a part of one', '\xEF\xBB\xBF\xEF', everywhere('no group')],
    ['two marks', '\xEF\xBB\xBF\xEF\xBB\xBF', everywhere('no group')],
    ['twice the first octet', '\xEF\xEF', everywhere('no group')],
    ['the second octet', '\xBB', everywhere('no group')],
    ['a mark of UTF-16', '\xFF\xFE', everywhere('no group')],
    ['a space and a mark', ' \xEF\xBB\xBF', everywhere('no group')],
  ])('%s at the start', (_, mark, answers) => {
    expect(judgeUnderAll(concat(octets(mark), 'user-agent: *\ndisallow: /a'), '/a')).toEqual(answers);
  });

  test('a mark in line 2 is not skipped', () => {
    expect(judgeUnderAll('\n\uFEFFuser-agent: *\ndisallow: /a', '/a')).toEqual(everywhere('no group'));
  });

  test('line 1 with nothing but the mark', () => {
    expect(judgeUnderAll('\uFEFF\nuser-agent: *\ndisallow: /a', '/a')).toEqual(everywhere('disallow 3'));
    expect(read('\uFEFF').lineCount).toBe(0);
  });
});

describe('docs/semantics.md §1.5', () => {
  test.each([
    ['disallow: /a#b', '/a', '/b'],
    ['disallow: /a #b', '/ac', '/b'],
    ['disallow: /a##', '/a', '/b'],
    ['\v\f disallow\v\f :\v\f /a\v\f # c', '/ab', '/b'],
  ])('%j', (line, disallowed, allowed) => {
    const body = `user-agent: *\n${line}`;
    expect(judgeUnderAll(body, disallowed)).toEqual(everywhere('disallow 2'));
    expect(judgeUnderAll(body, allowed)).toEqual(everywhere('no rule'));
  });

  test.each(['\u0085', '\u00A0', '\u2003', '\uFEFF'])('%j is no white space', (space) => {
    expect(judgeUnderAll(`user-agent: *\n${space}disallow: /a`, '/a')).toEqual(everywhere('no rule'));
    expect(judgeUnderAll(`user-agent: *\ndisallow: ${space}/a`, '/a')).toEqual(everywhere('no rule'));
  });
});

describe('docs/semantics.md §1.6', () => {
  test.each<[string, string, string, Answer[]]>([
    ['NUL in a pattern', 'disallow: /a\0b', '/a', ['no rule', 'disallow 2', 'no rule', 'no rule']],
    ['NUL after a pattern', 'disallow: /a \0', '/a', ['no rule', 'disallow 2', 'no rule', 'no rule']],
    [
      'NUL and more after it',
      'disallow: /a\0\x01 : #',
      '/a',
      ['no rule', 'disallow 2', 'no rule', 'no rule'],
    ],
    ['NUL before the value', 'disallow: \0/a', '/a', ['no rule', 'empty 2', 'no rule', 'no rule']],
    ['NUL before the colon', 'disallow\0: /a', '/a', everywhere('no rule')],
    ['NUL first', '\0disallow: /a', '/a', everywhere('no rule')],
    ['NUL in a comment', 'disallow: /a #\0', '/a', everywhere('disallow 2')],
    [
      'NUL in the field of no record',
      'disallow /a\0 b',
      '/a',
      ['no rule', 'disallow 2', 'no rule', 'no rule'],
    ],
    [
      'a control octet in a pattern',
      'disallow: /a\x01',
      '/a\x01',
      ['no rule', 'disallow 2', 'no rule', 'no rule'],
    ],
    ['a control octet in a pattern', 'disallow: /a\x01', '/a%01', everywhere('no rule')],
    ['a control octet in a pattern', 'disallow: /a\x01', '/a', everywhere('no rule')],
    ['a control octet before the field', '\x01disallow: /a', '/a', everywhere('no rule')],
    ['a control octet in a comment', 'disallow: /a #\x01', '/a', everywhere('disallow 2')],
    ['HTAB in a pattern', 'disallow: /a\tb', '/a%09b', ['disallow 2', 'no rule', 'disallow 2', 'disallow 2']],
    ['VT in a pattern', 'disallow: /a\vb', '/a%0Bb', ['disallow 2', 'no rule', 'disallow 2', 'disallow 2']],
    ['FF in a pattern', 'disallow: /a\fb', '/a%0Cb', ['disallow 2', 'no rule', 'disallow 2', 'disallow 2']],
    ['7F in a pattern', 'disallow: /a\x7F', '/a%7F', ['disallow 2', 'no rule', 'disallow 2', 'disallow 2']],
    ['7F in a pattern', 'disallow: /a\x7F', '/a\x7F', everywhere('disallow 2')],
  ])('%s: %j at %j', (_, line, url, answers) => {
    expect(judgeUnderAll(`user-agent: *\n${line}`, url)).toEqual(answers);
  });

  test('each control octet except HTAB, LF, VT, FF and CR makes the line invalid, except under google', () => {
    for (let octet = 1; octet < 0x20; octet++) {
      if (octet >= 0x09 && octet <= 0x0d) continue;
      const body = concat('user-agent: *\ndisallow: /a', Uint8Array.of(octet), 'b');
      const url = `/a${String.fromCharCode(octet)}b`;
      expect(judgeUnderAll(body, url)).toEqual(['no rule', 'disallow 2', 'no rule', 'no rule']);
      expect(diagnosticsOf(body)).toEqual(['1 group-without-rules', '2 control-octet']);
    }
  });

  test('a user-agent line with a control octet counts as one, but has no usable name', () => {
    const body = 'user-agent: FooBot\ndisallow: /a\nuser-agent: BarBot\x01\ndisallow: /b';
    expect(judgeUnderAll(body, '/b', 'FooBot')).toEqual(everywhere('no rule'));
    expect(judgeUnderAll(body, '/b', 'BarBot')).toEqual(['no group', 'disallow 4', 'no group', 'no group']);
    expect(judgeUnderAll('user-agent: *\x01\ndisallow: /', '/')).toEqual(everywhere('no group'));
    expect(judgeUnderAll('user-agent: *\t\x01\ndisallow: /', '/')).toEqual([
      'no group',
      'disallow 2',
      'no group',
      'no group',
    ]);
  });

  test('NUL ends a name under google', () => {
    const body = 'user-agent: FooBot\0\x01 x\ndisallow: /a';
    expect(judgeUnderAll(body, '/a')).toEqual(['no group', 'disallow 2', 'no group', 'no group']);
  });

  test('a dropped line is not a rule: the user-agent line below it joins those above', () => {
    const body = 'user-agent: FooBot\ndisallow: /x\x01\nuser-agent: BarBot\ndisallow: /a';
    expect(judgeUnderAll(body, '/a')).toEqual(['disallow 4', 'no rule', 'disallow 4', 'disallow 4']);
  });
});

describe('docs/semantics.md §1.7', () => {
  const body = concat('user-agent: *\ndisallow: ', octets('/caf\xE9'));

  test.each<[string, Answer[]]>([
    ['/caf%E9', everywhere('disallow 2')],
    ['/caf%e9', ['disallow 2', 'no rule', 'disallow 2', 'disallow 2']],
    ['/caf%E9/a', everywhere('disallow 2')],
    ['/café', everywhere('no rule')],
    ['/caf%C3%A9', everywhere('no rule')],
    ['/caf%EF%BF%BD', everywhere('no rule')],
  ])('an octet that is not valid UTF-8 is compared as it is: %s', (url, answers) => {
    expect(judgeUnderAll(body, url)).toEqual(answers);
  });

  test('the line carries a diagnostic, in comments too', () => {
    expect(diagnosticsOf(body)).toEqual(['2 invalid-utf-8']);
    expect(diagnosticsOf(octets('# \xE9'))).toEqual(['1 invalid-utf-8']);
    expect(read(body).groups[0]?.rules[0]?.value.octets).toEqual(octets('/caf\xE9'));
  });

  test('google encodes it in the pattern, not in the URL', () => {
    expect(judgeGoogle('user-agent: *\ndisallow: /é', '/é')).toBe('no rule');
    expect(judgeGoogle('user-agent: *\ndisallow: /é', '/%C3%A9')).toBe('disallow 2');
  });
});
