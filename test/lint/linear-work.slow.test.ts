/** The lint and its fixes do work in proportion to a file, whatever its lines are. Only comparing rules takes more, within its budget. */
import { describe, expect, test } from 'vitest';
import { lintGithub, lintJson, lintRdjson } from '../../packages/cli/src/lint/machine-formats.js';
import { lintSarif } from '../../packages/cli/src/lint/sarif.js';
import { lintText } from '../../packages/cli/src/lint/text.js';
import { parseSync } from '../../src/core.js';
import { fix, lint, type RuleId } from '../../src/lint/index.js';
import { countedWork } from './counted-work.js';
import { LINE_KINDS, latin1Octets, linesOf } from './line-kinds.js';

/** The rules that compare rules with each other. */
const COMPARING: { readonly [id in RuleId]?: 'off' } = {
  'everything-disallowed': 'off',
  'group-loses-wildcard-rules': 'off',
  'nearly-everything-disallowed': 'off',
  'rule-never-decides': 'off',
  'search-engine-disallowed': 'off',
  'sitemap-disallowed': 'off',
  'small-search-engine-disallowed': 'off',
  'tied-rules': 'off',
};

const FEW_LINES = 500;
const TIMES = 4;
/** Work that grows with the square of a file would grow to 16 times as much. */
const MAX_GROWTH = 7;

/** Lines that checks look up from other lines, or go through for another line. */
const LOOKED_UP = ['blank', 'ignore comment', 'another agent', 'another rule', 'another sitemap', 'signal'];

const PAIRS = LOOKED_UP.flatMap((one) =>
  LOOKED_UP.filter((other) => other !== one).map((other) => [one, other] as const),
);

const FILES: readonly (readonly [string, (lines: number) => string])[] = [
  ...Object.keys(LINE_KINDS).map((kind) => [kind, (lines: number) => linesOf(kind, lines)] as const),
  ...PAIRS.map(
    ([one, other]) =>
      [
        `${one}, then ${other}`,
        (lines: number) => `user-agent:q\n${linesOf(one, lines / 2)}${linesOf(other, lines / 2)}`,
      ] as const,
  ),
  ...PAIRS.map(
    ([one, other]) =>
      [
        `${one} and ${other} in turns`,
        (lines: number) =>
          Array.from({ length: lines / 2 }, (_, nth) => linesOf(one, 1, nth) + linesOf(other, 1, nth)).join(
            '',
          ),
      ] as const,
  ),
];

/** Everything that `robotstream lint` does with a file. */
function lintAndPrint(octets: Uint8Array): void {
  const document = parseSync(octets);
  const result = lint(document, { rules: COMPARING, maxPerRule: Infinity });
  const { fixed } = fix(document);
  const files = [{ name: 'robots.txt', isFile: true, document, result, fixed }];
  lintJson(files);
  lintRdjson(files);
  lintSarif(files);
  for (const _ of lintGithub(files));
  for (const fixes of ['none', 'shown'] as const) {
    for (const _ of lintText(
      files,
      { fixes, hasInfos: true },
      { stdout: process.stdout, env: { NO_COLOR: '1' } },
    ));
  }
}

describe('work in proportion to the file', () => {
  test.each(FILES)('%s', (_, make) => {
    const [few, many] = [FEW_LINES, TIMES * FEW_LINES].map((lines) => {
      const octets = latin1Octets(make(lines));
      return countedWork(() => lintAndPrint(octets));
    });
    expect(many / few).toBeLessThan(MAX_GROWTH);
  });
});
