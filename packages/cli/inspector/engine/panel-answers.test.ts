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

const GRID = { urls: '', crawlers: '' };

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

describe('readings', () => {
  test('are those of every other profile, with URLs and the lines that decide', () => {
    const file = 'User-agent: *\nDisallow: private\nDisallow: /a\n';
    const readings = answer('readings', { ...GRID, profile: 'rfc9309' }, file);
    expect(readings.map(({ profile }) => profile)).toEqual(['google', 'draft-koster-rep-00', 'koster-1996']);
    const [google] = readings;
    expect(google?.comparison).toMatchObject({ crawlerCount: 1, leftOut: 0 });
    expect(google?.comparison.differing[0]?.crawlers).toEqual(['*']);
    expect(google?.comparison.differing[0]?.escapedCount).toBeGreaterThan(0);
    expect(readings[1]?.comparison.differing).toEqual([]);
  });

  test('show the rule of each side', () => {
    const file = 'User-agent: *\nDisallow: /a*b\n';
    const koster = answer('readings', { ...GRID, profile: 'rfc9309' }, file).at(-1);
    expect(koster?.profile).toBe('koster-1996');
    expect(koster?.comparison.differing[0]?.opens).toMatchObject([
      {
        path: '/ab',
        before: { allowed: false, line: 2, rule: 'disallow /a*b' },
        after: { allowed: true, line: 0, rule: null },
      },
    ]);
  });
});

