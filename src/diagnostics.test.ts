/** Every diagnostic, what gives it, where it points, and what it says; and nothing else gives any. */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../test/support/octets.js';
import { documentEveryWay, eventsOf } from '../test/support/ways.js';
import { DIAGNOSTICS, type Diagnostic, type DiagnosticCode } from './diagnostics.js';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from './limits.js';
import { parseSync } from './parse.js';
import { isLineEvent, type LineEvent, type RobotsEvent } from './stream/events.js';
import { lineDiagnostics } from './stream/line-diagnostics.js';

/** A body; the octets of its only finding are between `⟦` and `⟧`. */
type Case = readonly [code: DiagnosticCode, marked: string, detail?: string];

const AGENT = 'user-agent: a\n';

const CASES: readonly Case[] = [
  ['byte-order-mark', '⟦\xEF\xBB\xBF⟧user-agent: a\nallow: /'],
  ['byte-order-mark', '⟦\xEF\xBB\xBF⟧'],
  ['control-octet', `${AGENT}allow: /a⟦\x01⟧b\ndisallow:`, 'control octet 01'],
  ['control-octet', `${AGENT}dis⟦\0⟧allow: /\x1f\ndisallow:`, 'control octet 00'],
  ['control-octet', `⟦\x1f⟧x y\n${AGENT}disallow:`, 'control octet 1F'],
  ['control-octet', `⟦\x02⟧: 1\n${AGENT}disallow:`, 'control octet 02'],
  ['invalid-utf-8', `${AGENT}disallow: /caf⟦\xE9⟧`, 'octet E9'],
  ['invalid-utf-8', `${AGENT}disallow: /\xC3\xA9 # ⟦\xFF⟧\xFE`, 'octet FF'],
  ['invalid-utf-8', `# ⟦\xE2⟧\x82\n${AGENT}disallow:`, 'octet E2'],
  ['missing-colon', `${AGENT}disallow⟦ ⟧/a # b`, '"disallow /a"'],
  ['missing-colon', `user-agent⟦ \t ⟧a\ndisallow:`, '"user-agent \\t a"'],
  ['missing-colon', `hello⟦ ⟧world\n${AGENT}disallow:`, '"hello world"'],
  ['missing-colon', `${AGENT}crawl-delay⟦ ⟧5\ndisallow:`, '"crawl-delay 5"'],
  ['not-a-record', `${AGENT}disallow:\n⟦disallow⟧`, '"disallow"'],
  ['not-a-record', `⟦three words here⟧\n${AGENT}disallow:`, '"three words here"'],
  ['empty-field', `${AGENT}disallow:\n⟦:/⟧`, '":/"'],
  ['empty-field', `${AGENT}disallow:\n⟦ : ⟧`, '" : "'],
  ['misspelled-field', `${AGENT}⟦Disalow⟧: /`, '"Disalow" instead of "disallow"'],
  ['misspelled-field', '⟦useragent⟧: a\ndisallow:', '"useragent" instead of "user-agent"'],
  ['misspelled-field', '⟦site-map⟧: https://example.com/', '"site-map" instead of "sitemap"'],
  ['field-with-extra', `${AGENT}disallow:\n⟦disallowed⟧: x y %`, '"disallowed" instead of "disallow"'],
  ['field-with-extra', `⟦user-agents⟧:\n${AGENT}disallow:`, '"user-agents" instead of "user-agent"'],
  ['empty-user-agent', '⟦user-agent⟧:\ndisallow:', '"user-agent"'],
  ['empty-user-agent', '⟦User-Agent⟧ : # *\ndisallow:', '"User-Agent"'],
  ['unusual-product-token', 'user-agent: ⟦a/1.0⟧\ndisallow:', '"a/1.0"'],
  ['unusual-product-token', 'user-agent: ⟦MJ12bot⟧\ndisallow:', '"MJ12bot"'],
  ['unusual-product-token', 'user-agent: ⟦**⟧\ndisallow:', '"**"'],
  ['unusual-product-token', 'user-agent: ⟦\xC3\xA9⟧\ndisallow:', '"é"'],
  ['pattern-without-slash', `${AGENT}disallow: ⟦a⟧`, '"a"'],
  ['pattern-without-slash', `${AGENT}allow: ⟦http://example.com/⟧`, '"http://example.com/"'],
  ['pattern-without-slash', `${AGENT}allow: ⟦$⟧`, '"$"'],
  ['stray-percent', `${AGENT}disallow: /a⟦%⟧`, '"/a%"'],
  ['stray-percent', `${AGENT}disallow: /%41⟦%⟧4`, '"/%41%4"'],
  ['stray-percent', `${AGENT}disallow: /⟦%⟧zz%`, '"/%zz%"'],
  ['white-space-in-pattern', `${AGENT}disallow: /a⟦ ⟧b c`, '"/a b c"'],
  ['white-space-in-pattern', `${AGENT}disallow: /a⟦\t⟧b`, '"/a\\tb"'],
  ['sitemap-not-absolute', 'sitemap: ⟦/sitemap.xml⟧', '"/sitemap.xml"'],
  ['sitemap-not-absolute', 'sitemap:⟦⟧', '""'],
  ['rule-before-user-agent', '⟦allow: /⟧\nuser-agent: a\ndisallow:'],
  ['rule-before-user-agent', '⟦disallow: /⟧'],
  ['group-without-rules', 'user-agent: ⟦a⟧', '"a"'],
  ['group-without-rules', 'user-agent: ⟦a⟧\nuser-agent: b\nsitemap: https://example.com/', '"a"'],
  ['group-without-rules', `${AGENT}disallow: /\nuser-agent: b\n\ndisallow: /\nuser-agent: ⟦c⟧`, '"c"'],
  ['group-split', `${AGENT}disallow: /\nuser-agent: ⟦A⟧`, '"A"'],
  ['group-split', `${AGENT}disallow:\nuser-agent: ⟦A⟧\nallow: /`, '"A"'],
  ['group-split', `user-agent: *\n${AGENT}disallow:\nuser-agent: ⟦*⟧\nallow: /`, '"*"'],
  [
    'invalid-extension-value',
    `${AGENT}crawl-delay: ⟦soon⟧\ndisallow:`,
    '"soon"; crawl-delay takes a number of seconds, such as "2.5"',
  ],
  ['invalid-extension-value', `${AGENT}crawl-delay:⟦⟧\ndisallow:`, '""; crawl-delay takes'],
  [
    'invalid-extension-value',
    `${AGENT}Request-Rate: ⟦1/0⟧\ndisallow:`,
    '"1/0"; request-rate takes requests per time',
  ],
  [
    'invalid-extension-value',
    `${AGENT}visit-time: ⟦2500-0100⟧\ndisallow:`,
    '"2500-0100"; visit-time takes a time of day',
  ],
  ['invalid-extension-value', 'clean-param: ⟦a b c⟧', '"a b c"; clean-param takes parameters joined'],
  ['looks-like-html', '\n# c\n⟦ <!doctype>:⟧\n<p>:'],
];

