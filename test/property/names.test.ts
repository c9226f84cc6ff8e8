/** Names beyond letters, `_` and `-`, wherever a name goes: every function finds the groups that the reference finds. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { isAllowed, type ProfileName, parseSync } from '../../src/core.js';
import { crawlerReport } from '../../src/crawlers/index.js';
import { applicableGroups, callersOf, isRefused } from '../reference/agents.js';
import { profileNames } from '../reference/arbitraries.js';
import { referenceGroups, referenceVerdict } from '../reference/reference.js';
import { checkProperty } from '../support/property.js';

const NAMES = [
  ...[
    'Foo Bar',
    'Foo',
    'foo',
    'Foo/1',
    'Foo+Bar/2',
    'Y!J-MBS/1.0',
    'Y!J',
    'MJ12bot',
    'MJ',
    'MJ12',
    '1 2/3',
    '1 2',
    '360Spider',
  ],
  ...[
    '*',
    '* x',
    '*x',
    'F*o',
    '*/1',
    'Бот/1',
    'бот',
    'ボット',
    'ボ',
    '🤖',
    'بوت',
    '\u202eFoo',
    'e\u0301',
    'é',
    'É',
    'Kbot',
    '\u212Abot',
  ],
  ...[
    'İ',
    'i',
    'ı',
    'I',
    'ſ',
    's',
    '\u00a0Foo',
    'Foo\u00a0',
    '\ufeffFoo',
    'Foo\u0000',
    'Foo\u0001Bar',
    'Foo\tBar',
    'Foo\u2028',
    '\ud800',
    '',
  ],
  ...[
    'Foo (x)',
    'Foo, Bar',
    'constructor',
    '__proto__',
    'a'.repeat(70),
    'Foo'.repeat(30),
    '/1',
    '\u007f',
    '\u0085',
  ],
];

const aName = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', maxLength: 4 }));

const aFile = fc
  .array(fc.tuple(aName, fc.constantFrom('Disallow: /', 'Allow: /', 'Disallow: /a', 'Crawl-delay: 1', '')), {
    maxLength: 6,
  })
  .map((groups) =>
    groups.map(([name, rule], i) => `User-agent: ${name}\n${rule}\nDisallow: /line${i}\n`).join(''),
  );

const encoder = new TextEncoder();

function isAccepted(name: string): boolean {
  return !isRefused(name) && name.split('/', 1)[0].replace(/[ \t\v\f]/g, '') !== '';
}

checkProperty(
  'every function finds the groups of a name that the reference finds',
  fc.property(
    aFile,
    fc.array(aName, { minLength: 1, maxLength: 7 }),
    profileNames(),
    (file, names, profile) => {
      const octets = encoder.encode(file);
      const document = parseSync(octets);
      for (const name of names.filter((one) => !isAccepted(one))) {
        expect(() => document.matcher({ agents: name })).toThrow(TypeError);
        expect(() => isAllowed(octets, '/', { agents: [name] })).toThrow(TypeError);
      }
      const accepted = names.filter(isAccepted);
      if (accepted.length === 0) return;
      const groups = referenceGroups(octets, profile);
      const all = document.matchers([...accepted, accepted], { profile: profile as ProfileName });
      for (const [i, agents] of [...accepted.map((name) => [name]), accepted].entries()) {
        const callers = callersOf(agents);
        const obeyed = applicableGroups(groups, callers, profile) ?? [];
        const lines = obeyed.flatMap(({ userAgents }) => userAgents.map(({ line }) => line));
        for (const path of ['/', '/a', '/line0', '/line3']) {
          const expected = referenceVerdict(octets, agents, path, profile).allowed;
          expect([path, agents, all[i].isAllowed(path)]).toEqual([path, agents, expected]);
          expect([path, agents, isAllowed(octets, path, { agents, profile })]).toEqual([
            path,
            agents,
            expected,
          ]);
        }
        const counting = all[i].explain('/').agentLines.filter(({ counts }) => counts);
        expect(counting.filter(({ userAgent }) => !lines.includes(userAgent.line))).toEqual([]);
        expect(counting.length > 0).toBe(obeyed.length > 0);
      }
      const report = crawlerReport(document, accepted, { profile });
      for (const [i, { agent, mayFetchRoot }] of report.entries()) {
        expect([accepted[i], mayFetchRoot]).toEqual([accepted[i], all[i].isAllowed('/')]);
        expect(agent).toBe(all[i].check('/').agent);
      }
    },
  ),
  { runsShare: 0.1 },
);
