import { describe, expect, test } from 'vitest';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from '../limits.js';
import { parseSync } from '../parse.js';
import { type FileData, type GroupData, writeRobots } from './write.js';

const FULL: FileData = {
  comments: ['What robots may do', 'and when: café'],
  records: [
    ['Host', 'example.com'],
    ['Clean-param', 'sid /forum/'],
  ],
  groups: [
    {
      userAgents: ['FooBot', 'BarBot'],
      crawlDelay: 2.5,
      rules: [{ disallow: '/caf%C3%A9' }, { allow: '/*.gif$' }, { disallow: '*é' }],
    },
    { userAgents: ['BazBot'], rules: [{ disallow: '' }] },
    { userAgents: ['*'], rules: [{ allow: '' }, { disallow: '/' }] },
  ],
  sitemaps: ['https://example.com/sitemap.xml'],
};

describe('writeRobots', () => {
  test('writes a file with every kind of record', () => {
    expect(writeRobots(FULL)).toBe(
      [
        '# What robots may do',
        '# and when: café',
        '',
        'Host: example.com',
        'Clean-param: sid /forum/',
        '',
        'User-agent: FooBot',
        'User-agent: BarBot',
        'Crawl-delay: 2.5',
        'Disallow: /caf%C3%A9',
        'Allow: /*.gif$',
        'Disallow: *é',
        '',
        'User-agent: BazBot',
        'Disallow:',
        '',
        'User-agent: *',
        'Allow:',
        'Disallow: /',
        '',
        'Sitemap: https://example.com/sitemap.xml',
        '',
      ].join('\n'),
    );
  });

  test('a field that is undefined counts as absent', () => {
    const group: GroupData = {
      userAgents: ['*'],
      records: undefined,
      rules: [{ allow: '/', disallow: undefined }],
    };
    const data: FileData = { comments: undefined, records: undefined, groups: [group], sitemaps: undefined };
    expect(writeRobots(data)).toBe('User-agent: *\nAllow: /\n');
    const last: GroupData = { userAgents: ['*'], rules: undefined };
    expect(writeRobots({ groups: [last] })).toBe('User-agent: *\n');
    expect(writeRobots({ groups: undefined })).toBe('');
  });

  test('writes text that reads back as the same data', () => {
    const document = parseSync(writeRobots(FULL));
    expect(document.comments.map(({ text }) => text)).toEqual(FULL.comments);
    expect(document.host).toBe('example.com');
    expect(document.groups.map(({ userAgents }) => userAgents.map(({ name }) => name))).toEqual(
      FULL.groups?.map(({ userAgents }) => userAgents),
    );
    expect(document.groups[0].extensions.map(({ name, userAgentCount }) => [name, userAgentCount])).toEqual([
      ['crawl-delay', 2],
    ]);
    expect(document.sitemaps.map(({ url }) => url)).toEqual(FULL.sitemaps);
    expect(document.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  test.each([0, 1, 2.5, 0.000001, 0.1 + 0.2, 86_400, 999_999_999])(
    'writes a delay of %d that reads back',
    (crawlDelay) => {
      const text = writeRobots({ groups: [{ userAgents: ['a'], crawlDelay, rules: [{ disallow: '/' }] }] });
      expect(parseSync(text).crawlDelay('a')).toBe(crawlDelay);
    },
  );

  test.each([-1, 1e-7, 1e9, 1e21, Infinity, Number.NaN])('refuses a delay of %d', (crawlDelay) => {
    const write = () => writeRobots({ groups: [{ userAgents: ['a'], crawlDelay }] });
    expect(write).toThrow(RangeError);
    expect(write).toThrow(`groups[0].crawlDelay is ${crawlDelay}; a number of seconds`);
  });

  test('refuses a delay that is no number, or that is there twice', () => {
    const group = (more: object) => () => writeRobots({ groups: [{ userAgents: ['a'], ...more }] });
    expect(group({ crawlDelay: '5' })).toThrow(
      new TypeError('groups[0].crawlDelay is "5"; a number of seconds is expected'),
    );
    expect(group({ crawlDelay: null })).toThrow(TypeError);
    expect(group({ crawlDelay: 5, records: [['crawl-DELAY', '5']] })).toThrow(
      /^groups\[0\]\.records\[0\] is Crawl-delay, which/,
    );
    expect(group({ records: [['Crawl-delay', '5']] })()).toBe('User-agent: a\nCrawl-delay: 5\n');
  });

  test("a file-wide record of any name is no group's", () => {
    const document = parseSync(
      writeRobots({
        records: [['Content-Signal', 'ai-train=no']],
        groups: [{ userAgents: ['*'], rules: [{ disallow: '' }] }],
      }),
    );
    expect(document.groups[0].extensions).toEqual([]);
    expect(document.records('content-signal').length).toBe(1);
  });

  test.each<[string, FileData, string]>([
    ['nothing', {}, ''],
    ['empty parts', { comments: [], records: [], groups: [], sitemaps: [] }, ''],
    ['a comment', { comments: ['a # b', ''] }, '# a # b\n#\n'],
    ['the last group without rules', { groups: [{ userAgents: ['*'] }] }, 'User-agent: *\n'],
    ['a record without a value', { records: [['X-Nothing', '']] }, 'X-Nothing:\n'],
    ['a tab inside a value', { records: [['Clean-param', 'a\t/b']] }, 'Clean-param: a\t/b\n'],
  ])('%s', (_, data, text) => {
    expect(writeRobots(data)).toBe(text);
  });

  test('writes a line as long as the line limit', () => {
    const pattern = '/'.padEnd(LINE_LIMIT_OCTETS - 'Allow: '.length, 'x');
    const written = writeRobots({ groups: [{ userAgents: ['*'], rules: [{ allow: pattern }] }] });
    expect(parseSync(written).groups[0].rules[0].pattern).toBe(pattern);
  });

  test('refuses a file above the parsing limit, unless an option allows it', () => {
    const rule = { disallow: '/'.padEnd(1000 - 'Disallow: '.length - 1, 'x') };
    const head = 'User-agent: *\n'.length;
    const rules = Array.from({ length: 511 }, () => rule);
    const last = { disallow: '/'.padEnd(1000 - head - 'Disallow: '.length - 1, 'x') };
    const fits = writeRobots({ groups: [{ userAgents: ['*'], rules: [...rules, last] }] });
    expect(fits.length).toBe(PARSING_LIMIT_OCTETS);
    expect(parseSync(fits).truncated).toBe(false);
    const tooLarge = {
      groups: [{ userAgents: ['*'], rules: [...rules, { disallow: `${last.disallow}é` }] }],
    };
    expect(() => writeRobots(tooLarge)).toThrow(RangeError);
    expect(() => writeRobots(tooLarge)).toThrow(
      'data makes a file of 512002 octets; no more than 512000 are read (RFC 9309 §2.5); the option maxOctets allows more',
    );
    expect(writeRobots(tooLarge, { maxOctets: 512_002 }).length).toBe(512_001);
    expect(() => writeRobots({}, { maxOctets: 1 })).toThrow(RangeError);
  });

  // More than an engine accepts as the arguments of one call.
  const MANY = 130_000;

  test('writes very many groups', () => {
    const groups = Array.from({ length: MANY }, () => ({ userAgents: ['a'], rules: [{ disallow: '/' }] }));
    expect(writeRobots({ groups }, { maxOctets: Infinity }).split('\n').length).toBe(MANY * 3);
  });

  test('writes very many rules in one group', () => {
    const rules = Array.from({ length: MANY }, () => ({ disallow: '/' }));
    const groups = [{ userAgents: ['a'], rules }];
    expect(writeRobots({ groups }, { maxOctets: Infinity }).split('\n').length).toBe(MANY + 2);
  });
});

describe('what would read back as something else is a TypeError', () => {
  const group = { userAgents: ['a'], rules: [{ disallow: '/' }] };
  const tooLong = 'x'.repeat(LINE_LIMIT_OCTETS);

  /** Places for a value, and how messages name them. */
  const VALUES: readonly [string, (value: string) => FileData][] = [
    ['comments[0]', (value) => ({ comments: [value] })],
    ['groups[1].userAgents[1]', (value) => ({ groups: [group, { ...group, userAgents: ['a', value] }] })],
    [
      'groups[0].rules[1].allow',
      (value) => ({ groups: [{ ...group, rules: [{ disallow: '' }, { allow: value }] }] }),
    ],
    ['groups[0].rules[0].disallow', (value) => ({ groups: [{ ...group, rules: [{ disallow: value }] }] })],
    ["groups[0].records[0]'s field", (value) => ({ groups: [{ ...group, records: [[value, 'v']] }] })],
    ["groups[0].records[0]'s value", (value) => ({ groups: [{ ...group, records: [['f', value]] }] })],
    [
      "records[1]'s field",
      (value) => ({
        records: [
          ['f', 'v'],
          [value, 'v'],
        ],
      }),
    ],
    ["records[0]'s value", (value) => ({ records: [['f', value]] })],
    ['sitemaps[0]', (value) => ({ sitemaps: [value] })],
  ];

  describe.each(VALUES)('%s', (where, dataWith) => {
    const refused = (value: unknown, message: string): void => {
      expect(() => writeRobots(dataWith(value as string))).toThrow(TypeError);
      expect(() => writeRobots(dataWith(value as string))).toThrow(`${where} ${message}`);
    };

    test.each(['/a\nDisallow: /', '/a\r', '\n', '/a\0', '/\x1f', '/a\x0b/b', '/a\x0c/b'])('%j', (value) => {
      refused(
        value,
        `is ${JSON.stringify(value)}; text without line breaks and control characters is expected`,
      );
    });

    test('half a surrogate pair', () => {
      refused('/\ud800', 'is "/\\ud800"; it has half a surrogate pair, which is no character');
      refused('/\ude00\ud83d', 'is "/\\ude00\\ud83d"; it has half');
    });

    test('a value that is not a string', () => {
      refused(5, 'is 5; a string is expected');
      refused(null, 'is null; a string is expected');
      refused(['a'], 'is an array of 1; a string is expected');
    });

    if (where !== 'comments[0]') {
      test('a number sign', () => {
        refused('/a#b', 'is "/a#b"; "#" would begin a comment, "%23" is expected in its place');
      });

      test.each([' /a', '/a ', '\t/a', '/a\t', ' ', '\ufeff/a', '/a\u00a0'])(
        '%j: white space at an end',
        (value) => {
          refused(value, `is ${JSON.stringify(value)}; white space at its ends would be lost`);
        },
      );
    }

    test('too long a line', () => {
      const value = where === 'sitemaps[0]' ? `http://${tooLong}` : `/${tooLong}`;
      expect(() => writeRobots(dataWith(value))).toThrow(TypeError);
      expect(() => writeRobots(dataWith(value))).toThrow(`${where.replace(/'s .*/, '')} makes a line of`);
    });
  });

  test.each<[string, FileData, string]>([
    [
      'an empty name',
      { groups: [{ userAgents: [''] }] },
      'groups[0].userAgents[0] is ""; a product token or "*" is expected',
    ],
    [
      'no name',
      { groups: [{ userAgents: [] }] },
      'groups[0].userAgents is an empty array; a list of at least one product token',
    ],
    [
      'a group without rules before another',
      { groups: [{ userAgents: ['a'] }, group] },
      'groups[0].rules is empty, so that the next group',
    ],
    [
      'a pattern without a slash',
      { groups: [{ ...group, rules: [{ allow: 'a' }] }] },
      'groups[0].rules[0].allow is "a"; a pattern that begins with "/" or "*"',
    ],
    [
      'a pattern whose slash comes later',
      { groups: [{ ...group, rules: [{ allow: 'a/b' }] }] },
      'groups[0].rules[0].allow is "a/b"; a pattern that begins with "/" or "*"',
    ],
    [
      'a rule of neither kind',
      { groups: [{ ...group, rules: [{} as never] }] },
      'groups[0].rules[0] is not one of { allow } and { disallow }',
    ],
    [
      'a rule of both kinds',
      { groups: [{ ...group, rules: [{ allow: '/', disallow: '/' } as never] }] },
      'groups[0].rules[0] is not one of',
    ],
    [
      'a relative sitemap',
      { sitemaps: ['/sitemap.xml'] },
      'sitemaps[0] is "/sitemap.xml"; an absolute URL is expected',
    ],
    ['an empty sitemap', { sitemaps: [''] }, 'sitemaps[0] is ""; an absolute URL'],
    ['an empty field', { records: [['', 'a']] }, 'records[0]\'s field is ""; a field that is not empty'],
    [
      'a field with a colon',
      { records: [['a:b', 'c']] },
      'records[0]\'s field is "a:b"; a field that is not empty, without ":"',
    ],
  ])('%s', (_, data, message) => {
    expect(() => writeRobots(data)).toThrow(TypeError);
    expect(() => writeRobots(data)).toThrow(message);
  });

  test.each<[string, unknown, string]>([
    ['no data', undefined, 'writeRobots: data is undefined; an object with comments, groups'],
    ['a document', 'User-agent: *', 'writeRobots: data is "User-agent: *"; an object'],
    ['an unknown field', { group: [] }, 'writeRobots: unknown option group; did you mean groups?'],
    [
      'one group in place of a list',
      { groups: group },
      'groups is an instance of Object; an array is expected',
    ],
    ['a name in place of a group', { groups: ['a'] }, 'groups[0] is "a"; an object with userAgents'],
    ['a hole', { groups: new Array(1) }, 'groups[0] is undefined; an object'],
    [
      'an unknown field of a group',
      { groups: [{ userAgent: ['a'] }] },
      'unknown option groups[0].userAgent; did you mean groups[0].userAgents?',
    ],
    ['a name in place of names', { groups: [{ userAgents: 'a' }] }, 'groups[0].userAgents is "a"; an array'],
    ['a group without names', { groups: [{ rules: [] }] }, 'groups[0].userAgents is undefined; a list'],
    [
      'an unknown field of a rule',
      { groups: [{ ...group, rules: [{ dissalow: '/' }] }] },
      'unknown option groups[0].rules[0].dissalow; did you mean groups[0].rules[0].disallow?',
    ],
    ['a rule of no shape', { groups: [{ ...group, rules: ['/'] }] }, 'groups[0].rules[0] is "/"; an object'],
    ['a record of no shape', { records: ['Host: a'] }, 'records[0] is "Host: a"; a list of field and value'],
    ['a record of one part', { records: [['Host']] }, 'records[0] is an array of 1; a list'],
  ])('%s', (_, data, message) => {
    expect(() => writeRobots(data as FileData)).toThrow(TypeError);
    expect(() => writeRobots(data as FileData)).toThrow(message);
  });

  test('an unknown option', () => {
    expect(() => writeRobots({}, { maxOctet: 1e6 } as object)).toThrow(
      'writeRobots: unknown option maxOctet; did you mean maxOctets?',
    );
  });

  test.each([
    'User-agent',
    'useragent',
    'USER AGENT',
    'allow',
    'Disallow',
    'disallowed',
    'Allow-x',
    'dissallow',
    'dissalow',
    'disalow',
    'diasllow',
    'disallaw',
    'sitemap',
    'site-map',
    'sitemaps',
    'user-agents',
  ])('a field that some profile reads as a directive: %s', (field) => {
    expect(() => writeRobots({ records: [[field, 'a']] })).toThrow(TypeError);
    expect(() => writeRobots({ groups: [{ ...group, records: [[field, 'a']] }] })).toThrow(
      "write it as a group's userAgents or rules, or as sitemaps",
    );
  });
});

describe('Content-Usage', () => {
  const rules = [{ disallow: '/x' }];

  test('is written into its group, and read back', () => {
    const records = [['Content-Usage', '/a train-ai=n, search=y']] as const;
    const written = writeRobots({ groups: [{ userAgents: ['*'], records, rules }] });
    expect(written).toBe('User-agent: *\nContent-Usage: /a train-ai=n, search=y\nDisallow: /x\n');
    const [group] = parseSync(written).groups;
    expect(group.extensions.map(({ name, value }) => [name, value.text])).toEqual([
      ['content-usage', '/a train-ai=n, search=y'],
    ]);
    expect(group.rules).toHaveLength(1);
  });

  test('is refused where no crawler obeys it', () => {
    expect(() => writeRobots({ records: [['Content-Usage', 'train-ai=n']] })).toThrow(
      new TypeError(
        "records[0] is Content-Usage, which no crawler obeys outside a group; write it into a group's records",
      ),
    );
  });
});