/** The body and the marked span of a case. */
function unmarked(marked: string): { body: Uint8Array; span: { start: number; end: number } } {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  return { body: octetsOf(marked.replace('⟦', '').replace('⟧', '')), span: { start, end } };
}

function expectSentence(message: string, code: DiagnosticCode, detail: string | undefined): void {
  const { found, fix } = DIAGNOSTICS[code];
  if (detail === undefined) expect(message).toBe(`${found} ${fix}`);
  else {
    expect(message.startsWith(`${found} Found: ${detail}`)).toBe(true);
    expect(message.endsWith(`. ${fix}`)).toBe(true);
  }
}

const NAMED_CASES = CASES.map(([code, marked, detail]) => ({ code, marked, detail }));

describe.each(NAMED_CASES)('$code: $marked', ({ code, marked, detail }) => {
  const { body, span } = unmarked(marked);

  test('is all that is found, with its place and what was found', () => {
    const { diagnostics } = documentEveryWay(body);
    expect(diagnostics.map((found) => found.code)).toEqual([code]);
    const [found] = diagnostics;
    // As JSON, because a span that is a text would bring its text along.
    expect(JSON.parse(JSON.stringify(found.span))).toEqual(span);
    expect(found.line).toBe(String.fromCharCode(...body.subarray(0, span.start)).split('\n').length);
    expect(found.severity).toBe(DIAGNOSTICS[code].severity);
    expectSentence(found.message, code, detail);
  });

  test('comes with the event, if the line alone shows it', () => {
    const events = eventsOf([body]).filter(isLineEvent);
    const reported = events.flatMap(lineDiagnostics);
    const needsMoreThanItsLine: readonly DiagnosticCode[] = [
      'byte-order-mark',
      'rule-before-user-agent',
      'group-without-rules',
      'group-split',
      'invalid-extension-value',
      'looks-like-html',
    ];
    expect(reported.map((found) => found.code)).toEqual(needsMoreThanItsLine.includes(code) ? [] : [code]);
  });
});

test('groups without a name are not reported as one split group', () => {
  const { diagnostics } = parseSync('user-agent:\ndisallow: /a\n\nuser-agent:\ndisallow: /b\n');
  expect(diagnostics.map(({ code }) => code)).toEqual(['empty-user-agent', 'empty-user-agent']);
});

test('line diagnostics: none of other events, and a TypeError for what is no event', () => {
  const [start, line, end] = eventsOf([octetsOf('disalow: /')]);
  const copy = JSON.parse(JSON.stringify(line));
  expect(lineDiagnostics(line as LineEvent).map(({ code }) => code)).toEqual(['misspelled-field']);
  for (const other of [start, end]) expect(lineDiagnostics(other as RobotsEvent)).toEqual([]);
  for (const other of [copy, null, undefined, 'line', []]) {
    expect(() => lineDiagnostics(other)).toThrow(TypeError);
    expect(() => lineDiagnostics(other)).toThrow(
      /^event is .*; an event of (?:a file|this package, and no copy,) is expected$/,
    );
  }
});

