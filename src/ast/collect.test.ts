import { describe, expect, test, vi } from 'vitest';
import { toOctetString } from '../../test/reference/octets.js';
import { octetsOf, sameOctets, utf8 } from '../../test/support/octets.js';
import { documentEveryWay, type ParsedFile, parsedFile, parsedFileOf } from '../../test/support/ways.js';
import { PARSING_LIMIT_OCTETS } from '../limits.js';
import { parse, parseSync } from '../parse.js';
import * as Row from '../stream/row.js';
import { FileCollector, takeOctets, takeText, wholeLines } from './collect.js';

const BOM = '\xEF\xBB\xBF';

test.each([
  '',
  '\n',
  BOM,
  '\xEF',
  '\xEF\xBB',
  '\xEFuser-agent: *\ndisallow: /',
  `${BOM}User-agent: *\r\nDisallow: /\r\rSitemap: x\r\n\n`,
  'user-agent: a\0b\rdisallow: /\0 # c\n\0\n',
  'crawl-delay: 5\nuser-agent a\nallow /x\nuseragent: \xFF\n\ndisallow: /\xE9',
  'a\n'.repeat(300),
])('%j', (text) => {
  const octets = octetsOf(text);
  const document = documentEveryWay(octets);
  sameOctets(document.octets, octets);
  expect(document.size).toBe(octets.length);
  expect(document.truncated).toBe(false);
});

describe('at the parsing limit', () => {
  const limit = PARSING_LIMIT_OCTETS;
  const cuts = [1, limit - 1, limit];

  test.each([
    ['at it', 'allow: /', 'allow: /'],
    ['one past it: the line is dropped', 'allow: /a', ''],
    ['CR at it', 'allow:/\r', 'allow:/\r'],
    ['between CR and LF', 'allow:/\r\n', 'allow:/\r'],
    ['between two lines', 'allow:/\n\n', 'allow:/\n'],
  ])('%s', (_, tail, kept) => {
    for (const mark of ['', '\xEF', BOM]) {
      const head = `${`${mark}user-agent: *\n#`.padEnd(limit - 9, 'c')}\n`;
      const body = octetsOf(head + tail);
      const document = documentEveryWay(body, undefined, cuts);
      sameOctets(document.octets, octetsOf(head + kept));
      expect(document.size).toBe(limit);
      expect(document.truncated).toBe(body.length > limit);
      expect(document.groups[0]?.rules.length).toBe(mark === '\xEF' ? undefined : kept === '' ? 0 : 1);
      expect(document.diagnostics.some(({ code }) => code === 'parsing-limit')).toBe(body.length > limit);
    }
  });

  test.each([BOM, '\xEF\xBB', '\xEF', ''])('a single line after %j', (mark) => {
    const body = octetsOf(mark.padEnd(limit + 1, 'x'));
    const document = documentEveryWay(body, undefined, cuts);
    sameOctets(document.octets, octetsOf(mark === BOM ? BOM : ''));
    expect(document).toMatchObject({ size: limit, truncated: true, lineCount: 0 });
  });

  test('only the whole lines within it count', () => {
    const head = `${BOM}${'#'.padEnd(limit - 14, 'c')}\n`;
    for (const [tail, kept] of [
      ['allow: /ab', 'allow: /ab'],
      ['allow:/\r\nallow: /', 'allow:/\r\n'],
      [`allow: /${'x'.repeat(99)}`, ''],
    ]) {
      const octets = wholeLines(octetsOf(head + tail));
      expect(octets.length).toBe(head.length + kept.length);
      expect(toOctetString(octets.subarray(head.length))).toBe(kept);
    }
  });

  test('a larger limit is obeyed, and so is none', () => {
    const body = octetsOf(`user-agent: *\n${'#'.padEnd(limit, 'c')}\ndisallow: /\n`);
    expect(documentEveryWay(body, limit + 20, [...cuts, limit + 20]).groups[0].rules).toEqual([]);
    expect(documentEveryWay(body, Infinity, cuts).groups[0].rules.length).toBe(1);
  });

  test('a reading keeps nothing of the one before it', () => {
    const long = parseSync(octetsOf(`${BOM}${'user-agent: a\ndisallow: /b\n'.repeat(10_000)}`), {
      maxOctets: Infinity,
    });
    const short = parseSync(utf8('allow: /'));
    expect(parsedFileOf(short).rows.length).toBe(Row.STRIDE);
    expect([short.lineCount, short.byteOrderMark, short.size]).toEqual([1, 'none', 8]);
    expect([long.lineCount, parsedFileOf(long).rows.length / Row.STRIDE]).toEqual([20_000, 20_000]);
    expect(long.groups[9_999].rules[0].line).toBe(20_000);
  });
});

