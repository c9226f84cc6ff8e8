/** Headers of records and of HTTP messages: what is a field, and where the header ends. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { FieldNames, Header } from '../src/archives/record-header.js';

const KNOWN = ['warc-type', 'warc-date', 'length'];
const NAMES = new FieldNames(KNOWN);

const BEFORE = 'before\r\n\r\n';

/** The header of a text that begins somewhere in the octets. */
function headerOf(text: string, encoding: BufferEncoding = 'utf8'): Header {
  const octets = Buffer.concat([Buffer.from(BEFORE), Buffer.from(text, encoding)]);
  return new Header(NAMES).read(octets, BEFORE.length, octets.length);
}

/** The fields of interest, and the length of the header. */
function read(text: string, encoding?: BufferEncoding) {
  const header = headerOf(text, encoding);
  const fields = KNOWN.map((name) => header.get(name));
  return { fields, octets: header.end === -1 ? -1 : header.end - BEFORE.length };
}

describe('a header', () => {
  test.each<[string, ReturnType<typeof read>['fields']]>([
    ['A\r\nLENGTH: 1\r\nwarc-TYPE:\t x \t\r\n\r\n', ['x', undefined, '1']],
    ['A\nLength : 1\nWARC-Date: 10:00\nlength: 2\n 3\n\n', [undefined, '10:00', '1']],
    ['A\r\nWARC-Type: x \r\n\ty\n  z\r\nLength:\r\n\r\n', ['x y z', undefined, '']],
    ['Length: 1\r\nlength 1\r\n : 2\r\nWARC-Type: ü€\r\n\r\n', ['ü€', undefined, undefined]],
    ['A\r\nWARC\rType: x\r\nLengths: 1\r\nLengtg: 1\r\n\r\n', [undefined, undefined, undefined]],
  ])('%j', (text, fields) => {
    expect(read(`${text}Length: 9\r\n\r\n`)).toEqual({ fields, octets: Buffer.byteLength(text) });
  });

  test('does not end without an empty line', () => {
    expect(read('A\r\nLength: 1\r\n')).toEqual({ fields: [undefined, undefined, '1'], octets: -1 });
    expect(read('A\r\nLength: 1\r\n\r')).toMatchObject({ octets: -1 });
  });

  test('may have any number of lines without a colon', () => {
    const text = `A\r\n${'a\n'.repeat(1_000_000)}Length: 1\r\n\r\n`;
    expect(read(text)).toEqual({ fields: [undefined, undefined, '1'], octets: text.length });
  });
});

test.each<[string, number | undefined]>([
  [' \t0042 ', 42],
  ['999999999999999', 999_999_999_999_999],
  ...['1000000000000000', '-1', '1/', ':1', '1\r\n 2', ''].map((value): [string, undefined] => [
    value,
    undefined,
  ]),
])('the number of the field %j is %s', (value, number) => {
  const header = headerOf(`A\r\nLength:${value}\r\nWARC-Type: 7\r\n\r\n`);
  expect([header.numberOf('length'), header.numberOf('warc-date')]).toEqual([number, undefined]);
});

test('a header that is read into the same object has none of the earlier fields', () => {
  const header = headerOf('A\r\nWARC-Type: x\r\nLength: 1\r\n\r\n');
  const next = Buffer.from('B\r\nLength: 2\r\n');
  header.read(next, 0, next.length);
  expect(header).toMatchObject({ firstLine: 'B', end: -1 });
  expect([header.has('warc-type'), header.get('length')]).toEqual([false, '2']);
});

const line = fc.oneof(
  fc.constantFrom('WARC-Type: x', 'Length:1', 'length : 2 ', ' folded', '\tfolded', 'no colon', ': no name'),
  fc.string({ unit: fc.constantFrom('a', 'l', ':', ' ', '\t', '\r', 'ü'), maxLength: 12 }),
  fc.nat({ max: 5000 }).map((length) => `Other: ${'o'.repeat(length)}`),
);

checkProperty(
  'a header is what reading it line by line gives',
  fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (lines, ending) => {
    const text = `first${ending}${lines.map((one) => one + ending).join('')}${ending}rest: 1\n`;
    expect(read(text)).toEqual(readByLine(text));
  }),
);

checkProperty(
  'a part of the octets is read as if nothing followed it',
  fc.property(
    fc.array(line, { maxLength: 4 }),
    fc.nat(),
    fc.constantFrom(':', ' : x', '\n', '\r\n\r\n'),
    (lines, at, rest) => {
      const text = Buffer.from(`first\r\n${lines.map((one) => `${one}\r\n`).join('')}\r\n`);
      const part = text.subarray(0, at % (text.length + 1));
      const [alone, followed] = [part, Buffer.concat([part, Buffer.from(rest)])].map((octets) => {
        const header = new Header(NAMES).read(octets, 0, part.length);
        return [header.firstLine, header.end, ...KNOWN.map((name) => header.get(name))];
      });
      expect(followed).toEqual(alone);
    },
  ),
);

/** The slow and obvious way. */
function readByLine(text: string): ReturnType<typeof read> {
  const fields = new Map<string, string>();
  let field: string | undefined;
  let octets = 0;
  for (const [index, written] of text.split('\n').entries()) {
    octets += Buffer.byteLength(written) + 1;
    if (index === 0) continue;
    if (written === '' || written === '\r') break;
    const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(written) ?? [];
    if (/^[ \t]/.test(written)) {
      if (field !== undefined) fields.set(field, `${fields.get(field)}\n${written}`);
      continue;
    }
    const known = trimmed(name).toLowerCase();
    field = written.includes(':') && !fields.has(known) ? known : undefined;
    if (field !== undefined) fields.set(field, value);
  }
  const texts = KNOWN.map((name) => {
    const value = fields.get(name);
    return value === undefined ? undefined : trimmed(trimmed(value).replace(/[ \t]*\r?\n[ \t]*/g, ' '));
  });
  return { fields: texts, octets };
}

/** A text without the white space and line endings around it. */
function trimmed(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}
