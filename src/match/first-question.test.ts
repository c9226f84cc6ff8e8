/** The first question to a document needs no rows, and its verdict is the one that later questions get. */
import { describe, expect, test, vi } from 'vitest';
import { readDocument } from '../../test/support/ways.js';
import { isAllowed } from '../is-allowed.js';
import { parse, parseSync } from '../parse.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import type { RobotsDocument } from '../robots-document.js';

/** Rows that are too many for the memory that small documents share. They are copied by `slice`, which can be counted. */
const FILE = `user-agent: a\n${'disallow: /x\n'.repeat(1_000)}`;

const TYPED_ARRAY: { slice(start?: number, end?: number): unknown } = Object.getPrototypeOf(
  Int32Array.prototype,
);

/** How often something reads the lines of a document. */
function timesRead(act: () => unknown): number {
  const slice = vi.spyOn(TYPED_ARRAY, 'slice');
  try {
    act();
    return slice.mock.contexts.filter((array) => array instanceof Int32Array).length;
  } finally {
    slice.mockRestore();
  }
}

describe('the lines of a document are read', () => {
  const ask = (document: RobotsDocument, agents = 'a') => document.matcher({ agents }).isAllowed('/x');
  const check = (document: RobotsDocument) => document.matcher({ agents: 'a' }).check('/x');

  test.each<[string, number, (document: RobotsDocument) => unknown]>([
    ['not for what is known without them', 0, ({ octets, size, truncated }) => [octets, size, truncated]],
    ['not for a matcher', 0, (document) => document.matcher({ agents: 'a' })],
    ['not for one question', 0, (document) => ask(document)],
    ['not for one verdict with its rule', 0, (document) => check(document).rule?.pattern],
    ['for the sentence of a verdict', 1, (document) => check(document).explanation],
    ['for the second question', 1, (document) => [ask(document), ask(document), ask(document, 'b')]],
    ['for one of many callers', 1, (document) => document.matchers(['a', 'b'])[0].isAllowed('/x')],
    ['for the number of lines', 1, (document) => [document.lineCount, document.lineCount, ask(document)]],
    ['for the groups', 1, (document) => document.groups],
  ])('%s', (_, times, act) => {
    expect(timesRead(() => act(parseSync(FILE)))).toBe(times);
  });

  test('not for one question to a file that came in chunks', async () => {
    const document = await parse(new Blob([FILE]));
    expect(timesRead(() => ask(document))).toBe(0);
    expect(timesRead(() => ask(document))).toBe(1);
  });
});

