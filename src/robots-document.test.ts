import { describe, expect, test } from 'vitest';
import { comparableFacts, parsedFileOf } from '../test/support/ways.js';
import { isAllowed } from './is-allowed.js';
import { parseSync } from './parse.js';
import type { ProfileName } from './profiles.js';
import { RobotsDocument } from './robots-document.js';

describe('crawlDelay', () => {
  test("docs/semantics.md §3.4: of one group for a and b, the delay is a's alone", () => {
    const document = parseSync('user-agent: a\ncrawl-delay: 5\nuser-agent: b\ndisallow: /x\n');
    expect(document.groups.length).toBe(1);
    expect(document.crawlDelay('a')).toBe(5);
    expect(document.crawlDelay('b')).toBe(undefined);
    expect(document.matcher({ agents: 'a' }).isAllowed('/x')).toBe(false);
    expect(document.matcher({ agents: 'b' }).isAllowed('/x')).toBe(false);
  });

  test.each<[string, string, string | string[], number | undefined, ProfileName?]>([
    ['none', 'user-agent: a\ndisallow: /', 'a', undefined],
    ['no group', 'crawl-delay: 1', 'a', undefined],
    ["the wildcard's, for who has no group", 'user-agent: *\ncrawl-delay: 1', 'a', 1],
    [
      "not the wildcard's, for who has one",
      'user-agent: *\ncrawl-delay: 1\ndisallow:\nuser-agent: a\ndisallow: /',
      'a',
      undefined,
    ],
    ['after the rules', 'user-agent: a\ndisallow: /\ncrawl-delay: 1', 'a', 1],
    [
      'of a later group of the same name',
      'user-agent: a\ndisallow:\nuser-agent: b\ndisallow:\nuser-agent: a\ncrawl-delay: 3',
      'a',
      3,
    ],
    [
      'of the first of two groups',
      'user-agent: a\ncrawl-delay: 1\ndisallow:\nuser-agent: a\ncrawl-delay: 3',
      'a',
      1,
    ],
    ['the first that can be read', 'user-agent: a\ncrawl-delay: soon\ncrawl-delay: 2', 'a', 2],
    [
      'of a name that is given twice: from the first on',
      'user-agent: a\ncrawl-delay: 1\nuser-agent: a\ncrawl-delay: 2',
      'a',
      1,
    ],
    [
      'of any of several names',
      'user-agent: b\ncrawl-delay: 2\ndisallow:\nuser-agent: c\ncrawl-delay: 3',
      ['a', 'c', 'b'],
      2,
    ],
    ['of a name in another case, with a version', 'user-agent: A\ncrawl-delay: 1', 'a/1.0', 1],
    ['without a colon', 'user-agent: a\ncrawl-delay 1', 'a', 1],
    ['with a comment', 'user-agent: a\ncrawl-delay: 1 # s', 'a', 1],
    [
      'by another profile: all of a record of 1996 counts',
      'user-agent: a\n\ncrawl-delay: 1',
      'a',
      undefined,
      'koster-1996',
    ],
    [
      'by another profile: the first named record of 1996',
      'user-agent: a\ndisallow: /\n\nuser-agent: a\ncrawl-delay: 1',
      'a',
      undefined,
      'koster-1996',
    ],
    ['by another profile: a prefix is enough for Google', 'user-agents: a\ncrawl-delay: 1', 'a', 1, 'google'],
  ])('%s', (_, text, agents, seconds, profile) => {
    expect(parseSync(text).crawlDelay(agents, { profile })).toBe(seconds);
  });
});

test('requestRate and visitTime are found as crawlDelay is', () => {
  const document = parseSync(
    'user-agent: a\nrequest-rate: 1/2m 0600-0845\nuser-agent: b\nVisit-Time: 2200-0100\ndisallow:',
  );
  expect(document.requestRate('a')).toEqual({
    requests: 1,
    seconds: 120,
    time: { startMinutes: 360, endMinutes: 525 },
  });
  expect(document.requestRate('b')).toBe(undefined);
  expect(document.visitTime('a')).toEqual({ startMinutes: 1320, endMinutes: 60 });
  expect(document.visitTime(['x', 'b'])).toEqual({ startMinutes: 1320, endMinutes: 60 });
  expect(document.visitTime('c')).toBe(undefined);
});

