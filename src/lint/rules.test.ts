import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/lint/octets-of.js';
import { parseSync } from '../parse.js';
import { READERS } from '../readers/index.js';
import { fix } from './fix.js';
import { lint } from './lint.js';
import { LINT_RULES, RULE_IDS, type RuleId } from './rules.js';

/** The examples that show only a part of a file. */
const WHOLE_EXAMPLES: { readonly [id in RuleId]?: string } = {
  'line-too-long': `User-agent: *\nDisallow: /${'a'.repeat(17_000)}\n`,
  'parsing-limit': `User-agent: *\n#${'a'.repeat(512_000)}\nDisallow: /private/\n`,
};

const OPTIONS = { url: 'https://example.com/robots.txt', readers: [READERS['python-3.11']] };

/** How many findings of a rule a file has. */
function count(id: RuleId, text: string): number {
  const { findings } = lint(parseSync(octetsOf(text)), OPTIONS);
  return findings.filter(({ rule }) => rule === id).length;
}

describe.each(RULE_IDS)('%s', (id) => {
  const { example, better, autofix, sources, why, title, fix: repair } = LINT_RULES[id];

  test('the example has one finding, and the better file none', () => {
    expect(count(id, WHOLE_EXAMPLES[id] ?? example)).toBe(1);
    expect(count(id, better)).toBe(0);
  });

  test('says what, why and how in whole sentences, with a source', () => {
    for (const text of [title, why, repair, ...(autofix === undefined ? [] : [autofix.does])]) {
      expect(text).toMatch(/^[A-Z"].*[.)]$/s);
    }
    expect(sources.length).toBeGreaterThan(0);
  });

  if (autofix === undefined) {
    test('no finding has a fix', () => {
      const { findings } = lint(parseSync(octetsOf(example)), OPTIONS);
      expect(findings.filter(({ rule }) => rule === id).map((finding) => finding.fix)).toEqual(
        WHOLE_EXAMPLES[id] === undefined ? [null] : [],
      );
    });
  } else {
    test('the fix makes the better file of the example', () => {
      const { octets, fixed, refusal } = fix(parseSync(octetsOf(example)));
      expect(fixed.map(({ finding }) => finding.rule)).toContain(id);
      expect(refusal).toBeNull();
      expect(count(id, new TextDecoder().decode(octets))).toBe(0);
    });
  }
});

test('no rule is listed twice', () => {
  expect(new Set(RULE_IDS).size).toBe(RULE_IDS.length);
});
