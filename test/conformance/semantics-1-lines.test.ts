/** docs/semantics.md §1: from octets to lines, as events and documents show it. The verdicts are in `conformance/semantics`. */
import { describe, expect, test } from 'vitest';
import { LineParser } from '../../src/core.js';
import { ALL_PROFILES, concat, diagnosticsOf, groupsOf, judgeUnder, octets, read } from './judging.js';

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
  test('a mark alone is no line', () => {
    expect(read('\uFEFF').lineCount).toBe(0);
  });
});

describe('docs/semantics.md §1.6', () => {
  test('each control octet except HTAB, LF, VT, FF and CR makes the line invalid, except under google', () => {
    for (let octet = 1; octet < 0x20; octet++) {
      if (octet >= 0x09 && octet <= 0x0d) continue;
      const body = concat('user-agent: *\ndisallow: /a', Uint8Array.of(octet), 'b');
      expect(ALL_PROFILES.map((profile) => groupsOf(body, profile)[0]?.[1])).toEqual([[], [2], [], []]);
      expect(diagnosticsOf(body)).toEqual(['1 group-without-rules', '2 control-octet']);
    }
  });
});

test('docs/semantics.md §1.6: 7F in a pattern is encoded, except under google', () => {
  const body = 'user-agent: *\ndisallow: /a\x7F';
  const under = (url: string) => ALL_PROFILES.map((profile) => judgeUnder(profile)(body, url));
  expect(under('/a%7F')).toEqual(['disallow 2', 'no rule', 'disallow 2', 'disallow 2']);
  expect(under('/a\x7F')).toEqual(ALL_PROFILES.map(() => 'disallow 2'));
});

describe('docs/semantics.md §1.7', () => {
  test('a line that is not valid UTF-8 carries a diagnostic, in comments too', () => {
    const body = concat('user-agent: *\ndisallow: ', octets('/caf\xE9'));
    expect(diagnosticsOf(body)).toEqual(['2 invalid-utf-8']);
    expect(diagnosticsOf(octets('# \xE9'))).toEqual(['1 invalid-utf-8']);
    expect(read(body).groups[0]?.rules[0]?.value.octets).toEqual(octets('/caf\xE9'));
  });
});