describe('extensions', () => {
  const document = parseSync(
    [
      'content-signal: nobody=1',
      'user-agent: a',
      'Content-Signal: ai-train=no',
      'user-agent: b',
      'content-signal: search=yes',
      'disallow: /',
      'user-agent: *',
      'content-signal: all=1',
      'disallow:',
      'user-agent: a',
      'content-SIGNAL: again=1',
    ].join('\n'),
  );

  test.each([
    ['a', ['ai-train=no', 'search=yes', 'again=1']],
    ['b', ['search=yes']],
    ['c', ['all=1']],
  ])('of %s', (agent, values) => {
    expect(document.extensions(agent, 'Content-signal').map(({ value }) => value.text)).toEqual(values);
  });

  test('of a field that the file does not have are none', () => {
    expect(document.extensions('a', 'noindex')).toEqual([]);
  });

  test('records of the file apply to no caller (docs/semantics.md §3.5)', () => {
    const filewide = parseSync('user-agent: a\nhost: b\nclean-param: c\nsitemap: d');
    for (const field of ['host', 'clean-param', 'sitemap'])
      expect(filewide.extensions('a', field)).toEqual([]);
  });
});

describe('selectAgent', () => {
  const document = parseSync(
    'user-agent: Googlebot\ndisallow: /\nuser-agent: *\ndisallow:\nuser-agent: b\x01\ndisallow: /',
  );

  test.each<[string, string[], string | undefined]>([
    ['the first that is named', ['Googlebot-News', 'Googlebot'], 'Googlebot'],
    ['as the caller writes it', ['googlebot/2.1', 'x'], 'googlebot/2.1'],
    ['none', ['x', 'y'], undefined],
    ['not the wildcard', ['*', 'x'], undefined],
    ['not an unusable name', ['b'], undefined],
    [
      'the first of many',
      [...Array.from({ length: 20 }, (_, i) => `x${i}`), 'googlebot', 'Googlebot'],
      'googlebot',
    ],
  ])('%s', (_, preferences, agent) => {
    expect(document.selectAgent(preferences)).toBe(agent);
  });

  test('refuses one name in place of a list', () => {
    // @ts-expect-error not a list
    expect(() => document.selectAgent('Googlebot')).toThrow(
      new TypeError('preferences is "Googlebot"; a list of product tokens is expected'),
    );
    expect(() => document.selectAgent(new Array(1))).toThrow('preferences[0] is undefined; ');
  });

  test('by another profile', () => {
    expect(document.selectAgent(['b'], { profile: 'google' })).toBe('b');
  });
});

describe('parseSync', () => {
  test('accepts octets, a buffer and text', () => {
    const text = '\ufeffuser-agent: é\ndisallow: /';
    const octets = new TextEncoder().encode(text);
    const whole = parseSync(text);
    expect(whole).toBeInstanceOf(RobotsDocument);
    expect(parsedFileOf(parseSync(octets))).toEqual(parsedFileOf(whole));
    expect(parsedFileOf(parseSync(octets.slice().buffer))).toEqual(parsedFileOf(whole));
    const memory = new Uint8Array([0x23, ...octets, 0x23]);
    expect(parsedFileOf(parseSync(memory.subarray(1, -1)))).toEqual(parsedFileOf(whole));
    expect(whole.byteOrderMark).toBe('whole');
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['5', 5],
    ['an array of 1', [1]],
    ['an instance of Promise', Promise.resolve('')],
    ['an instance of Uint16Array', new Uint16Array(1)],
    ['an instance of Blob', new Blob([])],
    ['an instance of no class', Object.create(null)],
  ])('%s is a TypeError', (what, octets) => {
    expect(() => parseSync(octets as string)).toThrow(TypeError);
    expect(() => parseSync(octets as string)).toThrow(
      `octets is ${what}; a Uint8Array, a DataView, an ArrayBuffer or a string (parse() takes streams) is expected`,
    );
  });
});

