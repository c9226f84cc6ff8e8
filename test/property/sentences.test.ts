/**
 * What verdicts, explanations and reports say in sentences and cells is true: each claim is checked against the groups and rules that the
 * document has.
 */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  type Group,
  type ProfileName,
  parseSync,
  type RobotsDocument,
  type Verdict,
} from '../../src/core.js';
import { callerNamed } from '../../src/crawlers/caller.js';
import { type CrawlerAccess, crawlerReport, findCrawler } from '../../src/crawlers/index.js';
import { robotsBody } from '../reference/arbitraries.js';
import { checkProperty } from '../support/property.js';

const PROFILES = ['rfc9309', 'google', 'draft-koster-rep-00', 'koster-1996'] as const;

const agentLine = fc
  .constantFrom(
    '*',
    'Googlebot',
    'Googlebot-News',
    'AdsBot-Google',
    'a',
    'b',
    'MJ12bot',
    'MJ',
    'bingbot',
    '',
    '\x01',
    '* x',
  )
  .map((name) => `user-agent: ${name}`);
const otherLine = fc.constantFrom(
  ...['disallow: /x', 'allow: /x', 'disallow: /', 'disallow:', 'allow: /*y$', 'disallow: /x/y', ''],
  ...[
    'crawl-delay: 10',
    'crawl-delay: x',
    'sitemap: https://example.com/s',
    '<html>',
    'content-usage: train-ai=n',
  ],
);
const files = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.oneof(agentLine, otherLine), { maxLength: 12 }).map((lines) => lines.join('\n')),
  },
  robotsBody(),
);
/** Crawlers with fallbacks, without `*`, and unknown ones. */
const NAMES = [
  'Googlebot',
  'Googlebot-News',
  'AdsBot-Google',
  'bingbot',
  'GPTBot',
  'a',
  'MJ',
  'MJ12bot',
  '*',
];
const questions = fc.record({
  file: files,
  profile: fc.constantFrom(...PROFILES),
  url: fc.constantFrom('/', '/x', '/x/y', '/robots.txt', '/z'),
});

/** Whether the user-agent lines of a group, alone in a file, select it for a name. */
function names(group: Group, name: string, profile: ProfileName): boolean {
  const lines = group.userAgents.map(({ value }) => [
    ...new TextEncoder().encode('user-agent:'),
    ...value.octets,
    0x0a,
  ]);
  const alone = parseSync(Uint8Array.from([...lines.flat(), ...new TextEncoder().encode('disallow: /')]));
  return alone.matcher({ agents: name, profile }).check('/').selectedBy === 'name';
}

