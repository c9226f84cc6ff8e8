/** A document at once, from a source, and folded from events is the same. */
import { describe, expect, test } from 'vitest';
import { octetsOf, sameOctets, utf8 } from '../../test/support/octets.js';
import { comparableFacts, documentEveryWay, eventsOf, foldDocument } from '../../test/support/ways.js';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from '../limits.js';
import { documentReducer, parse, parseSync } from '../robots-document.js';
import { LineParser } from '../stream/line-parser.js';
import { stringify } from './stringify.js';

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

  test.each([BOM, '\xEF\xBB', '\xEF', ''])('a single line behind %j', (mark) => {
    const body = octetsOf(mark.padEnd(limit + 1, 'x'));
    const document = documentEveryWay(body, undefined, cuts);
    sameOctets(document.octets, octetsOf(mark === BOM ? BOM : ''));
    expect(document).toMatchObject({ size: limit, truncated: true, lineCount: 0 });
  });

  test('a larger limit, and none', () => {
    const body = octetsOf(`user-agent: *\n${'#'.padEnd(limit, 'c')}\ndisallow: /\n`);
    expect(documentEveryWay(body, limit + 20, [...cuts, limit + 20]).groups[0].rules).toEqual([]);
    expect(documentEveryWay(body, Infinity, cuts).groups[0].rules.length).toBe(1);
  });

  test('a reading keeps nothing of the one before it', () => {
    const long = parseSync(octetsOf(`${BOM}${'user-agent: a\ndisallow: /b\n'.repeat(10_000)}`), {
      maxOctets: Infinity,
    });
    const short = parseSync(utf8('allow: /'));
    expect(short.facts.rows.length).toBe(8);
    expect([short.lineCount, short.byteOrderMark, short.size]).toEqual([1, 'none', 8]);
    expect([long.lineCount, long.facts.rowCount]).toEqual([20_000, 20_000]);
    expect(long.groups[9_999].rules[0].line).toBe(20_000);
  });
});

describe('from a source', () => {
  test('is the same as at once', async () => {
    const body = octetsOf(`${BOM}user-agent: *\r\ndisallow: /\xE9\n`);
    for (let size = 1; size <= body.length; size++) {
      const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
        body.subarray(i * size, (i + 1) * size),
      );
      const document = await parse(chunks);
      expect(document.facts).toEqual(parseSync(body).facts);
    }
  });

  test('at the limit the rest is not asked for', async () => {
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

describe('the reducer', () => {
  test('needs no start, limit or end event', () => {
    const lines = eventsOf([utf8('user-agent: a\ndisallow: /b')]).filter(
      ({ type }) => !['start', 'end'].includes(type),
    );
    const document = foldDocument(lines);
    expect(document.groups[0].rules[0].pattern).toBe('/b');
    expect(document.size).toBe(26);
  });

  test('takes a part of a file: its lines are numbered from 1', () => {
    const [, , second, third] = eventsOf([utf8('# c\nuser-agent: a\nallow: /')]);
    const document = foldDocument([second, third]);
    expect(document.groups[0].userAgents[0]).toMatchObject({ line: 1, value: { start: 12, end: 13 } });
    sameOctets(stringify(document), utf8('user-agent: a\nallow: /'));
  });

  test('says how many octets past the line limit are missing', () => {
    const body = utf8(`user-agent: a\n${'allow: /'.padEnd(LINE_LIMIT_OCTETS + 100, 'x')}\nallow: /b\n`);
    const lossy = foldDocument(eventsOf([body]));
    expect(lossy.facts.discardedOctets).toBe(100);
    expect(lossy.size).toBe(body.length);
    expect(stringify(lossy).length).toBe(body.length - 100);
    expect(lossy.groups[0].rules.map(({ pattern }) => pattern.length)).toEqual([LINE_LIMIT_OCTETS - 7, 2]);
    const whole = foldDocument(eventsOf([body], { keepOverlong: true }));
    expect(comparableFacts(whole.facts)).toEqual(comparableFacts(parseSync(body).facts));
    sameOctets(stringify(whole), body);
  });

  test('a result taken halfway stays what it is', () => {
    const [start, first, second, end] = eventsOf([utf8('user-agent: a\ndisallow: /')]);
    let state = documentReducer.step(documentReducer.step(documentReducer.initial(), start), first);
    const halfway = documentReducer.result(state);
    state = documentReducer.step(documentReducer.step(state, second), end);
    expect(halfway.groups[0].rules).toEqual([]);
    sameOctets(stringify(halfway), utf8('user-agent: a\n'));
    expect(documentReducer.result(state).groups[0].rules.length).toBe(1);
  });

  test('an event of another make is a TypeError', () => {
    const event = { ...new LineParser().end()[0], type: 'blank', octets: new Uint8Array(), terminator: '' };
    expect(() => documentReducer.step(documentReducer.initial(), event as never)).toThrow(TypeError);
  });
});

test('the octets given may be changed afterwards', () => {
  const memory = utf8('user-agent: a\ndisallow: /b');
  const document = parseSync(memory);
  memory.fill(0);
  expect(document.groups[0].rules[0].pattern).toBe('/b');
});
