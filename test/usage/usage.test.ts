/** docs/semantics.md §7: usage preferences per URL and crawler. */
import { describe, expect, test } from 'vitest';
import {
  type ContentUsage,
  combineContentUsage,
  contentUsageOfHeader,
  type ProfileName,
  parseSync,
  type Usage,
  type UsageOptions,
} from '../../src/core.js';
import type { CategoryPreference } from '../../src/usage/preference.js';

const PROFILES = ['rfc9309', 'google', 'draft-koster-rep-00', 'koster-1996'] as const;

/** A category in short: `n 3,4` is disallowed by the lines 3 and 4, `n 3,H` also by the header, `?` unknown. */
function short({ preference, lines, inHeader }: CategoryPreference): string {
  if (preference === 'unknown') return '?';
  return `${preference === 'allowed' ? 'y' : 'n'} ${[...lines, ...(inHeader ? ['H'] : [])].join()}`;
}

function shortUsage({ categories }: { readonly categories: object }): { [category: string]: string } {
  return Object.fromEntries(
    Object.entries(categories).map(([name, one]) => [name, short(one as CategoryPreference)]),
  );
}

function usage(
  text: string,
  url: string,
  options: UsageOptions & { agent?: string } = {},
): Extract<Usage, { applies: true }> {
  const { agent = 'FooBot', ...rest } = options;
  const answer = parseSync(text).usage(agent, url, rest);
  if (!answer.applies) throw new Error(`not applicable: ${answer.access.explanation}`);
  return answer;
}

/** What Content-Usage says, in short. */
const contentUsage = (text: string, url: string, options?: UsageOptions & { agent?: string }) =>
  shortUsage(usage(text, url, options).contentUsage);

/** What Content-Signal says, in short. */
const contentSignal = (text: string, url: string, options?: UsageOptions & { agent?: string }) =>
  shortUsage(usage(text, url, options).contentSignal);

describe('the example of draft-ietf-aipref-attach-05', () => {
  const FILE =
    'User-Agent: *\nAllow: /\nDisallow: /never/\nContent-Usage: train-ai=n\nContent-Usage: /ai-ok/ train-ai=y\n';

  test.each(PROFILES.filter((profile) => profile !== 'koster-1996'))('%s', (profile) => {
    expect(contentUsage(FILE, '/test', { profile })['train-ai']).toBe('n 4');
    expect(contentUsage(FILE, '/ai-ok/test', { profile })['train-ai']).toBe('y 5');
    const never = parseSync(FILE).usage('FooBot', 'https://example.com/never/test', { profile });
    expect(never.applies).toBe(false);
    expect(never.access).toMatchObject({ allowed: false, rule: { line: 3 } });
    expect(never).not.toHaveProperty('contentUsage');
  });
});

describe('docs/semantics.md §7.2: the value', () => {
  test.each<[string, string, string]>([
    ['train-ai=n', '/x', 'n 2'],
    ['  TRAIN-AI=n', '/x', '?'],
    ['/x train-ai=n # no', '/x', 'n 2'],
    ['/x\ttrain-ai=n', '/x', 'n 2'],
    ['/x   train-ai=n', '/x', 'n 2'],
    ['/x train-ai=n', '/y', '?'],
    ['/x', '/x', '?'],
    ['x train-ai=n', '/x', '?'],
    ['* train-ai=n', '/x', '?'],
    ['', '/x', '?'],
    ['train-ai', '/x', '?'],
    ['train-ai=yes', '/x', '?'],
    ['train-ai=Y', '/x', '?'],
    ['train-ai="n"', '/x', '?'],
    ['train-ai=?0', '/x', '?'],
    ['train-ai=(n)', '/x', '?'],
    ['train-ai=n;q=1', '/x', 'n 2'],
    ['train-ai=y, train-ai=n', '/x', 'n 2'],
    ['train-ai=n, train-ai=y', '/x', 'y 2'],
    ['train-ai=n, train-ai=maybe', '/x', '?'],
    ['train-ai=n,', '/x', '?'],
  ])('%j for %s: %s', (value, url, expected) => {
    expect(contentUsage(`user-agent: *\ncontent-usage: ${value}`, url)['train-ai']).toBe(expected);
  });

  test('the field is read as any other', () => {
    for (const field of ['CONTENT-USAGE:', '\tcontent-usage :', 'content-usage:\f']) {
      expect(contentUsage(`user-agent: *\n${field}train-ai=n`, '/')['train-ai']).toBe('n 2');
    }
    for (const field of ['content-usages:', 'content usage:', 'contentusage:']) {
      expect(contentUsage(`user-agent: *\n${field}train-ai=n`, '/')['train-ai']).toBe('?');
    }
  });

  test('above the first group it is for no crawler', () => {
    expect(contentUsage('content-usage: train-ai=n\nuser-agent: *\ndisallow:', '/')['train-ai']).toBe('?');
  });
});

