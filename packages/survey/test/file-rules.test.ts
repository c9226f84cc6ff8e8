/** What the rules of a file refuse to crawlers that share what is known of it, against questions to each matcher alone. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { restrictionOf } from '../../../src/compare/index.js';
import { parseSync } from '../../../src/index.js';
import { type Matcher, rulesOf, urlOfPath } from '../../../src/internal.js';
import { OCTET_KINDS } from '../../../src/match/octet-forms.js';
import { readRequestPath } from '../../../src/match/read-url.js';
import { PROFILES, type ProfileName } from '../../../src/profiles.js';
import { READERS } from '../../../src/readers/index.js';
import { checkProperty } from '../../../test/support/property.js';
import { FileRules } from '../src/rows/file-rules.js';

const READINGS = Object.keys({ ...PROFILES, ...READERS }) as ProfileName[];
const AGENTS = ['x', 'y', 'z'];

const PIECES = ['/', '*', '.', '$', '?', '%61', '%2F', '%C3%A9', '\u00c3\u00a9', '=', ';', '"', ' a'];
const piece = fc.oneof(
  { arbitrary: fc.constantFrom('/', '*', 'a', 'b', 'ab'), weight: 4 },
  { arbitrary: fc.constantFrom(...PIECES, 'index.html', '/robots.txt', '/..', '//'), weight: 1 },
);
const pattern = fc.oneof(
  fc.stringMatching(/^\/[ab]{1,2}\/?$/),
  fc
    .tuple(fc.constantFrom('/', '/', '*', ''), fc.array(piece, { maxLength: 4 }))
    .map(([first, rest]) => first + rest.join('')),
);
const group = fc
  .tuple(
    fc.constantFrom('*', ...AGENTS),
    fc.array(fc.tuple(fc.constantFrom('Allow', 'Disallow'), pattern), { maxLength: 8 }),
  )
  .map(([agent, rules]) =>
    [`User-agent: ${agent}`, ...rules.map(([field, value]) => `${field}: ${value}`)].join('\n'),
  );

checkProperty(
  'crawlers that share what is known of a file are refused what each alone is',
  fc.property(
    fc.array(group, { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(fc.constantFrom(...READINGS), { minLength: 1, maxLength: 3 }),
    (groups, profiles) => {
      const document = parseSync(Buffer.from(groups.join('\n\n'), 'latin1'));
      let rules: FileRules | undefined;
      for (const profile of profiles) {
        rules = FileRules.of(rulesOf(document.matcher({ agents: '*', profile })).view, rules);
        for (const agents of AGENTS) {
          const matcher = document.matcher({ agents, profile });
          const refused = rules.refusedTo(matcher);
          expect(refused, `${profile} ${agents}\n${groups.join('\n\n')}`).toEqual({
            restriction: restrictionOf(matcher),
            refusedShare: shareOf(matcher, document.groupsUnder(matcher.profile)),
          });
        }
      }
    },
  ),
);

/** The share by its definition in docs/survey.md, by questions alone. These files have fewer rules than are taken of a file. */
function shareOf(
  matcher: Matcher,
  groups: readonly { readonly rules: readonly { readonly pattern: string }[] }[],
): number | null {
  const patterns = groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern));
  const named = patterns.filter((pattern) => /^[/*]/.test(pattern)).map(namedBy);
  const paths = new Map(named.map((path) => [compared(matcher, path), path]));
  paths.delete('/robots.txt');
  if (paths.size === 0) return null;
  const restriction = restrictionOf(matcher);
  if (restriction === 'none' || restriction === 'all') return restriction === 'all' ? 1 : 0;
  return [...paths.values()].filter((path) => !matcher.isAllowed(path)).length / paths.size;
}

/** The path as the profile compares it. */
function compared(matcher: Matcher, path: string): string {
  if (rulesOf(matcher).compiled.foreign !== undefined) return path;
  const { octets, start, end } = readRequestPath(path, OCTET_KINDS[matcher.profile.rules.form]);
  return Buffer.from(octets.subarray(start, end)).toString('latin1');
}

function namedBy(pattern: string): string {
  const begun = pattern.replace(/\$$/, '').replace(/\*+$/, '');
  const path = begun.startsWith('*') ? begun.replace(/^\*+\/?/, '/') : begun === '' ? '/' : begun;
  return urlOfPath(path.replace(/\*+/g, 'x').replace(/[^!-~]/g, encodeURIComponent));
}