describe('arguments that run code when they are read', () => {
  /** Takes more steps than are granted, so that the file is read a second time. */
  const slow = `user-agent: *\n${'disallow: /*aaaaaaaaaaaaaaaab\n'.repeat(200)}disallow: /a`;
  const slowUrl = `/${'a'.repeat(4000)}`;
  const other = 'user-agent: *\ndisallow: /other';

  const ask = (file: string | Uint8Array, url: string | URL): boolean =>
    isAllowed(file, url, { agents: 'x' });

  const urlWithHref = (get: () => unknown): URL =>
    Object.defineProperty(new URL('http://host/'), 'href', { get });

  test('a URL that asks another question when it is read', () => {
    let reads = 0;
    const askingUrl = urlWithHref(() => {
      reads++;
      expect(ask(other, '/other')).toBe(false);
      expect(ask(slow, slowUrl)).toBe(false);
      return `http://host${reads === 1 ? slowUrl : '/'}`;
    });
    expect(ask(slow, askingUrl)).toBe(false);
    expect(reads).toBe(1);
    const matcher = parseSync(slow).matcher({ agents: 'x' });
    for (let i = 0; i < 3; i++) {
      reads = 0;
      expect(matcher.isAllowed(askingUrl)).toBe(false);
      expect(reads).toBe(1);
    }
  });

  test('octets that ask another question when they are read', () => {
    class AskingOctets extends Uint8Array {
      static get [Symbol.species](): Uint8ArrayConstructor {
        ask(other, '/other');
        return Uint8Array;
      }
      override get length(): number {
        ask(other, '/other');
        return super.length;
      }
      override subarray(start?: number, end?: number): Uint8Array<ArrayBuffer> {
        ask(other, '/other');
        return super.subarray(start, end) as Uint8Array<ArrayBuffer>;
      }
    }
    const long = `${slow}\n${'#\n'.repeat(300_000)}`;
    for (const file of [slow, long]) {
      const octets = AskingOctets.from(new TextEncoder().encode(file));
      expect(ask(octets, '/a')).toBe(false);
      expect(ask(octets, slowUrl)).toBe(false);
      expect(ask(octets, '/other')).toBe(true);
      const [facts, expected] = [octets, file].map((input) =>
        comparableFacts(parsedFileOf(parseSync(input))),
      );
      expect(facts).toEqual(expected);
    }
  });

  test('a URL whose href is not a string', () => {
    const odd = urlWithHref(() => 5);
    expect(() => ask(other, odd)).toThrow(TypeError);
    expect(() => parseSync(other).matcher({ agents: 'x' }).isAllowed(odd)).toThrow('url is ');
  });

  test('options that ask another question when they are read', () => {
    const options = {
      get agents(): string {
        ask(other, '/other');
        return 'x';
      },
      get profile(): ProfileName {
        ask(other, '/other');
        return 'rfc9309';
      },
      get maxOctets(): number {
        ask(other, '/other');
        return 600_000;
      },
    };
    expect(isAllowed(slow, slowUrl, options)).toBe(false);
    expect(isAllowed(slow, '/other', options)).toBe(true);
  });
});

describe('matchers', () => {
  const FILE =
    'user-agent: a\ndisallow: /a\n\nuser-agent: Googlebot\ndisallow: /g\n\nuser-agent: *\ndisallow: /\n';
  const document = parseSync(FILE);

  test('are in the order of the callers, and judge as each alone', () => {
    const matchers = document.matchers(['Googlebot', ['a', 'b'], { crawler: 'Googlebot-News' }, 'c']);
    expect(matchers.map((matcher) => matcher.check('/a').rule?.line ?? null)).toEqual([null, 2, null, 8]);
    expect(matchers.map((matcher) => matcher.isAllowed('/g'))).toEqual([false, true, false, false]);
  });

  test('judge by the profile given', () => {
    const [matcher] = document.matchers(['a'], { profile: 'google' });
    expect(matcher?.profile.name).toBe('google');
  });

  test('are none for no callers', () => {
    expect(document.matchers([])).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['a name alone', 'a', 'callers is'],
    ['an empty name', ['a', ''], 'callers[1] is'],
    ['a hole', new Array(1), 'callers[0] is'],
    ['an empty list among them', ['a', []], 'callers[1] is'],
  ])('%s is refused', (_, callers, message) => {
    expect(() => document.matchers(callers as string[])).toThrow(TypeError);
    expect(() => document.matchers(callers as string[])).toThrow(message);
  });

  test('an unknown option is refused', () => {
    expect(() => document.matchers(['a'], { agents: 'a' } as object)).toThrow(TypeError);
  });
});