describe('docs/semantics.md §7.3: the longest pattern', () => {
  test.each<[string, string, string]>([
    ['train-ai=y\n/a train-ai=n', '/b', 'y 2'],
    ['train-ai=y\n/a train-ai=n', '/a', 'n 3'],
    ['/a train-ai=n\n/ab train-ai=y', '/abc', 'y 3'],
    ['/a train-ai=n\n/ab search=y', '/abc', '?'],
    ['/*.pdf$ train-ai=n\n/a train-ai=y', '/a.pdf', 'n 2'],
    ['/%61 train-ai=n', '/a', 'n 2'],
    ['/a train-ai=n\n/a train-ai=y', '/a', 'n 2'],
    ['/a train-ai=y\n/%61 train-ai=y', '/a', 'y 2,3'],
    ['/a* train-ai=y\n/*a train-ai=n', '/a', 'n 3'],
    ['/b* train-ai=n\n/*a train-ai=y', '/a', 'y 3'],
  ])('%j for %s: %s', (values, url, expected) => {
    const lines = values.split('\n').map((value) => `content-usage: ${value}`);
    expect(contentUsage(['user-agent: *', ...lines].join('\n'), url)['train-ai']).toBe(expected);
  });

  test('patterns match as the profile says', () => {
    const file = 'user-agent: *\ncontent-usage: /a$ train-ai=n\ncontent-usage: /%62 train-ai=n';
    const answers = (url: string) =>
      PROFILES.map((profile) => contentUsage(file, url, { profile })['train-ai']);
    expect(answers('/a')).toEqual(['n 2', 'n 2', 'n 2', '?']);
    expect(answers('/a$')).toEqual(['?', '?', '?', 'n 2']);
    expect(answers('/b')).toEqual(['n 3', '?', 'n 3', 'n 3']);
  });

  test('koster-1996: the longest pattern decides, too, in any order', () => {
    const file = 'user-agent: *\ncontent-usage: /a train-ai=n\ncontent-usage: /ab train-ai=y';
    expect(contentUsage(file, '/ab', { profile: 'koster-1996' })['train-ai']).toBe('y 3');
  });

  test('groups of one crawler are merged first', () => {
    const file =
      'user-agent: FooBot\ncontent-usage: train-ai=y\nuser-agent: a\ncontent-usage: search=n\nuser-agent: foobot\ncontent-usage: train-ai=n';
    expect(contentUsage(file, '/')).toEqual({ 'train-ai': 'n 6', 'ai-use': '?', search: '?' });
    expect(contentUsage(file, '/', { agent: 'a' })).toEqual({
      'train-ai': '?',
      'ai-use': '?',
      search: 'n 4',
    });
    expect(contentUsage(file, '/', { agent: 'b' }).search).toBe('?');
  });
});

