import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSync } from '../../../../src/parse.js';
import { PROFILES } from '../../../../src/profiles.js';
import { HOUR, MINUTE } from '../../../../test/support/manual-clock.js';
import { checkProperty } from '../../../../test/support/property.js';
import { type ParsedFile, parsedFileOf } from '../../../../test/support/ways.js';
import { MAX_LIFETIME_MS } from '../../src/memory/freshness.js';
import { nextRecord } from '../../src/memory/next-record.js';
import type { CacheRecord, Copy } from '../../src/memory/record.js';
import { decodeRecord, encodeRecord, type ReadContext } from '../../src/store/entry-codec.js';
import { ROBOTS_URL, success, unavailable, unreachable } from '../lookup/support/results.js';

const NOW = Date.UTC(2026, 0, 1);
const userAgent = 'ExampleBot/1.0';
const CONTEXT = { access: PROFILES.rfc9309.access, userAgent, minLifetimeMs: 0, now: NOW };
const READING: ReadContext = { robotsUrl: ROBOTS_URL, userAgent, maxOctets: 512_000, now: NOW };

const first = (result: Parameters<typeof nextRecord>[2]) => nextRecord(undefined, null, result, CONTEXT);
const copy = first(success('User-agent: *\nDisallow: /é\n', { etag: '"a"' }));
const stale = nextRecord(copy, null, unreachable(503), { ...CONTEXT, now: NOW });
const RECORDS: Readonly<Record<string, CacheRecord>> = {
  'a copy': copy,
  'a copy that outlives a failure': stale,
  'an empty file': first(success('')),
  'a file that is no UTF-8': first(success(Uint8Array.of(0xff, 0x00, 0x0a, 0x80, 0x0d))),
  'a file with a byte order mark': first(success('\ufeffUser-agent: *\n')),
  'a file that is gone': first(unavailable(404)),
  'an unreachable file': first(unreachable(null)),
};

/** An entry of the parts after its head, with the right digest. */
function sealed(rest: string): string {
  return `robotstream-cache 2 ${createHash('sha256').update(rest).digest('base64url')}\n${rest}`;
}

/** The entry of a record whose facts were changed, with a valid digest. */
function altered(record: CacheRecord, change: (facts: Altered) => void): string {
  const [, facts, ...file] = encodeRecord(record).split('\n');
  const changed = JSON.parse(facts) as Altered;
  change(changed);
  return sealed([JSON.stringify(changed), ...file].join('\n'));
}

/** The facts of an entry, before anything checks their types. */
// biome-ignore lint/suspicious/noExplicitAny: a test puts every kind of value there
type Altered = Record<string, any>;

/** The file of a record's copy. */
function fileOf({ copy }: CacheRecord): ParsedFile {
  expect(copy).not.toBeNull();
  return parsedFileOf((copy as Copy).document);
}

/** Compares as `toEqual` does, which takes seconds for half a million octets. */
function expectSame(read: unknown, record: CacheRecord): void {
  const { octets, rows: _, ...sizes } = fileOf(record);
  const file = fileOf(read as CacheRecord);
  expect(Buffer.compare(file.octets, octets)).toBe(0);
  expect(file).toMatchObject(sizes);
  expect({ ...(read as CacheRecord), copy: null }).toEqual({ ...record, copy: null });
}

