/** What the worker answers to the panels that look at the file as a whole. */
import { READERS } from 'robotstream/readers';
import { parseSync } from 'robotstream/web';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from './answers.js';
import { comparisonOf } from './differences.js';
import { Engine } from './engine.js';
import type { QuestionKind, Questions } from './protocol.js';

const octetsOf = (text: string) => new TextEncoder().encode(text);

/** The answer about a file, and a second version of it. */
function answer<Kind extends QuestionKind>(
  kind: Kind,
  question: Questions[Kind]['question'],
  file: string | Uint8Array,
  other: string | null = null,
): Questions[Kind]['answer'] {
  const engine = new Engine(ANSWERS);
  engine.setFile('file', typeof file === 'string' ? octetsOf(file) : file);
  engine.setFile('other', other === null ? null : octetsOf(other));
  const steps = engine.answer(kind, question);
  for (;;) {
    const step = steps.next();
    if (!step.done) step.value();
    // What the page gets is a copy.
    else return structuredClone(step.value);
  }
}

const FILE = `User-agent: *
Disallow: /private/
Content-Signal: ai-train=no, search=yes

User-agent: GPTBot
User-agent: MyBot
Disallow: /
`;

describe('findings', () => {
  test('say why they matter, and their fixes change the file', () => {
    const file = 'user-agent: *\nDisalow: /a\n';
    const { findings, whys, omitted, isComplete } = answer('findings', {}, file);
    expect(findings.map(({ rule, line, fix }) => [rule, line, fix !== null])).toContainEqual([
      'misspelled-field',
      2,
      true,
    ]);
    expect(whys['misspelled-field']).toMatch(/\.$/);
    expect([omitted, isComplete]).toEqual([[], true]);
    const fixed = answer('fixes', {}, file);
    expect(new TextDecoder().decode(fixed.octets ?? undefined)).toContain('Disallow: /a');
    expect(fixed).toMatchObject({ refusal: null });
    expect(fixed.fixCount).toBeGreaterThan(0);
  });

  test('are none for a clean file, and there is nothing to fix', () => {
    const file = 'User-agent: *\nDisallow: /a\n';
    expect(answer('findings', {}, file).findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(answer('fixes', {}, file)).toEqual({ octets: null, fixCount: 0, refusal: null });
  });
});

describe('readers', () => {
  const file = 'User-agent: *\nDisallow: /a*z\n';

  test('all judge the URL, and say why they judge otherwise than RFC 9309', () => {
    const { readings, fault } = answer('readers', { url: '/abcz', crawler: '*' }, file);
    expect([readings.length, fault]).toEqual([4 + Object.keys(READERS).length, null]);
    expect(readings[0]).toMatchObject({ reader: 'rfc9309', allowed: false, line: 2, because: null });
    const python = readings.find(({ reader }) => reader === 'python-3.11');
    expect(python).toMatchObject({ allowed: true, line: 0, differs: true });
    expect(python?.because).toContain('*');
  });

  test('are asked about the crawler', () => {
    const named = `${file}\nUser-agent: MyBot\nAllow: /\n`;
    const { readings } = answer('readers', { url: '/abcz', crawler: 'MyBot' }, named);
    expect(readings[0]).toMatchObject({ allowed: true, line: 5 });
  });

  test('are not asked about what is no URL', () => {
    const { readings, fault } = answer('readers', { url: 'no url', crawler: '*' }, file);
    expect(readings).toEqual([]);
    expect(fault).toMatch(/neither/);
  });
});

describe('the comparison', () => {
  test('has what the file opens and closes since the second version, by crawler', () => {
    const comparison = answer(
      'comparison',
      { profile: 'rfc9309' },
      FILE,
      'User-agent: *\nDisallow: /private\n',
    );
    expect(comparison?.crawlerCount).toBe(3);
    expect(comparison?.differing).toMatchObject([
      { crawlers: ['*'], opens: [{ path: '/private', before: { line: 2 }, after: { line: 0 } }], closes: [] },
      { crawlers: ['GPTBot', 'MyBot'], closes: [{ path: '/', after: { rule: 'disallow /' } }] },
    ]);
  });

  test('names the lines of all groups whose equal rules decide for the crawlers of an entry', () => {
    const after = 'User-agent: A\nDisallow: /x\n\nUser-agent: B\nDisallow: /x\n';
    const { differing } = comparisonOf({ document: parseSync('') }, { document: parseSync(after) });
    expect(differing).toMatchObject([
      { crawlers: ['A', 'B'], closes: [{ before: { otherLines: [] }, after: { line: 2, otherLines: [5] } }] },
    ]);
  });

  test('ends at its limit of steps, and says so', () => {
    const patterns = Array.from({ length: 40 }, (_, i) => `Disallow: /*${i}*${i + 1}*z\n`).join('');
    const document = parseSync(`User-agent: *\n${patterns}`);
    const { differing } = comparisonOf({ document }, { document, profile: 'google' }, 100);
    expect(differing[0]?.isExhaustive).toBe(false);
  });

  test('of equal files has no difference, and without a second version there is none', () => {
    expect(answer('comparison', { profile: 'google' }, FILE, FILE)?.differing).toEqual([]);
    expect(answer('comparison', { profile: 'google' }, FILE)).toBeNull();
  });
});

describe('the table of crawlers', () => {
  test('says which crawlers ignore the delay that the file asks for', () => {
    const question = { set: 'search', path: '/', profile: 'rfc9309' } as const;
    const { rows } = answer('crawlers', question, 'User-agent: *\nCrawl-delay: 10\nDisallow: /a\n');
    const delay = (name: string) => rows.find(({ crawler }) => crawler === name)?.delay;
    expect([delay('Googlebot'), delay('bingbot')]).toEqual(['ignored', '10 s']);
    for (const row of rows)
      expect(row.delay).toMatch(row.delayMark === null ? /^(?:ignored|10 s)$/ : /^10 s\?$/);
  });

  const ask = (path: string, set: 'ai' | 'search' = 'ai') =>
    answer('crawlers', { set, path, profile: 'rfc9309' }, FILE);

  test('has the crawlers of the set, and others that the file names', () => {
    const { rows } = ask('/private/a');
    expect(rows.find(({ crawler }) => crawler === 'GPTBot')).toMatchObject({
      operator: 'OpenAI',
      purposes: ['train-ai'],
      selectedBy: 'name',
      groupLine: 5,
      allowed: false,
      ruleLine: 7,
      openness: 'nothing',
      preferences: null,
    });
    expect(rows.find(({ crawler }) => crawler === 'ClaudeBot')).toMatchObject({
      selectedBy: 'wildcard',
      groupLine: 1,
      allowed: false,
      ruleLine: 2,
      openness: 'all but a few paths',
    });
    expect(rows.find(({ crawler }) => crawler === 'MyBot')).toMatchObject({ operator: null, purposes: [] });
    expect(ask('/', 'search').rows.some(({ crawler }) => crawler === 'Googlebot')).toBe(true);
  });

  test('has the usage preferences of a path that may be fetched', () => {
    for (const path of ['/', '/public']) {
      const row = ask(path).rows.find(({ crawler }) => crawler === 'ClaudeBot');
      expect(row?.preferences?.filter(({ value }) => value !== 'unknown')).toEqual([
        { vocabulary: 'Content-Signal', category: 'search', value: 'allowed' },
        { vocabulary: 'Content-Signal', category: 'ai-train', value: 'disallowed' },
      ]);
    }
  });

  test('marks crawlers that send no requests, which a verdict does not show', () => {
    const { rows } = ask('/');
    expect(rows.find(({ crawler }) => crawler === 'Google-Extended')?.marks).toMatchObject([
      { sign: '¹', meaning: expect.stringMatching(/^sends no requests/) },
    ]);
  });

  test('says why there is no verdict if the text is not a path', () => {
    expect(ask('no path')).toMatchObject({ rows: [], fault: /path that begins with/ });
  });
});

describe('the exports', () => {
  const question = {
    fileName: 'robots.txt',
    urls: '/\n/private/a\nno url',
    crawlers: 'GPTBot, ClaudeBot, @none',
    profile: 'rfc9309',
  } as const;

  test('as a table have a line for each verdict', () => {
    const { text } = answer('export', { ...question, format: 'csv' }, FILE);
    expect(text.split('\r\n')).toEqual([
      'url,crawler,verdict,line,explanation,profile',
      '/,GPTBot,disallowed,7,Disallowed: the group of line 5 names GPTBot; line 7 decides: disallow /,rfc9309',
      expect.stringMatching(/^\/,ClaudeBot,allowed,,/),
      expect.stringMatching(/^\/private\/a,GPTBot,disallowed,7,/),
      expect.stringMatching(/^\/private\/a,ClaudeBot,disallowed,2,/),
      '',
    ]);
  });

  test('without a verdict expect nothing, and say so', () => {
    const nothing = { ...question, format: 'expectations', urls: '/a\nno url', crawlers: '@none' } as const;
    expect(() => answer('export', nothing, FILE)).toThrow('There are no verdicts to save.');
  });
});

describe('without a profile, each crawler is judged by its own', () => {
  /** `google` takes `User-agents` for `User-agent`; `rfc9309` does not. */
  const file = 'User-agents: Googlebot\nDisallow: /a\n';
  const asked = { urls: '/a', crawlers: 'Googlebot, GPTBot', profile: undefined };

  test('in the grid and in what explains it', () => {
    const { cells, ruleLines } = answer('verdicts', asked, file);
    expect([[...cells], [...ruleLines]]).toEqual([
      [1, 0],
      [2, 0],
    ]);
    const cell = { url: '/a', profile: undefined };
    expect(answer('explanation', { ...cell, crawler: 'Googlebot' }, file)).toMatchObject({
      allowed: false,
      profile: 'google',
      isOwnReading: true,
      marks: [{ line: 1 }, { line: 2 }],
    });
    expect(answer('explanation', { ...cell, crawler: 'GPTBot' }, file)).toMatchObject({ profile: 'rfc9309' });
  });

  test('in a line, which may be a record to one crawler and none to another', () => {
    const { kind, group, crawlers } = answer('line', { ...asked, line: 2 }, file);
    expect([kind, group]).toEqual(['disallow', { line: 1, names: ['Googlebot'] }]);
    expect(crawlers.map(({ crawler, obeys }) => [crawler, obeys])).toEqual([
      ['Googlebot', true],
      ['GPTBot', false],
    ]);
    const { kind: ofAgent, crawlers: named } = answer('line', { ...asked, line: 1 }, file);
    expect([ofAgent, named[0]?.explanation !== null, named[1]?.explanation]).toEqual([
      'user-agent',
      true,
      null,
    ]);
    const { kind: under, crawlers: none } = answer('line', { ...asked, line: 2, profile: 'rfc9309' }, file);
    expect([under, none]).toEqual(['disallow', []]);
  });

  test('in the table of crawlers, and the comparison', () => {
    const { rows } = answer('crawlers', { set: 'all', path: '/a', profile: undefined }, file);
    const row = (name: string) => rows.find(({ crawler }) => crawler === name);
    expect(row('Googlebot')).toMatchObject({ allowed: false, ruleLine: 2 });
    expect(row('GPTBot')).toMatchObject({ allowed: true });
    expect(answer('comparison', { profile: undefined }, file, '')).toMatchObject({
      differing: [{ crawlers: ['Googlebot'], closes: [{ after: { line: 2, rule: 'disallow /a' } }] }],
    });
  });

  test('in the exports', () => {
    const exported = { ...asked, fileName: 'robots.txt' } as const;
    const csv = answer('export', { ...exported, format: 'csv' }, file).text;
    expect(csv).toMatch(/Googlebot,disallowed,2,.*,google\r\n/);
    const { text } = answer('export', { ...exported, format: 'expectations' }, file);
    expect(text).toMatch(/^# Test with: robotstream test robots.txt robots.expected\n/);
  });
});