describe.each(Object.keys(PROFILES) as ProfileName[])(
  'the first verdict is a later one, under %s',
  (profile) => {
    test.each<[string, string, string?]>([
      ['a rule', 'user-agent: a\ndisallow: /x'],
      ['a rule in the last line, ended by CR', 'user-agent: a\rallow: /\rdisallow: /x\r'],
      ['a rule in the last line, without an end', 'user-agent: a\r\n\r\n# c\r\ndisallow: /x # no'],
      ['a rule without a pattern', 'user-agent: *\ndisallow:'],
      ['a rule of the named group alone', 'user-agent: *\ndisallow: /x\nuser-agent: a\nallow: /x'],
      ['no rule of the named group', 'user-agent: *\ndisallow: /x\n\nuser-agent: a\nallow: /y'],
      ['no group', 'user-agent: b\ndisallow: /'],
      ['no file', ''],
      ['a rule in line 1, after no group', 'disallow: /x'],
      ['a byte order mark', '\uFEFFuser-agent: a\ndisallow: /x'],
      ['a misspelled rule', 'user agent: a\ndissallow: /x'],
      ['a rule without a colon', 'user-agent a\n \tdisallow /x\n'],
      ['a rule that is matched in another form', 'user-agent: a\ndisallow: /%7E*\nallow: /~x', '/~x'],
      ['/robots.txt', 'user-agent: a\ndisallow: /', '/robots.txt'],
      [
        'a group that a usage preference ends',
        'user-agent: a\ncontent-usage: train-ai=n\nuser-agent: b\ndisallow: /x',
      ],
      [
        'no rule of the named group, after one of the group for *',
        'user-agent: *\ndisallow: /x\nuser-agent: a',
      ],
      ['a rule of the group after one for others', 'user-agent: b\nallow: /x\nuser-agent: a\ndisallow: /x'],
      ['a rule before one for others', 'user-agent: a\ndisallow: /x\nuser-agent: b\nallow: /x'],
      ['a rule after a blank line', 'user-agent: a\n\ndisallow: /x'],
      ['a rule after a blank line and another rule', 'user-agent: a\ndisallow: /y\n\ndisallow: /x'],
      ['a short rule before a space', 'user-agent: a\nallow: /y\ndisallow: / \n'],
      ['a short rule before a tab', 'user-agent: a\nallow: /y\ndisallow: /\t\n'],
      ['a short rule before a comment', 'user-agent: a\nallow: /y\ndisallow: /# all'],
      ['a short rule before white space and a comment', 'user-agent: a\nallow: /y\ndisallow: /  # all'],
      ['a rule without a pattern before a comment', 'user-agent: a\nallow: /y\nallow: # all\ndisallow: /'],
      ['a rule in upper case', 'USER-AGENT: A\nDISALLOW: /x'],
      ['an allow rule that is as long', 'user-agent: a\ndisallow: /x\nallow: /x'],
      ['an empty rule after one that matches', 'user-agent: a\nallow: /\ndisallow:'],
      ['a rule after records without a meaning', 'user-agent: a\ncrawl-delay: 5\nsitemap: /\ndisallow: /x'],
      ['the first of two groups', 'user-agent: a\ndisallow: /x\n\nuser-agent: a\nallow: /x'],
      [
        'a rule of the next group, after one that differs',
        'user-agent: a\ndisallow: /y\nuser-agent: b\ndisallow: /x',
      ],
      ['the directory of an allowed index.html', 'user-agent: a\ndisallow: /d/\nallow: /d/index.html', '/d/'],
      [
        'a rule below what some profiles take for one',
        'user-agent: a\ndisallowed: /y\ndisallow: /y\nuser-agent: b\ndisallow: /x',
      ],
      [
        'a rule below one with a control octet',
        'user-agent: a\ndisallow: /y\u0001\ndisallow: /y\nuser-agent: b\ndisallow: /x',
      ],
      [
        'a rule below a misspelled one',
        'user-agent: a\ndissallow: /y\ndisallow: /y\nuser-agent: b\ndisallow: /x',
      ],
      ['a rule that ends at a NUL', 'user-agent: a\ndisallow: /x\0y'],
    ])('%s', (_, file, url = '/x') => {
      const later = readDocument(file).matcher({ agents: 'a', profile }).check(url);
      const matcher = parseSync(file).matcher({ agents: 'a', profile });
      const first = matcher.check(url);
      expect(JSON.stringify(first)).toBe(JSON.stringify(later));
      expect(parseSync(file).matcher({ agents: 'a', profile }).isAllowed(url)).toBe(later.allowed);
      expect(isAllowed(file, url, { agents: 'a', profile })).toBe(later.allowed);
      expect(JSON.stringify(matcher.check(url))).toBe(JSON.stringify(later));
    });

    test('a rule in line 1, after part of a byte order mark', () => {
      const octets = Uint8Array.from([
        0xef,
        0xbb,
        ...new TextEncoder().encode('user-agent: a\ndisallow: /x'),
      ]);
      const [first, later] = [parseSync(octets), readDocument(octets)].map((document) =>
        document.matcher({ agents: 'a', profile }).check('/x'),
      );
      expect(JSON.stringify(first)).toBe(JSON.stringify(later));
    });
  },
);
