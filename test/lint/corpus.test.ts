/** Real files through every rule: nothing throws, every finding is in its file, and fixes are certain. */
import { expect, test } from 'vitest';
import { PROFILES, type ProfileName, parseSync } from '../../src/core.js';
import { fix, LINT_RULES, lint } from '../../src/lint/index.js';
import { byEffort } from '../support/effort.js';
import { describeWith } from '../support/needs.js';
import { loadCorpus, loadCorpusSample, SHARED_NEED } from '../support/shared.js';
import { wrongClaims } from './check-claims.js';

/** What paths are judged behind: one that begins with two slashes is no URL by itself. */
const HOST = 'http://host';

describeWith(SHARED_NEED, 'the corpus', () => {
  const corpus = [...loadCorpus()].filter((_, i) => i % byEffort({ quick: 40, full: 1 }) === 0);

  test('findings are in their files, in order, and say something', () => {
    for (const [site, body] of corpus) {
      const document = parseSync(body);
      let before = 0;
      for (const { line, column, span, message, rule } of lint(document).findings) {
        const isInFile = line >= before && column > 0 && span.start <= span.end && span.end <= document.size;
        if (!isInFile || !/[.?]$/.test(message))
          throw new Error(`${site}:${line}:${column} ${rule} ${message}`);
        before = line;
      }
    }
  });

  test('the lint is complete', () => {
    const incomplete = corpus.filter(([, body]) => !lint(parseSync(body)).isComplete);
    expect(incomplete.map(([site]) => site)).toEqual([]);
  });

  test('what findings claim about verdicts is true', () => {
    const asked = byEffort({ quick: () => corpus.filter((_, i) => i % 10 === 0), full: loadCorpusSample });
    for (const [site, body] of asked()) {
      const wrong = wrongClaims(body);
      if (wrong.length > 0) throw new Error(`${site}: ${wrong.join('\n')}`);
    }
  });

  test('a fixed file has nothing more to fix, and allows what it allowed', () => {
    for (const [site, body] of corpus) {
      const document = parseSync(body);
      const { octets, fixed } = fix(document);
      if (fixed.length === 0) continue;
      const after = parseSync(octets);
      expect([site, fix(after).fixed]).toEqual([site, []]);
      const changed = new Set(
        fixed.flatMap(({ finding }) => LINT_RULES[finding.rule].autofix?.changesVerdictsUnder ?? []),
      );
      const paths = document.groups
        .flatMap(({ rules }) => rules.map(({ pattern }) => pattern))
        .filter((path) => path.startsWith('/'));
      for (const profile of Object.keys(PROFILES) as ProfileName[]) {
        if (changed.has(profile)) continue;
        for (const agents of ['Googlebot', 'FooBot']) {
          const [old, now] = [document, after].map((one) => one.matcher({ agents, profile }));
          for (const path of paths.slice(0, 50)) {
            if (old?.isAllowed(HOST + path) !== now?.isAllowed(HOST + path))
              throw new Error(`${site} ${profile} ${agents} ${path}`);
          }
        }
      }
    }
  });
});