describe('text', () => {
  const third = Math.floor(PARSING_LIMIT_OCTETS / 3);

  test.each([
    ['nothing', ''],
    ['ASCII', 'user-agent: *\ndisallow: /\n'],
    ['characters of two, three and four octets', 'allow: /é\nallow: /€\nallow: /😀\n'],
    ['half of a surrogate pair', 'allow: /\ud83d\nallow: /\ude00\n'],
    ['a byte order mark', '\ufeffuser-agent: *\n'],
    ['the most that scratch memory is sure to have room for', '€'.repeat(third)],
    ['one character more', '€'.repeat(third + 1)],
    ['a file past the parsing limit', 'allow: /\n'.repeat(PARSING_LIMIT_OCTETS / 8)],
    ['a line break at the parsing limit', `${'#'.repeat(PARSING_LIMIT_OCTETS - 1)}\r\n#`],
    ['a surrogate pair at the parsing limit', `#\n${'#'.repeat(PARSING_LIMIT_OCTETS - 2)}😀`],
    ['a surrogate pair before the parsing limit', `#\n${'#'.repeat(PARSING_LIMIT_OCTETS - 3)}😀`],
    ['one octet past the parsing limit', `#\n${'#'.repeat(PARSING_LIMIT_OCTETS - 1)}`],
  ])('is the same as its octets: %s', (_, text) => {
    const { octets, ...facts } = takeText(text);
    const { octets: expected, ...expectedFacts } = takeOctets(utf8(text));
    sameOctets(octets, expected);
    expect(facts).toEqual(expectedFacts);
  });

  test.each(['allow: /\n', 'allow: /€\n'])(
    'past the parsing limit, its document has no memory for the rest: %j',
    (line) => {
      const { octets } = parseSync(line.repeat(PARSING_LIMIT_OCTETS));
      expect(octets.buffer.byteLength).toBe(octets.length);
    },
  );

  test('keeps its octets when another text is read', () => {
    const documents = ['allow: /a', 'disallow: /bb', ''].map((text) => parseSync(text));
    expect(documents.map(({ octets }) => toOctetString(octets))).toEqual(['allow: /a', 'disallow: /bb', '']);
  });

  test('is read whole, however long, if there is no limit', () => {
    for (const text of ['#'.repeat(2 * PARSING_LIMIT_OCTETS), '€'.repeat(third + 100)]) {
      const document = parseSync(text, { maxOctets: Infinity });
      sameOctets(document.octets, utf8(text));
      expect(document).toMatchObject({ size: utf8(text).length, truncated: false });
    }
  });

  test('has the limit that octets have', () => {
    expect(() => parseSync('', { maxOctets: 1 })).toThrow(RangeError);
    expect(parseSync(`${'#'.repeat(PARSING_LIMIT_OCTETS)}\n`, { maxOctets: Infinity }).truncated).toBe(false);
  });
});

describe('from a source', () => {
  test('gives the document of the whole file, however the octets are cut', async () => {
    const body = octetsOf(`${BOM}user-agent: *\r\ndisallow: /\xE9\n`);
    for (let size = 1; size <= body.length; size++) {
      const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
        body.subarray(i * size, (i + 1) * size),
      );
      const document = await parse(chunks);
      expect(parsedFileOf(document)).toEqual(parsedFileOf(parseSync(body)));
    }
  });

  test('reads no further chunk after the limit', async () => {
    let asked = 0;
    function* chunks(): Generator<Uint8Array> {
      for (;;) {
        asked++;
        yield utf8('#'.repeat(99_999).concat('\n'));
      }
    }
    const document = await parse(chunks());
    expect(asked).toBe(6);
    expect(document).toMatchObject({ truncated: true, size: PARSING_LIMIT_OCTETS, lineCount: 5 });
  });
});

