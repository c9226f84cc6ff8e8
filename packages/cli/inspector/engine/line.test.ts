import { PARSING_LIMIT_OCTETS, parseSync } from 'robotstream/web';
import { describe, expect, test, vi } from 'vitest';
import { type LineMeaning, lineMeaning } from './line.js';
import type { LineQuestion } from './question.js';

const FILE = `# comment
user-agent: *
disallow: /a
crawl-delay: 3

user-agent: FooBot
user-agent: BarBot
disallow: x
sitemap: https://example.com/s.xml
nonsense`;

function meaningOf(line: number, question: Partial<LineQuestion> = {}): LineMeaning {
  const crawlers = 'FooBot, QuxBot';
  const steps = lineMeaning(parseSync(FILE), { line, crawlers, profile: 'rfc9309', ...question });
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

describe('a line', () => {
  test('that is a rule has its group, and the crawlers that obey it', () => {
    expect(meaningOf(3)).toMatchObject({
      kind: 'disallow',
      part: { line: 3, start: FILE.indexOf('disallow: /a'), end: FILE.indexOf('\ncrawl-delay') },
      group: { line: 2, names: ['*'] },
      crawlers: [
        { crawler: 'FooBot', obeys: false, explanation: null },
        { crawler: 'QuxBot', obeys: true, explanation: null },
      ],
    });
  });

  test.each([
    ['after the last terminator', 'user-agent: *\n', 2, 'blank'],
    ['of an empty file', '', 1, 'blank'],
    ['past the parsing limit', `${'#'.repeat(PARSING_LIMIT_OCTETS)}\nallow: /`, 2, 'unread'],
  ])('%s, as an editor shows it', (_, file, line, kind) => {
    const { done, value } = lineMeaning(parseSync(file), { line, crawlers: '*', profile: 'rfc9309' }).next();
    expect(done && value.kind).toBe(kind);
  });

  test('of any of the groups that a crawler obeys together is obeyed by it', () => {
    const file =
      'user-agent: FooBot\ndisallow: /a\n\nuser-agent: QuxBot\ndisallow: /\n\nuser-agent: FooBot\ndisallow: /b';
    const obeying = [2, 5, 8].map((line) => {
      const steps = lineMeaning(parseSync(file), { line, crawlers: 'FooBot, QuxBot', profile: 'rfc9309' });
      for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
    });
    expect(obeying.map((meaning) => meaning?.crawlers.map(({ obeys }) => obeys))).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
  });

  test.each([
    [
      'names some',
      'user-agent: FooBot\nuser-agent: *\nuser-agent: Googlebot\ndisallow: /\n\nuser-agent: *\nallow: /',
    ],
    ['has no group for *', 'user-agent: GPTBot\ndisallow: /\n\nuser-agent: gptbot\ndisallow: /b'],
  ])('of a file that %s means the same to a crawler, also if others are asked about', (_, file) => {
    const document = parseSync(file);
    const meanings = (line: number, crawlers: string) => {
      const steps = lineMeaning(document, { line, crawlers, profile: 'rfc9309' });
      for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value.crawlers;
    };
    for (let line = 1; line <= document.lineCount; line++) {
      const together = meanings(line, '@all, FooBot');
      expect(together).toEqual(together.flatMap(({ crawler }) => meanings(line, crawler)));
    }
  });

  test('is explained once for all crawlers that the file does not name', () => {
    const document = parseSync('user-agent: *\nuser-agent: FooBot\ndisallow: /\n\nuser-agent: *\nallow: /');
    const explain = vi.spyOn(Object.getPrototypeOf(document.matchers(['FooBot'])[0]), 'explain');
    try {
      // FooBot, the crawlers that obey the groups for `*`, and those that obey none.
      for (const line of [1, 2, 3]) {
        explain.mockClear();
        for (const _ of lineMeaning(document, { line, crawlers: '@all, FooBot', profile: 'rfc9309' }));
        expect(explain.mock.calls.length).toBeLessThanOrEqual(3);
      }
    } finally {
      explain.mockRestore();
    }
  });

  test('that names crawlers says what it means to each, in the words of the library', () => {
    expect(meaningOf(7, { crawlers: 'BarBot, QuxBot' })).toMatchObject({
      kind: 'user-agent',
      group: { line: 6, names: ['FooBot', 'BarBot'] },
      crawlers: [
        { crawler: 'BarBot', obeys: true, explanation: 'names BarBot' },
        { crawler: 'QuxBot', obeys: false, explanation: 'names another crawler' },
      ],
    });
  });

  test('with problems has the diagnostics of the library', () => {
    expect(meaningOf(8).problems).toEqual(
      parseSync(FILE).diagnostics.flatMap(({ line, message }) => (line === 8 ? [message] : [])),
    );
    expect(meaningOf(8).problems).toHaveLength(1);
  });

  test.each([
    [1, 'comment', false],
    [4, 'other', true],
    [5, 'blank', false],
    [9, 'sitemap', false],
    [10, 'invalid', false],
    [11, 'blank', false],
  ])('%i is %s', (line, kind, isInGroup) => {
    const meaning = meaningOf(line);
    expect(meaning.kind).toBe(kind);
    expect(meaning.group !== null).toBe(isInGroup);
  });

  test('has the kind that the profile reads', () => {
    const file = 'user-agents: FooBot\ndisallow: /';
    const [asRfc, asGoogle] = (['rfc9309', 'google'] as const).map((profile) => {
      const steps = lineMeaning(parseSync(file), { line: 1, crawlers: 'FooBot', profile });
      for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
    });
    expect(asRfc?.kind).toBe('other');
    expect(asGoogle).toMatchObject({ kind: 'user-agent', crawlers: [{ crawler: 'FooBot', obeys: true }] });
  });
});