describe('docs/semantics.md §7.4: labels', () => {
  const FILE = 'user-agent: *\ncontent-usage: search=y, ai-use=n, tdm=n;a, x=(1 2), flag';

  test('by vocabulary', () => {
    expect(contentUsage(FILE, '/')).toEqual({ 'train-ai': '?', 'ai-use': 'n 2', search: 'y 2' });
    expect(contentUsage(FILE, '/', { vocabulary: 'vocab-07' })).toEqual({ 'train-ai': '?', search: 'y 2' });
  });

  test('unknown and retired labels are kept with their values', () => {
    expect(usage(FILE, '/').contentUsage.unknownLabels).toEqual([
      { label: 'tdm', value: 'n;a', isRetired: true, line: 2 },
      { label: 'x', value: '(1 2)', isRetired: false, line: 2 },
      { label: 'flag', value: '', isRetired: false, line: 2 },
    ]);
    const older = usage(FILE, '/', { vocabulary: 'vocab-07' }).contentUsage.unknownLabels;
    expect(older[0]).toEqual({ label: 'ai-use', value: 'n', isRetired: false, line: 2 });
  });

  test('one malformed statement leaves the others as they are', () => {
    const { contentUsage: answer } = usage(
      'user-agent: *\ncontent-usage: Search=n\ncontent-usage: search=y',
      '/',
    );
    expect(shortUsage(answer).search).toBe('y 3');
    expect(answer).toMatchObject({ malformedLines: [2], isHeaderMalformed: false });
  });
});

describe('docs/semantics.md §7.6: the HTTP header', () => {
  const headerUsage = (header: string | string[]): ContentUsage => contentUsageOfHeader(header);

  test('is a dictionary', () => {
    expect(shortUsage(headerUsage('train-ai=n, search=y'))).toEqual({
      'train-ai': 'n H',
      'ai-use': '?',
      search: 'y H',
    });
    expect(shortUsage(headerUsage(['train-ai=n', 'search=y'])).search).toBe('y H');
    expect(headerUsage('/a train-ai=n')).toMatchObject({ isHeaderMalformed: true, malformedLines: [] });
    expect(headerUsage('trĳn=n').isHeaderMalformed).toBe(true);
    expect(shortUsage(headerUsage(''))['train-ai']).toBe('?');
  });

  test('is combined with what the file says: n decides', () => {
    const file = 'user-agent: *\ncontent-usage: train-ai=y, search=y';
    expect(contentUsage(file, '/', { header: 'train-ai=n' })).toEqual({
      'train-ai': 'n H',
      'ai-use': '?',
      search: 'y 2',
    });
    expect(contentUsage(file, '/', { header: ['train-ai=y', 'ai-use=y'] })).toEqual({
      'train-ai': 'y 2,H',
      'ai-use': 'y H',
      search: 'y 2',
    });
    expect(usage(file, '/', { header: 'A=n' }).contentUsage).toMatchObject({ isHeaderMalformed: true });
    const both = combineContentUsage(usage(file, '/').contentUsage, headerUsage('search=n'));
    expect(shortUsage(both)).toEqual({ 'train-ai': 'y 2', 'ai-use': '?', search: 'n H' });
  });

  test('invalid arguments are refused', () => {
    expect(() => contentUsageOfHeader(5 as unknown as string)).toThrow(
      'header is 5; the value of the header, a string',
    );
    expect(() => contentUsageOfHeader('', { vocabulary: 'vocab-1' as 'vocab-08' })).toThrow(
      'vocabulary is "vocab-1"; one of vocab-08, vocab-07 is expected',
    );
    expect(() => combineContentUsage()).toThrow('usages is empty');
    const older = contentUsageOfHeader('', { vocabulary: 'vocab-07' });
    expect(() => combineContentUsage(headerUsage(''), older)).toThrow('different vocabularies');
    const document = parseSync('');
    expect(() => document.usage('a', 'x')).toThrow(TypeError);
    expect(() => document.usage('', '/')).toThrow('agents is ""');
    expect(() => document.usage({ crawler: 'Gptbot2' }, '/')).toThrow('did you mean GPTBot?');
    expect(() => document.usage('a', '/', { heade: '' } as UsageOptions)).toThrow('did you mean header?');
  });
});