describe('an entry', () => {
  test.each(Object.entries(RECORDS))('comes back as it was: %s', (_, record) => {
    const text = encodeRecord(record);
    const read = decodeRecord(text, READING);
    expect(read).toEqual(record);
    // A document shows none of its octets to `toEqual`.
    if (record.copy !== null) expectSame(read, record);
    else expect(text.endsWith('\n')).toBe(true);
  });

  test('of a file that must not be stored holds what else is known', () => {
    const context = { ...CONTEXT, minLifetimeMs: HOUR };
    const held = nextRecord(undefined, null, success('a', { 'cache-control': 'no-store' }), context);
    const record = nextRecord(held, null, unreachable(503), context);
    expect(record.copy).not.toBeNull();
    expect(decodeRecord(encodeRecord(record), READING)).toEqual({ ...record, copy: null });
  });

  describe('of a file above the parsing limit', () => {
    const text = `Disallow: /${'a'.repeat(600)}\n`.repeat(1000);
    /** The record of the file as it is read up to a limit. */
    const cutAt = (maxOctets: number) => first({ ...success(''), document: parseSync(text, { maxOctets }) });
    const readAt = (record: CacheRecord, maxOctets: number) =>
      decodeRecord(encodeRecord(record), { ...READING, maxOctets });

    test('remembers that it was cut, and is of no use to a client with a higher limit', () => {
      const cut = cutAt(512_000);
      expect(fileOf(cut).truncated).toBe(true);
      expectSame(readAt(cut, 512_000), cut);
      expect(readAt(cut, 512_001)).toBe('parsing-limit');
    });

    test('is cut at the limit of this client', () => {
      const whole = cutAt(Infinity);
      const entry = encodeRecord(whole);
      expectSame(decodeRecord(entry, { ...READING, maxOctets: Infinity }), whole);
      expectSame(decodeRecord(entry, READING), cutAt(512_000));
    });

    test('is cut again at the limit of this client', () => {
      expect((readAt(cutAt(600_000), 512_000) as CacheRecord).copy?.document.size).toBe(512_000);
    });
  });
});