function checkVerdict(document: RobotsDocument, verdict: Verdict, profile: ProfileName): void {
  const { explanation, allowed, rule } = verdict;
  const groups = document.groupsUnder(profile);
  const [, word, because = ''] = /^(Allowed|Disallowed): (.*)$/s.exec(explanation) ?? [];
  expect(word).toBe(allowed ? 'Allowed' : 'Disallowed');
  const claims: [RegExp, (...texts: string[]) => boolean][] = [
    [/^\/robots\.txt itself is always allowed\.$/, () => verdict.reason === 'robots-txt'],
    [/^the file has no group\.$/, () => groups.length === 0],
    [/^no group names this crawler, and /, () => verdict.selectedBy !== 'name'],
    [/and none is for "\*"\.$/, () => groups.length > 0 && !hasWildcard(document, profile)],
    [/and it obeys none for "\*"\.$/, () => hasWildcard(document, profile)],
    [
      /the group of line (\d+) is for "\*"/,
      (line) => verdict.selectedBy === 'wildcard' && isFirst(groups, line),
    ],
    [
      /the group of line (\d+) names ([\w-]+)/,
      (line, name) =>
        isFirst(groups, line) && names(document.groupAt(Number(line), profile) as Group, name, profile),
    ],
    [/none of its rules matches\.$/, () => rule === null],
    [
      /line (\d+) (?:decides: |\()(\w+)/,
      (line, directive) =>
        verdict.group?.rules.some((one) => one.line === Number(line) && one.directive === directive) === true,
    ],
    [/line (\d+) \(\w+ without a pattern\)/, () => rule?.pattern === ''],
  ];
  const made = claims.filter(([pattern]) => pattern.test(because));
  expect(made.length, because).toBeGreaterThan(0);
  for (const [pattern, isTrue] of made)
    expect(isTrue(...(pattern.exec(because)?.slice(1) ?? [])), because).toBe(true);
}

/** Whether a line is the first of a group. */
function isFirst(groups: readonly Group[], line: string): boolean {
  return groups.some(({ userAgents: [first] }) => first.line === Number(line));
}

/** Whether a group is for `*`: a crawler that nothing names obeys it. */
function hasWildcard(document: RobotsDocument, profile: ProfileName): boolean {
  return document.matcher({ agents: 'nobody-has-this-name', profile }).check('/').selectedBy === 'wildcard';
}

checkProperty(
  'the sentence of a verdict is true of the document',
  fc.property(questions, ({ file, profile, url }) => {
    const document = parseSync(file);
    const matchers = [
      ...document.matchers(NAMES.map(callerNamed), { profile }),
      document.matcher({ agents: ['b', 'a'], profile }),
    ];
    for (const matcher of matchers) checkVerdict(document, matcher.check(url), profile);
  }),
  { runsShare: 0.3 },
);

checkProperty(
  'what an explanation says of each user-agent line is true of the others',
  fc.property(questions, ({ file, profile, url }) => {
    for (const matcher of parseSync(file).matchers(NAMES.map(callerNamed), { profile })) {
      const { agentLines, groups } = matcher.explain(url);
      const isObeyed = (line: number): boolean =>
        groups.some(({ userAgents }) => userAgents.some((one) => one.line === line));
      const named = agentLines.filter(({ reason }) => reason === 'names-caller');
      for (const { userAgent, explanation, counts } of agentLines) {
        const others = agentLines.filter((one) => one.userAgent !== userAgent);
        if (counts) expect(isObeyed(userAgent.line)).toBe(true);
        if (explanation.includes('another line names a token that this crawler prefers'))
          expect(others.some((one) => named.includes(one))).toBe(true);
        if (explanation.includes('because a group names this crawler')) expect(named).not.toEqual([]);
        if (explanation.includes('because only the first such group does')) {
          expect(isObeyed(userAgent.line)).toBe(false);
          expect(others.some((one) => one.counts && one.userAgent.line < userAgent.line)).toBe(true);
        }
      }
    }
  }),
  { runsShare: 0.3 },
);

checkProperty(
  'a report says of each crawler what its own matcher and the document say',
  fc.property(questions, ({ file, profile, url }) => {
    const document = parseSync(file);
    for (const access of crawlerReport(document, NAMES, { profile, url }))
      checkAccess(document, access, url, profile);
  }),
  { runsShare: 0.3 },
);

function checkAccess(
  document: RobotsDocument,
  access: CrawlerAccess,
  url: string,
  profile: ProfileName,
): void {
  const { name, crawler, groupLine, mayFetchRoot, rootLine, extent, crawlDelay, usage, agent } = access;
  const caller = callerNamed(name);
  const [matcher] = document.matchers([caller], { profile });
  const verdict = matcher.check('/');
  expect([mayFetchRoot, rootLine]).toEqual([verdict.allowed, verdict.rule?.line ?? 0]);
  expect([access.selectedBy, agent]).toEqual([verdict.selectedBy, verdict.agent]);
  expect(crawler).toBe(findCrawler(name) ?? null);
  expect(crawlDelay).toBe(document.crawlDelay(caller, { profile }) ?? null);
  const counting = matcher.explain('/').agentLines.find(({ counts }) => counts);
  expect(groupLine).toBe(counting?.userAgent.line ?? 0);
  const tried = ['/', '/x', '/x/y', '/z', '/ay'].map((path) => matcher.isAllowed(path));
  if (extent === 'everything') expect(tried).not.toContain(false);
  if (extent === 'nothing') expect(tried).not.toContain(true);
  expect(JSON.stringify(usage)).toBe(JSON.stringify(document.usage(caller, url, { profile })));
}

describe('Lines that state what content may be used for, and what it is licensed for, change no verdict', () => {
  const pick = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
  const ruleLine = pick(
    ...['disallow: /a', 'allow: /a/b', 'disallow: /', 'allow: *.x$', 'disallow:', 'DISALLOW : /a*c # x'],
  );
  const otherLine = pick(
    ...[
      '',
      ' ',
      '# c',
      'sitemap: https://example.com/s',
      'crawl-delay: 1',
      'site-map x',
      'host: a',
      'x',
      '\ufeff',
    ],
    ...['content-usage: train-ai=n', 'noindex: /a'],
  );
  const agentLine = pick(...['*', 'foobot', 'a', 'FooBot/1'].map((name) => `user-agent: ${name}`));
  const file = fc.array(fc.oneof(ruleLine, agentLine, otherLine), { maxLength: 12 });

  /** Lines that no profile reads as a directive, wherever they are. */
  const statement = pick(
    ...['License: https://example.com/license.xml', 'license:', '\tLICENSE : /l # x', 'license:/l'],
    ...['Content-Signal: ai-train=no', 'content-signal: /a search=yes', 'NoAI: /'],
  );
  const inserted = fc.array(fc.tuple(fc.nat(12), statement), { minLength: 1, maxLength: 4 });

  const URLS = ['/', '/a', '/a/b', '/abc', '/y.x', '/robots.txt'];

  /** The verdicts on all URLs with the texts of the deciding rules. */
  function verdicts(lines: readonly string[], profile: ProfileName): unknown {
    const document = parseSync(lines.join('\n'));
    return ['foobot', 'a', 'other', '*'].map((agents) => {
      const matcher = document.matcher({ agents, profile });
      const delay = document.crawlDelay(agents, { profile });
      return [delay, URLS.map((url) => [matcher.isAllowed(url), matcher.check(url).rule?.pattern])];
    });
  }

  describe.each(PROFILES)('%s', (profile) => {
    checkProperty(
      'license and signal lines anywhere change no verdict, no deciding rule and no delay',
      fc.property(file, inserted, (lines, added) => {
        const more = [...lines];
        // The first line may begin with a part of a byte order mark.
        for (const [at, line] of added) more.splice(1 + at, 0, line);
        expect(verdicts(more, profile)).toEqual(verdicts(lines, profile));
      }),
      { runsShare: 0.5 },
    );

    checkProperty(
      'Content-Usage after a rule changes no verdict',
      fc.property(file, (lines) => {
        const more = lines.flatMap((line) =>
          /^(?:dis)?allow/i.test(line) ? [line, 'Content-Usage: train-ai=n'] : [line],
        );
        expect(verdicts(more, profile)).toEqual(verdicts(lines, profile));
      }),
      { runsShare: 0.5 },
    );
  });
});