describe('docs/semantics.md §7.5: Content-Signal', () => {
  const inGroup = (value: string): string => `user-agent: *\ncontent-signal: ${value}\ndisallow: /no`;

  test.each<[string, string, string, string]>([
    ['search=yes, ai-input=no, ai-train=no', 'y 2', 'n 2', 'n 2'],
    ['SEARCH = Yes ,\tAI-Train= NO', 'y 2', '?', 'n 2'],
    ['ai-train=maybe, search', '?', '?', '?'],
    ['search=yes,search=no,search=no', 'n 2', '?', '?'],
    ['', '?', '?', '?'],
    [',,search=yes,', 'y 2', '?', '?'],
    ['train-ai=n', '?', '?', '?'],
  ])('%j', (value, search, aiInput, aiTrain) => {
    const answer = contentSignal(inGroup(value), '/');
    expect(answer).toEqual({ search, 'ai-input': aiInput, 'ai-train': aiTrain });
  });

  test('the two vocabularies are not read as one another', () => {
    const file = 'user-agent: *\ncontent-signal: ai-train=no\ncontent-usage: search=y';
    expect(contentUsage(file, '/')).toEqual({ 'train-ai': '?', 'ai-use': '?', search: 'y 3' });
    expect(contentSignal(file, '/')).toEqual({ search: '?', 'ai-input': '?', 'ai-train': 'n 2' });
  });

  test('a group’s lines are for its crawlers; other keys come from the lines for everyone', () => {
    const file =
      'content-signal: search=yes, ai-train=yes\nuser-agent: FooBot\ncontent-signal: ai-train=no\ndisallow: /no';
    expect(contentSignal(file, '/')).toEqual({ search: 'y 1', 'ai-input': '?', 'ai-train': 'n 3' });
    expect(contentSignal(file, '/', { agent: 'a' })).toEqual({
      search: 'y 1',
      'ai-input': '?',
      'ai-train': 'y 1',
    });
  });

  test('after a sitemap it is for everyone, until the next group', () => {
    const file =
      'user-agent: FooBot\ndisallow:\n\nsitemap: https://example.com/s\ncontent-signal: ai-train=no\n\nuser-agent: a\ndisallow:\ncontent-signal: search=no';
    expect(contentSignal(file, '/')).toEqual({ search: '?', 'ai-input': '?', 'ai-train': 'n 5' });
    expect(contentSignal(file, '/', { agent: 'a' })).toEqual({
      search: 'n 9',
      'ai-input': '?',
      'ai-train': 'n 5',
    });
  });

  test.each([
    ['sitemaps: x', { rfc9309: '?', google: 'n 3', 'koster-1996': '?' }],
    ['sitemap: \x01', { rfc9309: '?', google: 'n 3', 'koster-1996': '?' }],
    ['site-map: x', { rfc9309: 'n 3', google: 'n 3', 'koster-1996': '?' }],
    ['sitemap x', { rfc9309: 'n 3', google: 'n 3', 'koster-1996': '?' }],
    ['sitemap: x', { rfc9309: 'n 3', google: 'n 3', 'koster-1996': 'n 3' }],
  ])(
    'after %j it is for everyone if the profile reads a sitemap (docs/semantics.md §2.3)',
    (line, expected) => {
      const file = `user-agent: a\n${line}\ncontent-signal: ai-train=no\ndisallow: /no`;
      for (const [profile, answer] of Object.entries(expected))
        expect(contentSignal(file, '/', { profile: profile as ProfileName })['ai-train'], profile).toBe(
          answer,
        );
    },
  );

  test('after a sitemap and a Content-Usage line it is in the group where Content-Usage is a rule (docs/semantics.md §7.1)', () => {
    const file = 'user-agent: a\nsitemap: x\ncontent-usage: search=y\ncontent-signal: ai-train=no';
    expect(contentSignal(file, '/')['ai-train']).toBe('?');
    expect(contentSignal(file, '/', { agent: 'a' })['ai-train']).toBe('n 4');
    expect(contentSignal(file, '/', { profile: 'google' })['ai-train']).toBe('n 4');
  });

  test('koster-1996: a blank line ends the group, so what follows is for everyone', () => {
    const file = 'user-agent: FooBot\ndisallow:\n\ncontent-signal: ai-train=no';
    expect(contentSignal(file, '/', { agent: 'a' })['ai-train']).toBe('?');
    expect(contentSignal(file, '/', { agent: 'a', profile: 'koster-1996' })['ai-train']).toBe('n 4');
  });

  test('a path before the signals is a pattern; the longest that states the key decides', () => {
    const file =
      'user-agent: *\ncontent-signal: search=yes, ai-train=no\ncontent-signal: /blog/ ai-train=yes\ncontent-signal: /blog/ ai-train=no, use=full';
    expect(contentSignal(file, '/blog/a')).toEqual({ search: 'y 2', 'ai-input': '?', 'ai-train': 'n 4' });
    expect(contentSignal(file, '/a')['ai-train']).toBe('n 2');
    expect(usage(file, '/blog/a').contentSignal.use).toEqual({ value: 'full', lines: [4] });
    expect(usage(file, '/a').contentSignal.use).toEqual({ value: 'unknown', lines: [] });
  });

  test.each(['\u00a0', '\u2028', '\ufeff', '\u3000'])(
    'keeps %j in keys and values: white space is SP, HTAB, VT and FF (docs/semantics.md §1.5)',
    (space) => {
      const file = `user-agent: *\ncontent-signal: search=yes${space}, ai-train${space}=no, ai-input\v= \fno`;
      expect(contentSignal(file, '/')).toEqual({ search: '?', 'ai-input': 'n 2', 'ai-train': '?' });
      expect(usage(file, '/').contentSignal.unknownSignals).toEqual([
        { key: 'search', value: `yes${space}`, line: 2 },
        { key: `ai-train${space}`, value: 'no', line: 2 },
      ]);
    },
  );

  test('a line that states the same twice is listed once', () => {
    const { use, categories } = usage(
      'user-agent: *\ncontent-signal: use=full, use=full, search=no, search=no',
      '/',
    ).contentSignal;
    expect(use).toEqual({ value: 'full', lines: [2] });
    expect(categories.search.lines).toEqual([2]);
  });

  test('use: the narrowest counts; unknown keys and values are kept', () => {
    const file =
      'user-agent: *\ncontent-signal: use=Full, ai-train=maybe\ncontent-signal: use=immediate, X=1\ncontent-signal: use=x';
    const { use, unknownSignals } = usage(file, '/').contentSignal;
    expect(use).toEqual({ value: 'immediate', lines: [3] });
    expect(unknownSignals).toEqual([
      { key: 'ai-train', value: 'maybe', line: 2 },
      { key: 'x', value: '1', line: 3 },
      { key: 'use', value: 'x', line: 4 },
    ]);
  });

  test.each(PROFILES)('%s: it changes no verdict and no group', (profile) => {
    const file = 'user-agent: a\ncontent-signal: search=no\nuser-agent: b\ndisallow: /x';
    expect(parseSync(file).groupsUnder(profile)).toHaveLength(1);
    expect(parseSync(file).matcher({ agents: 'a', profile }).isAllowed('/x')).toBe(false);
  });
});

