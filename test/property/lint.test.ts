/** Fixes change no verdict that they do not announce, leave other lines alone, and leave nothing to fix. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { parseSync } from '../../src/core.js';
import { type Finding, fix, LINT_RULES, lint } from '../../src/lint/index.js';
import { RULE_IDS, type RuleId } from '../../src/lint/rules.js';
import { anyFile, fileOfGroups } from '../lint/arbitrary-lint-files.js';
import { wrongClaims } from '../lint/check-claims.js';
import { octetsOf } from '../lint/octets-of.js';
import { ALL_PROFILES, firstDifference, Questions } from '../lint/questions.js';
import { checkProperty } from '../support/property.js';

const file = fc.oneof(anyFile, fileOfGroups);

/** Any rules off. */
const rules = fc
  .subarray(RULE_IDS.filter((id) => LINT_RULES[id].autofix !== undefined))
  .map(
    (ids) => Object.fromEntries(ids.map((id) => [id, 'off' as const])) as { readonly [id in RuleId]?: 'off' },
  );

checkProperty(
  'a fix changes no verdict, delay, sitemap or preference, unless its rule says so, whatever other rules are off',
  fc.property(file, rules, (octets, off) => {
    const document = parseSync(octets);
    const { octets: after, fixed } = fix(document, { rules: off });
    const announced = new Set(
      fixed.flatMap(({ finding }) => LINT_RULES[finding.rule].autofix?.changesVerdictsUnder ?? []),
    );
    const profiles = ALL_PROFILES.filter((profile) => !announced.has(profile));
    expect(firstDifference(octets, after, new Questions(document, 1), profiles, 'everything')).toBeNull();
    const sitemaps = [octets, after].map((one) => new Set(parseSync(one).sitemaps.map(({ url }) => url)));
    const isSpelled = fixed.some(({ finding }) => finding.rule === 'unknown-field');
    if (!isSpelled) expect(sitemaps[1]).toEqual(sitemaps[0]);
  }),
  {
    runsShare: 0.2,
    examples: [
      // koster-1996 reads the second rule alone.
      [octetsOf('User-agent: A\nDisallow /a\nDisallow: /a\n'), { 'missing-colon': 'off' }],
      // Google reads two groups.
      [octetsOf('User-agent: A\nCrawl-delay: 5\nAllow: /\nUser-agents: C\nCrawl-delay: 5\nAllow: /\n'), {}],
      // Each decides whether the signal is for everyone.
      [octetsOf('User-agent: A\nAllow: /\nSietmap: https://a.example/\nContent-Signal: ai-train=no\n'), {}],
      [
        octetsOf(
          'Sitemap: https://a.example/\nUser-agent: A\nAllow: /\nSitemap: https://a.example/\nContent-Signal: ai-train=no\n',
        ),
        {},
      ],
      [
        octetsOf(
          'User-agent: A\nAllow: /\nSitemap: https://a.example/\nAllow: /\nContent-Signal: ai-train=no\n',
        ),
        {},
      ],
    ],
  },
);

checkProperty(
  'a fixed file has nothing more to fix',
  fc.property(file, (octets) => {
    const { octets: after } = fix(parseSync(octets));
    const { findings } = lint(parseSync(after), { maxPerRule: Infinity });
    expect(findings.filter((finding) => finding.fix !== null)).toEqual([]);
    expect(fix(parseSync(after)).fixed).toEqual([]);
  }),
);

checkProperty(
  'a fix leaves the octets of all other lines as they are',
  fc.property(file, (octets) => {
    const document = parseSync(octets);
    const found = lint(document, { maxPerRule: Infinity }).findings.filter((finding) => finding.fix !== null);
    const touched = new Set(found.map((finding) => finding.line));
    for (const { line: at, span, fix: one } of found) {
      const own = [...document.lines()].find((event) => event.line === at);
      // A file of a byte order mark alone has no line.
      const lineEnd = own === undefined ? octets.length : own.span.end + own.terminator.length;
      const lineStart = own === undefined || at === 1 ? 0 : own.span.start;
      expect(one?.span.start).toBeGreaterThanOrEqual(lineStart);
      expect(one?.span.end).toBeLessThanOrEqual(lineEnd);
      expect(span.start).toBeGreaterThanOrEqual(lineStart);
    }
    const kept = [...document.lines()]
      .filter((event) => !touched.has(event.line))
      .map((event) => [...event.octets].join());
    const { octets: fixedOctets, fixed } = fix(document);
    // A corrected line can make another one fixable: "Sitmap" becomes a sitemap, and the same sitemap below a repetition.
    const namesOf = (findings: readonly Finding[]) => findings.map(({ line: at, rule }) => `${at} ${rule}`);
    const names = namesOf(fixed.map(({ finding }) => finding));
    fc.pre(names.sort().join() === namesOf(found).sort().join());
    const after = [...parseSync(fixedOctets).lines()].map((event) => [...event.octets].join());
    let next = 0;
    for (const text of after) if (text === kept[next]) next++;
    expect(next).toBe(kept.length);
  }),
  {
    examples: [
      [octetsOf('\xEF\xBB\xBF')],
      // As many fixes as findings, but the last rule is removed in place of the second one's colon.
      [octetsOf('User-agent: *\nDisallow /a\nDisallow /a\nUser-agent: *\nDisalow: /a\ndisallow: /a\n')],
    ],
  },
);

checkProperty(
  'every finding is in the file, in order',
  fc.property(file, (octets) => {
    const { findings } = lint(parseSync(octets));
    let before = 0;
    for (const { line: at, column, span, message } of findings) {
      expect(at).toBeGreaterThanOrEqual(before);
      before = at;
      expect(span.start).toBeLessThanOrEqual(span.end);
      expect(span.end).toBeLessThanOrEqual(octets.length);
      expect(column).toBeGreaterThan(0);
      expect(message).not.toBe('');
    }
  }),
);

checkProperty(
  'what findings claim about verdicts is true, and so is what their fixes promise',
  fc.property(fc.oneof(anyFile, { weight: 3, arbitrary: fileOfGroups }), (octets) => {
    expect(wrongClaims(octets)).toEqual([]);
  }),
  { runsShare: 0.1 },
);