test('partial-byte-order-mark: ⟦EF⟧', () => {
  for (const [mark, length] of [
    ['\xEF', 1],
    ['\xEF\xBB', 2],
  ] as const) {
    const { diagnostics } = documentEveryWay(octetsOf(`${mark}${AGENT}disallow:\n`));
    // Line 1, which the mark makes part of another field, is reported as well.
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['partial-byte-order-mark', 1],
      ['invalid-utf-8', 1],
      ['rule-before-user-agent', 2],
    ]);
    expect(diagnostics[0].span).toEqual({ start: 0, end: length });
  }
});

test('line-too-long', () => {
  const body = octetsOf(`${AGENT}${'disallow: /'.padEnd(LINE_LIMIT_OCTETS + 5, 'x')}\n`);
  const [found, ...others] = parseSync(body).diagnostics;
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    code: 'line-too-long',
    line: 2,
    span: { start: AGENT.length + LINE_LIMIT_OCTETS, end: AGENT.length + LINE_LIMIT_OCTETS + 5 },
  });
  expectSentence(found.message, 'line-too-long', '16668 octets');
});

test('parsing-limit', () => {
  const body = octetsOf(`${AGENT}disallow:\n${'#'.repeat(PARSING_LIMIT_OCTETS)}`);
  const [found, ...others] = parseSync(body).diagnostics;
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    code: 'parsing-limit',
    line: 3,
    span: { start: 24, end: PARSING_LIMIT_OCTETS },
  });
  expectSentence(found.message, 'parsing-limit', 'more than 512000 octets');
});

/** Found by `document.usage`, so `test/usage` has their cases. */
const OF_USAGE: readonly DiagnosticCode[] = [
  'usage-before-user-agent',
  'malformed-content-usage',
  'unknown-usage-value',
  'retired-usage-label',
  'content-signal-path',
  'unknown-content-signal',
];

test('every code has a case above, or in test/usage', () => {
  const special: DiagnosticCode[] = ['partial-byte-order-mark', 'line-too-long', 'parsing-limit'];
  const covered = new Set([...CASES.map(([code]) => code), ...special, ...OF_USAGE]);
  expect([...covered].sort()).toEqual(Object.keys(DIAGNOSTICS).sort());
});

test('a code is kebab-case; what was found and how to fix it are sentences', () => {
  for (const [code, { severity, found, fix }] of Object.entries(DIAGNOSTICS)) {
    expect(code).toMatch(/^[a-z]+[a-z8-]*[a-z8]$/);
    expect(['error', 'warning', 'info']).toContain(severity);
    expect(found).toMatch(/^[A-Z].*\.$/);
    expect(fix).toMatch(/^[A-Z].*\.$/);
  }
});

describe('no diagnostic is found in', () => {
  test.each([
    '',
    '\n\r\n \t\n',
    '# comment\x01 with anything: \0',
    'user-agent: *\ndisallow:',
    'User-Agent: Foo_Bot-x\nAllow: /%C3%A9*$\nDisallow: *.gif',
    'user-agent: a\ndisallow: /\nuser-agent: b\ndisallow: /',
    'user-agent: a\nuser-agent: a\ndisallow: /',
    'user-agent: a\nCrawl-delay: 2.5\nRequest-rate: 1/10s\nVisit-time: 0600-0845\ndisallow: /',
    'Host: example.com\nClean-param: a&b /c\nX-Anything: at all',
    'sitemap: https://example.com/%',
    'user-agent: a\ndisallow: /\x7f',
    'x: <html>',
  ])('%j', (text) => {
    expect(parseSync(octetsOf(text)).diagnostics).toEqual([]);
  });
});

test('diagnostics are in file order, those of one line in the order of their checks', () => {
  const { diagnostics } = parseSync('\ufeffallow %\u00e9 \nuser agent: é1\n\ndisalow: a b%\n');
  expect(diagnostics.map(({ line, code }: Diagnostic) => `${line} ${code}`)).toEqual([
    '1 byte-order-mark',
    '1 missing-colon',
    '1 pattern-without-slash',
    '1 stray-percent',
    '1 rule-before-user-agent',
    '2 misspelled-field',
    '2 unusual-product-token',
    '4 misspelled-field',
    '4 pattern-without-slash',
    '4 stray-percent',
    '4 white-space-in-pattern',
  ]);
});

test('a message quotes no more than 60 characters, with controls escaped', () => {
  const long = 'é'.repeat(100);
  const { diagnostics } = parseSync(
    `user-agent: ${long}\ncrawl-delay: ${long}\ndisallow: ${long}\nuser-agent: ${long}`,
  );
  expect(diagnostics.length).toBe(5);
  for (const { message } of diagnostics) expect(message).toContain(`Found: "${'é'.repeat(60)}…"`);
  const sequence = parseSync('user-agent: \x1b[31m');
  for (const { message } of sequence.diagnostics) expect(message).not.toContain('\x1b');
});

test('of the findings of line 1, the byte order mark comes first', () => {
  const { diagnostics } = parseSync('\uFEFFcrawl-delay: soon\nuser-agent: a\ndisallow:');
  expect(diagnostics.map(({ code }) => code)).toEqual(['byte-order-mark', 'invalid-extension-value']);
});