test('other records about usage are listed with their values', () => {
  const file =
    'License: https://example.com/l.xml\nuser-agent: *\nDisallowAITraining: /\nnoai: yes\nfoo: bar';
  expect(usage(file, '/').others).toEqual([
    { line: 3, name: 'disallowaitraining', value: '/' },
    { line: 4, name: 'noai', value: 'yes' },
  ]);
});

describe('RSL 1.0, section 4.4: licenses', () => {
  const A = 'License: https://a.example/l';
  const B = 'License: https://b.example/l';
  test.each<[string, string, number[]]>([
    ['above the groups, for everyone', `${A}\nuser-agent: x\ndisallow: /x`, [1]],
    ['several', `${A}\n${B}\nuser-agent: *\ndisallow: /x`, [1, 2]],
    ['of the group, and not the one for everyone', `${A}\nuser-agent: foobot\n${B}\ndisallow: /x`, [3]],
    ['of another group', `user-agent: x\ndisallow: /x\n${A}`, []],
    ['of another group, after a blank line', `user-agent: x\ndisallow: /x\n\n${A}`, []],
    [
      'after a sitemap, for everyone',
      `user-agent: x\ndisallow: /x\n\nsitemap: https://a.example/s\n${A}`,
      [5],
    ],
    [
      'of both groups that name it',
      `user-agent: foobot\n${A}\nallow: /\nuser-agent: *\n${B}\nallow: /\nuser-agent: foobot\n${B}`,
      [2, 8],
    ],
    ['none', 'user-agent: *\nlicenses: https://a.example/l', []],
    ['malformed ones count as lines', 'LICENSE : /l.xml\nuser-agent: *\ndisallow: /x', [1]],
  ])('%s', (_, file, lines) => {
    for (const profile of ['rfc9309', 'google'] as const) {
      const { licenses } = usage(file, '/', { profile });
      expect(licenses.map(({ line }) => line)).toEqual(lines);
    }
  });

  test.each<[string, string | null]>([
    ['https://a.example/license.xml', 'https://a.example/license.xml'],
    ['HTTP://A.example:80/ü', 'http://a.example/%C3%BC'],
    ['/license.xml', null],
    ['', null],
    ['ftp://a.example/l.xml', null],
    ['https://', null],
    ['https://a.example/l https://b.example/l', null],
  ])('%j has the URL %j', (value, url) => {
    const [license] = parseSync(`user-agent: *\nlicense: ${value} # all\ndisallow: /x`).licenses;
    expect([license?.line, license?.value.text, license?.url]).toEqual([2, value, url]);
  });
});