describe('what is not used, and why', () => {
  const entry = encodeRecord(copy);
  const other = (change: Partial<ReadContext>) => decodeRecord(entry, { ...READING, ...change });

  test.each([
    ['nothing', null],
    ['a number', 1],
    ['octets', new Uint8Array(3)],
    ['a list', ['robotstream-cache 1']],
    ['a list with an entry', [entry]],
    ['an empty text', ''],
    ["somebody else's text", '{"expires":1}'],
    ['an entry about another file', encodeRecord({ ...copy, robotsUrl: 'https://b.example/robots.txt' })],
    ['a later kind of entry', 'robotstream-cache/2 …'],
  ])('%s is foreign', (_, value) => {
    expect(decodeRecord(value, READING)).toBe('foreign');
  });

  test.each(Object.keys(RECORDS))('every cut and every changed character: %s', (name) => {
    const whole = encodeRecord(RECORDS[name]);
    const read: number[] = [];
    for (let at = 0; at < whole.length; at++) {
      const changed = String.fromCharCode(whole.charCodeAt(at) ^ 1);
      const damaged = [whole.slice(0, at), whole.slice(0, at) + changed + whole.slice(at + 1)];
      if (damaged.some((text) => typeof decodeRecord(text, READING) !== 'string')) read.push(at);
    }
    expect(read).toEqual([]);
  });

  test('an entry from a clock that is more than five minutes ahead', () => {
    expect(other({ now: NOW - 5 * MINUTE })).toEqual(copy);
    expect(other({ now: NOW - 5 * MINUTE - 1 })).toBe('future');
  });

  test('an entry whose digest is right and whose shape is not', () => {
    expect(decodeRecord(sealed(entry.slice(entry.indexOf('\n') + 1)), READING)).toEqual(copy);
    for (const rest of ['', '\n', '{}\n', 'null\ntext:', '[]\ntext:a', '{"robotsUrl":1}\n']) {
      expect(decodeRecord(sealed(rest), READING)).toBe('corrupt');
    }
    const lines = entry.split('\n');
    const json = JSON.parse(lines[1] ?? '') as { copy: Record<string, unknown> };
    for (const field of Object.keys(json.copy)) {
      const { [field]: _, ...rest } = json.copy;
      const text = `${JSON.stringify({ ...json, copy: rest })}\ntext:`;
      expect(decodeRecord(sealed(text), READING)).toBe('corrupt');
    }
    expect(decodeRecord(sealed(`${lines[1]}\nzip:abc`), READING)).toBe('corrupt');
  });

  test('an entry fetched under another User-Agent, if the server says that it matters (RFC 9111 §4.1)', () => {
    expect(other({ userAgent: 'OtherBot/1' })).toEqual(copy);
    const varied = first(success('', { vary: 'Accept-Encoding, Origin' }));
    expect(decodeRecord(encodeRecord(varied), { ...READING, userAgent: 'OtherBot/1' })).toEqual(varied);
    for (const vary of ['User-Agent', 'Accept-Encoding, user-agent', '*', 'Origin, *']) {
      const record = first(success('', { vary }));
      expect(decodeRecord(encodeRecord(record), READING)).toEqual(record);
      expect(decodeRecord(encodeRecord(record), { ...READING, userAgent: 'OtherBot/1' })).toBe('user-agent');
    }
  });

  test('a response without a file under another User-Agent', () => {
    for (const name of ['a copy that outlives a failure', 'a file that is gone', 'an unreachable file']) {
      const text = encodeRecord(RECORDS[name]);
      expect(decodeRecord(text, { ...READING, userAgent: 'OtherBot/1' })).toBe('user-agent');
    }
  });

  test.each<[string, CacheRecord, (facts: Altered) => void]>([
    ['neither a copy nor an absence', copy, (facts) => (facts.copy = null)],
    ['a size below zero', copy, ({ copy }) => (copy.size = -1)],
    ['a redirect that is none', copy, ({ copy }) => (copy.facts.redirects = [7])],
    ['fetched after it was confirmed', copy, ({ copy }) => copy.fetchedAt++],
    ['confirmed after the last fetch', copy, ({ copy }) => copy.validatedAt++],
    ['an outage that began after the last fetch', stale, ({ absence }) => absence.since++],
    ['fresh for more than a century', copy, ({ copy }) => (copy.lifetimeMs = MAX_LIFETIME_MS + 1)],
    [
      'not to be fetched for more than a century',
      stale,
      (facts) => (facts.absence.nextAt = facts.learntAt + MAX_LIFETIME_MS + 1),
    ],
  ])('an entry whose facts contradict each other: %s', (_, record, change) => {
    expect(decodeRecord(altered(record, change), READING)).toBe('corrupt');
  });

  test.each<[string, CacheRecord, (facts: Altered) => void]>([
    ['fresh for a century', copy, ({ copy }) => (copy.lifetimeMs = MAX_LIFETIME_MS)],
    [
      'not to be fetched for a century',
      stale,
      (facts) => (facts.absence.nextAt = facts.learntAt + MAX_LIFETIME_MS),
    ],
  ])('the longest times are used: %s', (_, record, change) => {
    expect(decodeRecord(altered(record, change), READING)).toMatchObject({ learntAt: NOW });
  });

  test('a field of another type, wherever it is', () => {
    const unlike = (value: unknown) => (typeof value === 'string' ? 7 : 'text');
    const accepted: string[] = [];
    const sweep = (facts: Altered, path: readonly string[]): void => {
      const holder = path.reduce((value, name) => value[name], facts);
      for (const name of Object.keys(holder)) {
        const text = altered(stale, (changed) => {
          const place = path.reduce((value, step) => value[step], changed);
          place[name] = unlike(place[name]);
        });
        if (decodeRecord(text, READING) !== 'corrupt') accepted.push([...path, name].join('.'));
        if (typeof holder[name] === 'object' && holder[name] !== null) sweep(facts, [...path, name]);
      }
    };
    altered(stale, (facts) => sweep(facts, []));
    expect(accepted).toEqual([]);
  });

  checkProperty(
    'any value at all, without throwing',
    fc.property(fc.anything(), fc.string({ unit: 'binary' }), (value, text) => {
      expect(typeof decodeRecord(value, READING)).toBe('string');
      expect(typeof decodeRecord(`robotstream-cache 1 ${text}`, READING)).toBe('string');
    }),
  );
});