describe('a collector', () => {
  test('keeps no more memory for a file than its octets need', () => {
    const collector = new FileCollector();
    for (let chunk = 0; chunk < 9; chunk++) {
      collector.write(utf8('disallow: /x\n'.repeat(20)));
      const { octets } = parsedFile(collector.read());
      expect(octets.length).toBe((chunk + 1) * 260);
      expect(octets.buffer.byteLength).toBe(octets.length);
    }
  });

  test('copies each octet less than three times, however small the chunks are', () => {
    const chunk = utf8('disallow: /\n');
    const collector = new FileCollector();
    const typedArrays = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
    const copy = vi.spyOn(typedArrays, 'set');
    try {
      for (let nth = 0; nth < 1_000; nth++) collector.write(chunk);
      const copied = copy.mock.calls
        .filter(([octets]) => octets instanceof Uint8Array)
        .reduce((sum, [octets]) => sum + octets.length, 0);
      expect(copied).toBeGreaterThanOrEqual(1_000 * chunk.length);
      expect(copied).toBeLessThan(3 * 1_000 * chunk.length);
    } finally {
      copy.mockRestore();
    }
  });

  test('is read and written in turn', () => {
    const octets = octetsOf(`${BOM}user-agent: *\r\ndisallow: /\xE9\r\n\nallow: /\0 # c\n`);
    const collector = new FileCollector();
    for (let at = 0; at < octets.length; at++) {
      collector.write(octets.subarray(at, at + 1));
      expect(parsedFile(collector.read())).toEqual(parsedFile(takeOctets(octets.subarray(0, at + 1))));
    }
  });

  test('rows that were read do not change when more is written', () => {
    const octets = utf8('user-agent: a\ndisallow: /b\nallow: /c\n# d\nallow: /e\n');
    for (let size = 1; size < octets.length; size++) {
      const collector = new FileCollector();
      const files: ParsedFile[] = [];
      for (let at = 0; at < octets.length; at += size) {
        collector.write(octets.subarray(at, at + size));
        files.push(parsedFile(collector.read()), parsedFile(collector.read()));
      }
      files.forEach((file, nth) => {
        const end = ((nth >> 1) + 1) * size;
        expect(file).toEqual(parsedFile(takeOctets(octets.subarray(0, end))));
      });
    }
  });

  test('does not search a line again when it arrives octet by octet', () => {
    // Searching from the start of the line at each octet would take hours.
    const collector = new FileCollector(Infinity);
    const octet = utf8('x');
    for (let i = 0; i < 1_000_000; i++) collector.write(octet);
    collector.write(utf8('\nallow: /'));
    expect(parsedFile(collector.read())).toMatchObject({ lineCount: 2, size: 1_000_009 });
  });

  test('copies a chunk: its memory may be used again', () => {
    const collector = new FileCollector();
    const chunk = utf8('allow: /a\n');
    for (let i = 0; i < 3; i++) {
      collector.write(chunk);
      const file = parsedFile(collector.read());
      chunk[8]++;
      expect(file).toEqual(
        parsedFile(takeOctets(utf8('allow: /a\nallow: /b\nallow: /c\n'.slice(0, 10 * (i + 1))))),
      );
    }
  });

  test('past 500 KiB, a chunk with more rows than there is room for has no rows of what the memory held before', () => {
    const rule = 'allow: /\n';
    // The first chunk leaves its rules in the scanner's memory, past the end of the second.
    const chunks = [utf8(rule.repeat(55_000)), utf8(rule.repeat(20_000))];
    const collector = new FileCollector(Infinity);
    const whole = new FileCollector(Infinity);
    for (const chunk of chunks) collector.write(chunk);
    whole.write(utf8(rule.repeat(75_000)));
    expect(parsedFile(collector.read()).rows).toEqual(parsedFile(whole.read()).rows);
  });

  test('takes nothing past the limit', () => {
    const collector = new FileCollector();
    collector.write(utf8(`${'#'.repeat(PARSING_LIMIT_OCTETS - 1)}\n`));
    expect(collector.limitReached).toBe(false);
    collector.write(utf8('allow: /'));
    expect(collector.limitReached).toBe(true);
    collector.write(utf8('allow: /\n'));
    expect(parsedFile(collector.read())).toMatchObject({
      lineCount: 1,
      size: PARSING_LIMIT_OCTETS,
      truncated: true,
    });
  });
});