test('a crawler asks as it finds its groups', () => {
  const file =
    'user-agent: Googlebot\ncontent-usage: train-ai=n\n\nuser-agent: *\ncontent-usage: train-ai=y\n';
  const of = (crawler: string) => {
    const answer = parseSync(file).usage({ crawler }, '/');
    return answer.applies ? shortUsage(answer.contentUsage)['train-ai'] : 'not applicable';
  };
  expect(of('Googlebot-News')).toBe('n 2');
  expect(of('GPTBot')).toBe('y 5');
  expect(of('AdsBot-Google')).toBe('?');
});

describe('diagnostics', () => {
  test.each<[string, string[]]>([
    ['content-usage: train-ai=n\nuser-agent: *\ndisallow:', ['1 usage-before-user-agent 0-13']],
    ['user-agent: *\ncontent-usage: Search=n', ['2 malformed-content-usage 29-30']],
    ['user-agent: *\ncontent-usage: /a search=n, ', ['2 malformed-content-usage 41-41']],
    ['user-agent: *\ncontent-usage: /a search=n, AI=y', ['2 malformed-content-usage 42-43']],
    [
      'user-agent: *\ncontent-usage: search=no, tdm=n',
      ['2 unknown-usage-value 36-38', '2 retired-usage-label 40-43'],
    ],
    ['user-agent: *\ncontent-usage: foo=bar', []],
    [
      'user-agent: *\ncontent-signal: /a search=yes, ai-train=maybe',
      ['2 content-signal-path 30-32', '2 unknown-content-signal 45-59'],
    ],
    [
      'user-agent: *\ncontent-signal: é=1 ,, search=yes,ai-train',
      ['2 unknown-content-signal 30-34', '2 unknown-content-signal 49-57'],
    ],
    ['user-agent: *\ncontent-usage: tdm', ['2 retired-usage-label 29-32']],
    ['user-agent: *\ncontent-signal: search=yes, use=reference', []],
    ['content-signal: search=yes', []],
    ['user-agent: *\nlicense: x\ncontent-usages: A', []],
  ])('%j', (file, expected) => {
    const codes = ['usage', 'signal'];
    const found = parseSync(file).diagnostics.filter(({ code }) => codes.some((part) => code.includes(part)));
    expect(found.map(({ line, code, span }) => `${line} ${code} ${span.start}-${span.end}`)).toEqual(
      expected,
    );
  });
});

test('an answer is plain data', () => {
  const answer = parseSync('user-agent: *\ncontent-usage: search=n').usage('a', '/');
  const { contentUsage: data } = JSON.parse(JSON.stringify(answer)) as { contentUsage: ContentUsage };
  expect(data.categories.search).toEqual({ preference: 'disallowed', lines: [2], inHeader: false });
});

test('a hostile file is answered in bounded work', () => {
  const lines = Array.from({ length: 12_000 }, (_, i) => `content-usage: /*${'a'.repeat(i % 7)}b*c x=n`);
  const file = ['user-agent: *', ...lines].join('\n');
  const long = `/${'ab'.repeat(1_000)}`;
  expect(contentUsage(file, long, { profile: 'rfc9309' as ProfileName })['train-ai']).toBe('?');
});
