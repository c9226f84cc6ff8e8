import { EditorState, Text } from '@codemirror/state';
import fc from 'fast-check';
import { LINE_LIMIT_OCTETS, LineParser, PARSING_LIMIT_OCTETS } from 'robotstream/web';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../../test/support/property.js';
import { LineColours } from './line-colours.js';
import { decodeLines } from './octet-text.js';
import { snapshotOf } from './snapshot.js';
import { terminators } from './terminators.js';

/** The coloured texts of the lines of a file, such as `rule-field Disallow`. */
function colouredTexts(text: string): string[][] {
  const { lines } = decodeLines(new TextEncoder().encode(text));
  return new LineColours()
    .of(lines, true)
    .map((parts, index) => parts.map(({ from, to, colour }) => `${colour} ${lines[index].slice(from, to)}`));
}

describe('colours', () => {
  test.each([
    [' User-Agent : *', ['user-agent-field User-Agent', 'separator :']],
    [
      'disalow:/*?a=*$#x',
      ['rule-field disalow', 'separator :', 'wildcard *', 'wildcard *', 'anchor $', 'comment #x'],
    ],
    ['allow: /$a', ['rule-field allow', 'separator :']],
    ['Sitemap: /*$', ['sitemap-field Sitemap', 'separator :']],
    ['crawl-delay: 5', ['other-field crawl-delay', 'separator :']],
    ['disallow /a*', ['rule-field disallow', 'wildcard *']],
    ['é😀: x', ['other-field é😀', 'separator :']],
    ['é😀 # 😀', ['invalid é😀 ', 'comment # 😀']],
    ['disallow: /\0a', ['invalid disallow: /\0a']],
    [' \t', []],
    ['', []],
  ])('%j', (line, parts) => {
    expect(colouredTexts(`${line}\n${line}`)).toEqual([parts, parts]);
  });

  test('a byte order mark is not part of a field, and only at the start of the file', () => {
    expect(colouredTexts('\ufeffallow: /\n\ufeffallow: /')).toEqual([
      ['rule-field allow', 'separator :'],
      ['other-field \ufeffallow', 'separator :'],
    ]);
  });

  test('octets past the line limit are not read', () => {
    const [parts] = new LineColours().of([`allow: /${'é'.repeat(LINE_LIMIT_OCTETS)}*`], true);
    const read = 'allow: /'.length + Math.floor((LINE_LIMIT_OCTETS - 'allow: /'.length) / 2);
    expect(parts.map(({ from, colour }) => [from, colour])).toEqual([
      [0, 'rule-field'],
      [5, 'separator'],
      [read, 'unread'],
    ]);
  });
});

checkProperty(
  'lines that are remembered have the colours of lines that are not',
  fc.property(
    fc.array(fc.array(fc.constantFrom('', '\ufeff', 'allow: /*', 'a', '#', 'allow: /*')), { maxLength: 5 }),
    (files) => {
      const remembering = new LineColours();
      for (const lines of files) {
        for (const startsFile of [true, false]) {
          expect(remembering.of(lines, startsFile)).toEqual(new LineColours().of(lines, startsFile));
        }
      }
    },
  ),
);

describe('the first line past the parsing limit is the one that the parser cuts', () => {
  const ending = (file: string): { shown: number | null; cut: number | null } => {
    const octets = new TextEncoder().encode(file);
    const decoded = decodeLines(octets);
    const state = EditorState.create({ doc: Text.of(decoded.lines), extensions: terminators(decoded) });
    const parser = new LineParser();
    const events = [...parser.write(octets), ...parser.end()];
    const limit = events.find(({ type }) => type === 'limit');
    return {
      shown: snapshotOf(state).firstUnreadLine(PARSING_LIMIT_OCTETS),
      cut: limit?.type === 'limit' ? limit.line : null,
    };
  };
  const filled = (end: string, rest: string): string => {
    const line = 'a: b\n';
    const filling = line.repeat(Math.floor((PARSING_LIMIT_OCTETS - end.length) / line.length) - 1);
    return `${filling}${'c'.repeat(PARSING_LIMIT_OCTETS - filling.length - end.length)}${end}${rest}`;
  };

  test.each([
    ['no more than the limit', 'x', ''],
    ['a terminator at the limit', '\n', ''],
    ['a line that starts at the limit', '\n', 'x'],
    ['a line that the limit cuts', 'x', 'x\ny\n'],
    ['a terminator after the limit', 'x', '\ny'],
    ['a CRLF that the limit cuts', '\r', '\ny'],
    ['a CRLF at the limit', '\r\n', 'y'],
    ['an LF after the limit, and no more', 'x', '\n'],
  ])('%s', (_, end, rest) => {
    const { shown, cut } = ending(filled(end, rest));
    expect(shown).toBe(cut);
  });
});
