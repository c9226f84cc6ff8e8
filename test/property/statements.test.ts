/** Lines that state what content may be used for, and what it is licensed for, change no verdict. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { PROFILES, type ProfileName, parseSync } from '../../src/core.js';
import { checkProperty } from '../support/property.js';

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

describe.each(Object.keys(PROFILES) as ProfileName[])('%s', (profile) => {
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
