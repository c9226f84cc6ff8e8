import { describe, expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import { READERS } from '../readers/index.js';
import type { RobotsDocument } from '../robots-document.js';
import { fix } from './fix.js';
import { type LintOptions, lint } from './lint.js';
import { MAX_READ_OCTETS } from './rules/reader-differences.js';

const found = (text: string, options = {}): string[] =>
  lint(parseSync(text), options).findings.map(({ line, rule }) => `${line} ${rule}`);

test('errors name the invalid argument', () => {
  const text = 'User-agent: *' as unknown as RobotsDocument;
  for (const call of [lint, fix]) {
    expect(() => call(text)).toThrow(
      'document is "User-agent: *"; a document, as parse and parseSync return it, is expected',
    );
    const document = parseSync('');
    expect(() => call(document, { rule: {} } as object)).toThrow('did you mean rules?');
    expect(() => call(document, { rules: { 'group-splitt': 'off' } } as object)).toThrow(
      'did you mean rules.group-split?',
    );
    expect(() => call(document, { rules: { 'group-split': 'none' } } as object)).toThrow(
      'rules.group-split is "none"',
    );
    expect(() => call(document, { url: '/robots.txt' })).toThrow(
      'url is "/robots.txt"; an absolute URL is expected',
    );
    expect(() => call(document, { maxPerRule: -1 })).toThrow(RangeError);
  }
});

test('options set severities and turn rules off', () => {
  const text = 'User-agent: *\nNoindex: /a\nDisallow: /b\n';
  const rules = { 'unsupported-field': 'error' } as const;
  expect(lint(parseSync(text), { rules }).findings.map(({ severity }) => severity)).toEqual(['error']);
  expect(found(text, { rules: { 'unsupported-field': 'off', 'lighthouse-audit': undefined } })).toEqual([]);
});

test('maxPerRule bounds the list of each rule, and the others are counted', () => {
  const document = parseSync('a b c\n'.repeat(5));
  const { findings, omitted } = lint(document, { maxPerRule: 2, rules: { 'lighthouse-audit': 'off' } });
  expect(findings.map(({ line }) => line)).toEqual([1, 2]);
  expect([...omitted]).toEqual([['not-a-record', 3]]);
  expect(lint(document, { maxPerRule: Infinity }).omitted.size).toBe(0);
});

test('a page of HTML or JSON, and UTF-16, are one finding each', () => {
  expect(found('<html>\n<p>a: b\n'.repeat(2000))).toEqual(['1 looks-like-html']);
  expect(found('{\n "a": 1,\n "b": 2\n}\n')).toEqual(['1 looks-like-json']);
  const utf16 = Uint8Array.from(
    [...'User-agent: *\nDisallow: /\n'].flatMap((character) => [character.charCodeAt(0), 0]),
  );
  expect(lint(parseSync(utf16)).findings.map(({ rule }) => rule)).toEqual(['utf-16']);
});

test('a group that only allows is meant as an exception; one without rules is not', () => {
  const all = 'User-agent: *\nDisallow: /a\n\n';
  expect(found(`${all}User-agent: FooBot\nAllow: /\n`)).toEqual([]);
  expect(found(`${all}User-agent: FooBot\nDisallow:\n`)).toEqual([]);
  expect(found(`${all}User-agent: FooBot\nDisallow: /a\nDisallow: /b\n`)).toEqual([]);
  expect(found(`${all}User-agent: FooBot\nDisallow: /\n`)).toEqual([]);
  expect(found(`${all}User-agent: FooBot\nCrawl-delay: 5\n`)).toContain('4 group-loses-wildcard-rules');
});

test('a rule is useless only if it is for every crawler that obeys it', () => {
  const text = 'User-agent: A\nDisallow: /\n\nUser-agent: A\nUser-agent: B\nAllow: /x\nDisallow: /x/y\n';
  expect(found(text).filter((one) => one.endsWith('rule-never-decides'))).toEqual([]);
  expect(found('User-agent: A\nDisallow: /a*\nDisallow: /a\nDisallow: /b\n')).toContain(
    '3 rule-never-decides',
  );
});

test('the finding names the crawlers that a line with several names misses', () => {
  const messageOf = (value: string): string | undefined =>
    lint(parseSync(`User-agent: ${value}\nDisallow: /a\n`)).findings[0]?.message;
  expect(messageOf('Googlebot, bingbot;CCBot')).toContain('names Googlebot alone; it misses bingbot, CCBot.');
  expect(messageOf('Googlebot bingbot')).toContain('it misses bingbot.');
  expect(messageOf('*, Googlebot')).toContain('names none of its crawlers; it misses *, Googlebot.');
});

test('a repeated rule is not removed where that could change how other lines are read', () => {
  const fixesOf = (text: string): unknown[] =>
    lint(parseSync(text))
      .findings.filter(({ rule }) => rule === 'duplicate-rule')
      .map((finding) => finding.fix);
  expect(fixesOf('User-agent: a\nDisallow: /x\nDisallow: /x\n')).toEqual([
    { span: { start: 27, end: 40 }, text: '' },
  ]);
  // Google reads line 3 as a user-agent line, so the rules are in two groups.
  expect(fixesOf('User-agent: a\nDisallow: /x\nUser-agents: b\nDisallow: /x\n')).toEqual([]);
  // Without line 3, the CR of line 2 and the LF of line 4 are one terminator, and the blank line is gone.
  expect(fixesOf('User-agent: a\nDisallow: /x\rDisallow: /x\n\nAllow: /y\n')).toEqual([null]);
  expect(fixesOf('User-agent: a\nDisallow: /x\nDisallow: /x # why\n')).toEqual([null]);
});

test('a missing colon before a NUL has no fix: under google the line would become a record', () => {
  const { findings } = lint(parseSync('User-agent: *\nUser-agent \0\nDisallow: /\n'));
  expect(findings.filter(({ rule }) => rule === 'missing-colon').map((finding) => finding.fix)).toEqual([
    null,
  ]);
});

test('a version with a control octet has no fix: the line is invalid, and would become a group', () => {
  for (const version of ['1\0', '1\x01']) {
    const { findings } = lint(parseSync(`User-agent: FooBot/${version}\nDisallow: /\n`));
    const [found] = findings.filter(({ rule }) => rule === 'product-token-version');
    expect(found?.fix).toBeNull();
  }
});

const messagesOf = (text: string | Uint8Array, rule: string): string[] =>
  lint(parseSync(text))
    .findings.filter((finding) => finding.rule === rule)
    .map(({ line, message }) => `${line} ${message}`);

test('a group without rules does not allow everything to crawlers that another group has rules for', () => {
  const text = 'User-agent: FooBot\nDisallow: /a\n\nUser-agent: foobot\nCrawl-delay: 5\n';
  expect(messagesOf(text, 'group-without-rules')).toEqual([]);
  expect(messagesOf(`${text}User-agent: BarBot\n`, 'group-without-rules')).toEqual([
    '6 The group has no rules, so it allows everything (RFC 9309 §2.1). Found: "BarBot". Write "Disallow:" to make that explicit.',
  ]);
  const below = 'User-agent: FooBot\nContent-Usage: train-ai=n\n\nUser-agent: *\nDisallow: /a\n';
  expect(messagesOf(below, 'group-without-rules')).toHaveLength(1);
  expect(messagesOf(`${below}\nUser-agent: FooBot\nDisallow: /b\n`, 'group-without-rules')).toEqual([]);
});

test('a group with rules is meant as an exception to "Disallow: /"; one without rules is not', () => {
  const all = 'User-agent: *\nDisallow: /\n';
  const rule = 'group-loses-wildcard-rules';
  expect(messagesOf(`User-agent: FooBot\nDisallow: /foo\n\n${all}`, rule)).toEqual([]);
  expect(messagesOf(`User-agent: FooBot\nDisallow: /foo\n\n${all}Disallow: /a\n`, rule)).toEqual([
    '1 FooBot obeys its own group and not the rules for "*", and so may fetch what those disallow: "/a" (line 6). Repeat the rules in the group, unless that is meant.',
  ]);
  expect(messagesOf(`${all}User-agent: FooBot\nCrawl-delay: 5\n`, rule)).toHaveLength(1);
});

test('a line with two records says so, and a documented product token is not unusual', () => {
  const messages = messagesOf('User-agent: * Disallow: /\nAllow: /a\n', 'second-record');
  expect(messages).toEqual([
    '1 The line has a second record, which is not read: "* Disallow: /". Write each record on a line of its own.',
  ]);
  expect(found('User-agent: mj12bot\nDisallow: /a\n')).toEqual([]);
  expect(found('User-agent: FooBot2\nDisallow: /a\n')).toEqual(['1 unusual-product-token']);
});

test('the same name on both sides of a blank line is no mistake about groups', () => {
  const joined = (name: string): string[] =>
    messagesOf(`User-agent: *\n\nUser-agent: ${name}\nDisallow: /a\n`, 'agents-joined-over-blank-line');
  expect(joined('*')).toEqual([]);
  expect(joined('FooBot')).toHaveLength(1);
});

test('only a Crawl-delay that Bing obeys is compared with the range of Bing', () => {
  const delays = (text: string): string[] =>
    messagesOf(text, 'crawl-delay-beyond-bing').map((found) => found.slice(0, 1));
  expect(delays('User-agent: Slurp\nCrawl-delay: 60\nDisallow: /a\n')).toEqual([]);
  expect(delays('User-agent: Slurp\nCrawl-delay: 60\nUser-agent: bingbot\nDisallow: /a\n')).toEqual([]);
  const all = 'User-agent: *\nCrawl-delay: 60\nDisallow: /a\n';
  expect(delays(all)).toEqual(['2']);
  expect(delays(`${all}User-agent: msnbot\nCrawl-delay: 90\nDisallow: /a\n`)).toEqual(['5']);
});

test('a Crawl-delay for further crawlers of the group is not simply to be removed', () => {
  const text = 'User-agent: A\nCrawl-delay: 5\n\nUser-agent: B\nCrawl-delay: 9\nDisallow: /a\n';
  expect(messagesOf(text, 'repeated-crawl-delay')).toEqual([
    '5 Line 2 has a Crawl-delay for "A" already. Crawl-delay does not end a group, so this one is for it, too. If that is not meant, give "A" rules of its own, such as "Disallow:".',
  ]);
});

test('Host takes "https://", as Yandex documented it, but no path', () => {
  const group = 'User-agent: *\nDisallow: /a\n';
  expect(messagesOf(`${group}Host: https://example.com\n`, 'host-with-scheme')).toEqual([]);
  for (const host of ['http://example.com', 'https://example.com/', 'example.com/a']) {
    expect(messagesOf(`${group}Host: ${host}\n`, 'host-with-scheme')).toHaveLength(1);
  }
});

test('lines without a sitemap do not list the same sitemap', () => {
  expect(messagesOf('Sitemap:\nSitemap:\n', 'repeated-sitemap')).toEqual([]);
});

test('octets of a comment are not compared, so they are no problem', () => {
  const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
  expect(messagesOf(octets('# g\xE9n\nUser-agent: * # g\xE9n\nDisallow: /a\n'), 'invalid-utf-8')).toEqual([]);
  expect(messagesOf(octets('User-agent: *\nDisallow: /\xE9 # \xE9\n'), 'invalid-utf-8')).toHaveLength(1);
});

test('a message says which invisible octets to remove from the name of a crawler, and where', () => {
  const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const about = (value: string): string[] =>
    ['impossible-product-token', 'unusual-product-token', 'invalid-utf-8'].flatMap((rule) =>
      messagesOf(octets(`User-agent: ${value}\nDisallow: /a\n`), rule),
    );
  const old = ' Remove the octet A0 in column 14, which is a no-break space in old encodings.';
  expect(about('*\xA0')).toEqual([expect.stringContaining(old), expect.stringContaining(old)]);
  expect(about('FooBot\xA0')).toEqual([
    expect.stringContaining(' Remove the octet A0 in column 19, which'),
    expect.stringContaining(' Remove the octet A0 in column 19, which'),
  ]);
  const invisible = ' Remove the octets C2 A0 in column 14, which are the invisible U+00A0.';
  expect(about('*\xC2\xA0')).toEqual([expect.stringContaining(invisible)]);
  expect(about('Foo\xE9')).toEqual([
    expect.stringMatching(/ Remove the octet E9 in column 16\.$/),
    expect.stringMatching(/ Remove the octet E9 in column 16\.$/),
  ]);
  // An octet of a pattern may be meant.
  expect(messagesOf(octets('User-agent: *\nDisallow: /\xE9\n'), 'invalid-utf-8')).toEqual([
    expect.stringContaining('or percent-encode the octets.'),
  ]);
});

test('a line that is only a URL lacks a field', () => {
  expect(messagesOf('https://example.com/sitemap.xml\n', 'unknown-field')).toEqual([
    '1 No crawler is known to read "https". If the line is a URL, write a field before it, such as "Sitemap:".',
  ]);
});

test('Lighthouse removes a no-break space before a sitemap', () => {
  expect(messagesOf('Sitemap:\u00a0https://example.com/sitemap.xml\n', 'lighthouse-audit')).toEqual([]);
});

test('without allow rules, one disallow rule closes everything, however many others there are', () => {
  const others = Array.from({ length: 40 }, (_, nth) => `Disallow: /*a${nth}*b*c\n`).join('');
  for (const pattern of ['/', '/*', '*']) {
    const { findings, isComplete } = lint(
      parseSync(`User-agent: *\n${others}Disallow: ${pattern}\nAllow: a\n`),
      {
        rules: { 'rule-never-decides': 'off' },
      },
    );
    expect(findings.map(({ rule }) => rule)).toContain('everything-disallowed');
    expect(isComplete).toBe(true);
  }
});

/** Patterns with several wildcards each, so that the URLs that they tell apart are too many, and with an escape that queries have in two forms. */
const MANY_STATES = Array.from(
  'abcdefghijklmnop',
  (letter, nth) => `Disallow: /*${letter}*${'bdfhjlnp'[nth % 8]}*${'acegikmo'[nth % 7]}*%3A\n`,
).join('');

test('a comparison that takes too many steps leaves the lint incomplete', () => {
  const isComplete = (text: string, off: 'everything-disallowed' | 'rule-never-decides'): boolean =>
    lint(parseSync(`User-agent: *\n${MANY_STATES}${text}`), { rules: { [off]: 'off' } }).isComplete;
  const useless = 'Allow: *%3A\nAllow: /*%3A\n';
  expect(isComplete(useless, 'everything-disallowed')).toBe(false);
  expect(isComplete(useless, 'rule-never-decides')).toBe(true);
  expect(isComplete('Disallow: /\nAllow: /robots.txt$\n', 'rule-never-decides')).toBe(false);
});

test('a "*" that keeps a "$" or white space inside a pattern is of use', () => {
  const group = 'User-agent: *\nDisallow: ';
  for (const pattern of ['/a$*', '/a *', '/*b$*']) {
    expect(messagesOf(`${group}${pattern}\n`, 'useless-wildcard')).toEqual([]);
  }
  for (const pattern of ['/a$**', '/a*', '/*', '/a**$*']) {
    expect(messagesOf(`${group}${pattern}\n`, 'useless-wildcard')).toHaveLength(1);
  }
});

test('an ignore comment for a rule that was not checked is not called unused', () => {
  const sitemap = 'Sitemap: https://example.net/a.xml # robotstream-ignore foreign-sitemap\n';
  expect(found(sitemap)).toEqual([]);
  expect(found(sitemap, { url: 'https://example.com/robots.txt' })).toEqual([]);
  expect(found(sitemap, { url: 'https://example.net/robots.txt' })).toEqual(['1 unused-ignore']);
  const comment = '# robotstream-ignore-file everything-disallowed duplicate-rule\n';
  const text = `${comment}User-agent: *\n${MANY_STATES}Disallow: /\nAllow: /robots.txt$\n`;
  expect(messagesOf(text, 'unused-ignore')).toEqual([
    '1 The ignore comment ignores nothing. "duplicate-rule" has no finding in the file.',
  ]);
});

test('a group without any used rule is to be removed as a whole', () => {
  const adviceOf = (rules: string): string[] =>
    messagesOf(
      `User-agent: A\nDisallow: /a\n\nUser-agent: A\n${rules}\nUser-agent: *\nAllow: /\n`,
      'rule-never-decides',
    );
  expect(adviceOf('Disallow: /a\n')).toEqual([expect.stringContaining('Remove its group, or')]);
  expect(adviceOf('Disallow: /a\nDisallow: /b\n')).toEqual([expect.stringContaining('Remove it, or')]);
});

test('search engines are not said to be closed out if some have groups of their own', () => {
  const all = 'User-agent: *\nDisallow: /\n';
  const messageOf = (text: string): string => messagesOf(text, 'everything-disallowed').join();
  expect(messageOf(all)).toContain('may fetch nothing, search engines included.');
  expect(messageOf(`${all}User-agent: Googlebot\nDisallow: /a\n`)).toContain('may fetch nothing. If');
});

test('an SEO tool is not a search engine', () => {
  const named = (agent: string): string[] =>
    messagesOf(`User-agent: ${agent}\nDisallow: /\n`, 'search-engine-disallowed');
  expect(named('AhrefsBot')).toEqual([]);
  expect(named('bingbot')).toHaveLength(1);
});

test('rules that only Google tells apart are no duplicates, because both have an effect', () => {
  const rules = (...patterns: string[]): string =>
    `User-agent: *\n${patterns.map((pattern) => `Disallow: ${pattern}\n`).join('')}`;
  for (const [one, other] of [
    ['/%7Ea', '/~a'],
    ['/a b', '/a%20b'],
    ['/$a', '/%24a'],
  ]) {
    expect(messagesOf(rules(one, other), 'duplicate-rule')).toEqual([]);
    expect(messagesOf(rules(one, other, other), 'duplicate-rule')).toEqual([
      `4 Line 3 has this rule already: disallow "${other}". Remove one of the lines.`,
    ]);
  }
  expect(messagesOf(rules('/\u00e9', '/%c3%a9'), 'rule-in-two-spellings')).toEqual([
    '3 Line 2 has this rule in another spelling, "/\u00e9", which RFC 9309 compares alike.',
  ]);
  expect(messagesOf(`${rules('/%7Ea')}Allow: /~a\n`, 'contradicting-rules')).toEqual([
    '3 Line 2 disallows "/%7Ea", which RFC 9309 compares alike, and this line allows it. Allow wins, so the disallow rule has no effect. Remove one of them.',
  ]);
});

describe('the readers', () => {
  const messagesOf = (text: string, readers: LintOptions['readers']) =>
    lint(parseSync(text), { readers })
      .findings.filter(({ rule }) => rule === 'read-differently')
      .map(({ line, message }) => `${line}: ${message}`);

  test('that take "*" literally are named in one finding, with a URL and all lines', () => {
    const text = 'User-agent: *\nAllow: /a\nDisallow: /*.pdf$\nDisallow: /*?s=\nDisallow: /b/*/c\n';
    expect(messagesOf(text, ['rfc9309', READERS['python-3.11'], READERS['protego-0.6']])).toEqual([
      '3: Python before 3.15 takes the "*" and the "$" in line 3 literally: it fetches "/.pdf", which line 3 disallows. Also read so: lines 4, 5.',
    ]);
    expect(messagesOf(text, undefined)).toEqual([]);
  });

  test('that let another rule decide, that read other lines and that refuse the file are told apart', () => {
    const { 'python-3.11': python, 'temoto-1': colly } = READERS;
    expect(messagesOf('User-agent: *\nDisallow: /a\nAllow: /a/b\n', [python, colly])).toEqual([
      '3: Python before 3.15 lets line 2 decide instead of line 3: it does not fetch "/a/b", which line 3 allows.',
    ]);
    expect(messagesOf('User-agent: foo\n\nDisallow: /a\n', [python])).toEqual([
      '3: Python before 3.15 applies other lines to the crawler: it fetches "/a" as foo, which line 3 disallows.',
    ]);
    expect(messagesOf('Disallow: /x\nUser-agent: *\nDisallow: /a\n', [colly])[0]).toMatch(
      /^1: Colly \(robotstxt for Go\) ignores the rules of this file: it does not fetch .*, which no rule forbids\.$/,
    );
  });

  test('read no more octets than the rule allows: for a large file, only the first program is asked, and the result says so', () => {
    const { 'python-3.11': python, 'www-robotrules-6.02': perl } = READERS;
    const rules = (size: number) =>
      `User-agent: *\nDisallow: /*.pdf$\n${`#${'x'.repeat(1022)}\n`.repeat(size / 1024)}`;
    const names = (text: string) => messagesOf(text, [python, perl])[0].replace(/^2: | takes? .*/gs, '');
    const isComplete = (text: string) => lint(parseSync(text), { readers: [python, perl] }).isComplete;
    const [small, large] = [rules(MAX_READ_OCTETS / 4), rules(MAX_READ_OCTETS / 2 + 1000)];
    expect([names(small), isComplete(small)]).toEqual(["Python before 3.15 and Perl's LWP", true]);
    expect([names(large), isComplete(large)]).toEqual(['Python before 3.15', false]);
  });

  test('must be profiles', () => {
    expect(() => lint(parseSync(''), { readers: ['python-2' as never] })).toThrow(
      /^readers\[0\] is "python-2"/,
    );
    expect(() => lint(parseSync(''), { readers: 'rfc9309' as never })).toThrow(/readers/);
  });
});