describe('readers', () => {
  const file = 'User-agent: *\nDisallow: /a*z\n';

  test('all judge the URL, RFC 9309 first, and those of a kind first that judge otherwise', () => {
    const { readings, fault } = answer('readers', { url: '/abcz', crawler: '*' }, file);
    expect([readings.length, fault]).toEqual([4 + Object.keys(READERS).length, null]);
    expect(readings[0]).toMatchObject({ reader: 'rfc9309', allowed: false, line: 2, because: null });
    const kinds = readings.map(({ kind }) => kind);
    expect(kinds.filter((kind, i) => kind !== kinds[i - 1])).toEqual(['profile', 'program', 'service']);
    for (const wanted of ['profile', 'program', 'service']) {
      const differ = readings.slice(1).flatMap(({ kind, differs }) => (kind === wanted ? [differs] : []));
      expect(differ).toEqual([...differ].sort((one, other) => Number(other) - Number(one)));
    }
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

describe('readings of the grid', () => {
  test('are the verdicts that another profile reverses', () => {
    const file = 'User-agent: *\nDisallow: /a*b\n';
    const question = {
      urls: '/\n/axb\n/a*b\nno url',
      crawlers: 'GPTBot, @none',
      profile: 'rfc9309',
    } as const;
    const koster = answer('readings', question, file).at(-1);
    expect(koster).toMatchObject({
      turned: [{ url: '/axb', crawler: 'GPTBot', allowed: true }],
      verdictCount: 4,
      areAllCompared: true,
    });
  });

  test('are those of the first URLs if there are thousands', () => {
    const question = { urls: '/\n'.repeat(5001), crawlers: 'GPTBot', profile: 'rfc9309' } as const;
    const [all] = answer('readings', { ...question, urls: '/\n'.repeat(5000) }, FILE);
    expect(all).toMatchObject({ verdictCount: 5000, areAllCompared: true });
    const [limited] = answer('readings', question, FILE);
    expect(limited).toMatchObject({ verdictCount: 5000, areAllCompared: false });
  });

  test('name crawlers as the registry does', () => {
    const file = 'User-agent: gptbot\nDisallow: /a*b\n';
    const koster = answer('readings', { ...GRID, profile: 'rfc9309' }, file).at(-1);
    expect(koster?.comparison.differing[0]?.crawlers).toEqual(['GPTBot']);
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
      openness: 'all',
      preferences: null,
    });
    expect(rows.find(({ crawler }) => crawler === 'ClaudeBot')).toMatchObject({
      selectedBy: 'wildcard',
      groupLine: 1,
      allowed: false,
      ruleLine: 2,
      openness: 'few',
    });
    expect(rows.find(({ crawler }) => crawler === 'MyBot')).toMatchObject({ operator: null, purposes: [] });
    expect(ask('/', 'search').rows.some(({ crawler }) => crawler === 'Googlebot')).toBe(true);
  });

  test('has the usage preferences of a path that may be fetched', () => {
    for (const path of ['/', '/public']) {
      const row = ask(path).rows.find(({ crawler }) => crawler === 'ClaudeBot');
      expect(row?.preferences?.filter(({ value }) => value !== 'unknown')).toEqual([
        { vocabulary: 'Content-Signal', category: 'search', value: 'allowed', lines: [3], omittedLines: 0 },
        {
          vocabulary: 'Content-Signal',
          category: 'ai-train',
          value: 'disallowed',
          lines: [3],
          omittedLines: 0,
        },
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

describe('usage', () => {
  test('is what each crawler may use the URL for, with the lines that decide, and all lines about usage', () => {
    const file = `${FILE}Content-Usage: train-ai=perhaps\nLicense: https://example.com/l\n`;
    const { rows, statements, omitted } = answer(
      'usage',
      { url: '/', crawlers: 'ClaudeBot, GPTBot, @none', profile: 'rfc9309' },
      file,
    );
    expect(rows.map(({ crawler, allowed, preferences }) => [crawler, allowed, preferences === null])).toEqual(
      [
        ['ClaudeBot', true, false],
        ['GPTBot', false, true],
        ['@none', false, true],
      ],
    );
    expect(rows[2]?.fault).toMatch(/no set @none/);
    expect(statements).toMatchObject([
      { line: 3, field: 'Content-Signal', isEvaluated: true, problems: [] },
      { line: 8, field: 'Content-Usage', isEvaluated: true, problems: [/./] },
      { line: 9, field: 'License', value: 'https://example.com/l', isEvaluated: false },
    ]);
    expect(omitted).toBe(0);
  });

  test('lists the first of many lines that decide, and counts the others', () => {
    const file = `User-agent: *\n${'Content-Signal: ai-train=no\n'.repeat(1000)}`;
    const question = { url: '/', crawlers: '@all', profile: 'rfc9309' } as const;
    const { rows, statements, omitted } = answer('usage', question, file);
    const train = rows[0]?.preferences?.find(({ category }) => category === 'ai-train');
    expect(train).toMatchObject({ lines: [2, 3, 4, 5, 6], omittedLines: 995 });
    expect([statements.length, omitted]).toEqual([200, 800]);
  });

  test('of a URL that cannot be asked about says why', () => {
    expect(answer('usage', { url: 'x', crawlers: '*', profile: 'rfc9309' }, FILE)).toMatchObject({
      rows: [],
      fault: /neither an http, https or ftp URL/,
    });
  });
});

describe('the export as JSON', () => {
  test('without a verdict expects nothing, and says so', () => {
    const nothing = { ...question, format: 'expectations', urls: '/a\nno url', crawlers: '@none' } as const;
    expect(() => answer('export', nothing, FILE)).toThrow('There are no verdicts to save.');
    expect(() => answer('export', { ...nothing, format: 'json' }, FILE)).not.toThrow();
  });

  const question: Questions['export']['question'] = {
    format: 'json',
    fileName: 'robots.txt',
    otherName: null,
    urls: '/\n/private/a\nno url',
    crawlers: 'GPTBot, ClaudeBot, @none',
    profile: 'rfc9309',
    overview: { set: 'ai', path: '/' },
  };

  test('has everything that the page shows', () => {
    const json = JSON.parse(
      answer('export', { ...question, otherName: 'old.txt' }, FILE, 'User-agent: *\n').text,
    );
    expect(json).toMatchObject({
      file: { name: 'robots.txt', octets: FILE.length, body: FILE },
      profile: 'rfc9309',
      lint: { isComplete: true },
      comparison: { with: { name: 'old.txt', body: 'User-agent: *\n' }, crawlerCount: 3 },
      crawlers: { set: 'ai', path: '/' },
      usage: { url: '/' },
    });
    expect(json.verdicts[0]).toEqual({
      agent: 'GPTBot',
      profile: 'rfc9309',
      url: '/',
      allowed: false,
      line: 7,
      directive: 'disallow',
      pattern: '/',
      reason: 'disallow-rule',
      explanation: 'Disallowed: the group of line 5 names GPTBot; line 7 decides: disallow /',
    });
    expect(json.verdicts).toHaveLength(4);
    expect(json.readings).toHaveLength(3);
  });

  test('has the usage of the first URL that can be judged, as the panel does', () => {
    const usageOf = (urls: string): unknown =>
      JSON.parse(answer('export', { ...question, urls }, FILE).text).usage;
    expect(usageOf('no url\n/b\n/')).toMatchObject({ url: '/b', fault: null });
    expect(usageOf('no url')).toMatchObject({ url: '/', fault: null });
  });

  test('keeps the octets of a file that is not UTF-8, and a byte order mark', () => {
    const octets = Uint8Array.of(0xff, 0x0a);
    expect(JSON.parse(answer('export', question, octets).text).file.bodyBase64).toBe('/wo=');
    const marked = '\ufeffUser-agent: *\n';
    expect(JSON.parse(answer('export', question, marked).text).file.body).toBe(marked);
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

  test('in the table of crawlers, the comparison and the readings', () => {
    const { rows } = answer('crawlers', { set: 'all', path: '/a', profile: undefined }, file);
    const row = (name: string) => rows.find(({ crawler }) => crawler === name);
    expect(row('Googlebot')).toMatchObject({ profile: 'google', allowed: false, ruleLine: 2 });
    expect(row('GPTBot')).toMatchObject({ profile: 'rfc9309', allowed: true });
    expect(answer('comparison', { profile: undefined }, file, '')).toMatchObject({
      differing: [{ crawlers: ['Googlebot'], closes: [{ after: { line: 2, rule: 'disallow /a' } }] }],
    });
    const readings = answer('readings', asked, file);
    expect(readings.map(({ profile, turned }) => [profile, turned.length])).toEqual([
      ['rfc9309', 1],
      ['google', 0],
      ['draft-koster-rep-00', 1],
      ['koster-1996', 1],
    ]);
  });

  test('in the exports', () => {
    const exported = { fileName: 'robots.txt', otherName: null, overview: { set: 'ai', path: '/' } } as const;
    const json = JSON.parse(answer('export', { ...asked, ...exported, format: 'json' }, file).text);
    expect([json.profile, json.verdicts[0]]).toMatchObject([null, { profile: 'google', allowed: false }]);
    const { text } = answer('export', { ...asked, ...exported, format: 'expectations' }, file);
    expect(text).toMatch(/^# Test with: robotstream test robots.txt robots.expected\n/);
  });
});
