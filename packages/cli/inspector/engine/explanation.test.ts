import { parseSync } from 'robotstream/web';
import { describe, expect, test } from 'vitest';
import { type CellExplanation, cellExplanation } from './explanation.js';
import type { CellQuestion } from './question.js';

const FILE = `user-agent: *
disallow: /a
allow: /a/b
content-usage: train-ai=n

user-agent: FooBot
user-agent: BarBot
disallow: /x
disallow:`;

function explained(url: string, crawler: string, question: Partial<CellQuestion> = {}): CellExplanation {
  return cellExplanation(parseSync(FILE), { url, crawler, profile: 'rfc9309', ...question });
}

/** The text of each marked part, with its line. */
function marked({ marks }: CellExplanation): string[] {
  return marks.map(({ line, start, end }) => `${line} ${FILE.slice(start, end)}`);
}

describe('an explanation', () => {
  test('marks the user-agent line that selects the group, and the rule that decides', () => {
    const explanation = explained('/a', 'QuxBot');
    expect(explanation.allowed).toBe(false);
    expect(marked(explanation)).toEqual(['1 *', '2 /a']);
  });

  test('marks the user-agent line that names the crawler, not the first of the group', () => {
    expect(marked(explained('/x', 'BarBot'))).toEqual(['7 BarBot', '8 /x']);
  });

  test('marks only the user-agent line if no rule matches', () => {
    const explanation = explained('/c', 'FooBot');
    expect(explanation).toMatchObject({ allowed: true, reason: 'no-matching-rule', rules: [], ruleCount: 2 });
    expect(marked(explanation)).toEqual(['6 FooBot']);
  });

  test('marks the field of a rule without a pattern', () => {
    expect(marked(explained('/c', 'FooBot', { profile: 'google' }))).toEqual(['6 FooBot', '9 disallow']);
  });

  test('marks nothing if no group applies', () => {
    expect(explained('/a', 'AdsBot-Google')).toMatchObject({
      allowed: true,
      reason: 'no-matching-group',
      groupCount: 0,
      marks: [],
    });
  });

  test('has the matching rules in order of precedence, and what the URL becomes', () => {
    const explanation = explained('https://example.com/a/b#c', 'QuxBot');
    expect(explanation.compared).toBe('/a/b');
    expect(explanation.changes.map(({ kind }) => kind)).toEqual(['origin', 'fragment']);
    expect(explanation.rules).toMatchObject([
      { line: 3, directive: 'allow', decides: true },
      { line: 2, directive: 'disallow', decides: false },
    ]);
  });

  test('has what the file states about usage, if the crawler may fetch the URL', () => {
    expect(explained('/c', 'QuxBot').usage).toEqual([
      { field: 'Content-Usage', category: 'train-ai', preference: 'disallowed', lines: [4] },
    ]);
    expect(explained('/a', 'QuxBot').usage).toEqual([]);
  });

  test('is plain data', () => {
    const explanation = explained('/a', 'QuxBot');
    expect(structuredClone(explanation)).toEqual(explanation);
  });
});