test('the octets of an empty document may be transferred', async () => {
  const { octets } = await parse([]);
  structuredClone(octets.buffer, { transfer: [octets.buffer as ArrayBuffer] });
  expect((await parse([utf8('user-agent: *\n')])).groups.length).toBe(1);
});

test('the octets given may be changed afterwards', () => {
  const memory = utf8('user-agent: a\ndisallow: /b');
  const document = parseSync(memory);
  memory.fill(0);
  expect(document.groups[0].rules[0].pattern).toBe('/b');
});

test('only lines that are a directive under some profile have a row', () => {
  const rowsOf = (text: string): number => parsedFile(takeOctets(octetsOf(text))).rows.length / Row.STRIDE;
  // Part of a byte order mark may be skipped on line 1, and there alone.
  expect(rowsOf('\xEF\xBBdisalow: /\n')).toBe(1);
  expect(rowsOf('\xEF\xBBx\ndidisalow: /\n')).toBe(0);
  // A NUL ends a line for some.
  expect(rowsOf('disallow /a\0 b\n')).toBe(1);
  expect(rowsOf('disallow /a b\ndisallo\0w: /\n')).toBe(0);
});

/** A file of so many octets, whose only rule is for the path `/NAME`. */
function fileOf(name: string, octets: number): Uint8Array {
  return octetsOf(`user-agent: *\ndisallow: /${name}\n#`.padEnd(octets, '-').slice(0, octets));
}

/** On both sides of what is kept in shared memory, and of how large a slab is. */
const SIZES = [0, 1, 100, 4_095, 4_096, 4_097, 8_191, 8_192, 8_193];

describe('small documents share memory, and callers cannot see it', () => {
  test.each(SIZES)('the octets of a document of %i octets are in memory of their own', (size) => {
    const octets = fileOf('a', size);
    const document = parseSync(octets);
    sameOctets(document.octets, octets);
    expect(document.octets.buffer.byteLength).toBe(size);
    expect(document.octets.buffer).not.toBe(octets.buffer);
  });

  test('documents read one after another keep their own rules', () => {
    const names = Array.from({ length: 300 }, (_, i) => `path-${i}-`);
    const documents = names.map((name, i) => parseSync(fileOf(name, SIZES[i % SIZES.length] + 60)));
    const patterns = documents.map(({ groups }) => groups[0].rules[0].pattern);
    expect(patterns).toEqual(names.map((name) => `/${name}`));
    const matchers = documents.map((document) => document.matcher({ agents: 'a' }));
    for (const [i, name] of names.entries()) {
      expect(matchers[i].isAllowed(`/${name}x`)).toBe(false);
      expect(matchers[i].isAllowed(`/path-${i + 1}-x`)).toBe(true);
    }
  });

  test('writing into the octets given to a parser changes no document', () => {
    const given = fileOf('a', 100);
    const document = parseSync(given);
    const before = document.groups[0].rules[0].pattern;
    given.fill(0);
    const again = parseSync(fileOf('b', 100));
    expect([before, document.groups[0].rules[0].pattern]).toEqual(['/a', '/a']);
    expect(again.groups[0].rules[0].pattern).toBe('/b');
  });
});

test('a small part of a file that the parsing limit cuts is a document', () => {
  const lines = 'user-agent: *\ndisallow: /a\n';
  const document = parseSync(octetsOf(lines.padEnd(PARSING_LIMIT_OCTETS + 1, 'x')));
  sameOctets(document.octets, octetsOf(lines));
  expect(document.groups[0].rules.map(({ pattern }) => pattern)).toEqual(['/a']);
});
