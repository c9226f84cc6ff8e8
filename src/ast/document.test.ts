import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { checkProperty } from '../../test/support/property.js';
import { documentEveryWay, eventsOf, sameEvents } from '../../test/support/ways.js';
import { PARSING_LIMIT_OCTETS } from '../limits.js';
import { parseSync } from '../parse.js';
import { defineProfile, type ProfileName } from '../profiles.js';
import type { RobotsDocument } from '../robots-document.js';
import { isLineEvent } from '../stream/events.js';

const TEXT = [
  '\ufeff# One',
  'Sitemap: https://example.com/a.xml',
  'Host: EXAMPLE.com',
  'Clean-param: sid&sort /forum/',
  'User-agent: a # Two',
  'Crawl-delay: 5',
  'User-agent: b',
  'crawl-delay 6',
  'Disallow: /x',
  'Visit-time: 0600-0845',
  'clean-PARAM: broken by words',
  'Clean-Param: ref',
  'sitemap:/b.xml',
  'host: second.example',
  'Content-Signal: ai-train=no',
  '#',
].join('\n');

const document = documentEveryWay(new TextEncoder().encode(TEXT));

test('a document knows its size, its number of lines, and its byte order mark', () => {
  expect(document).toMatchObject({
    size: new TextEncoder().encode(TEXT).length,
    lineCount: 16,
    truncated: false,
    byteOrderMark: 'whole',
  });
});

test('sitemaps belong to no group (docs/semantics.md §3.5)', () => {
  expect(document.sitemaps.map(({ line, url }) => [line, url])).toEqual([
    [2, 'https://example.com/a.xml'],
    [13, '/b.xml'],
  ]);
});

test('other records are all records that are not directives, with their place', () => {
  expect(document.otherRecords.map(({ line, name, value }) => [line, name, value.text])).toEqual([
    [3, 'host', 'EXAMPLE.com'],
    [4, 'clean-param', 'sid&sort /forum/'],
    [6, 'crawl-delay', '5'],
    [8, 'crawl-delay', '6'],
    [10, 'visit-time', '0600-0845'],
    [11, 'clean-param', 'broken by words'],
    [12, 'clean-param', 'ref'],
    [14, 'host', 'second.example'],
    [15, 'content-signal', 'ai-train=no'],
  ]);
});

test('records have any name, ignoring letter case', () => {
  expect(document.records('Crawl-Delay').map(({ line }) => line)).toEqual([6, 8]);
  expect(document.records('CONTENT-signal').map(({ value }) => value.text)).toEqual(['ai-train=no']);
  expect(document.records('nothing')).toEqual([]);
  expect(document.records('sitemap')).toEqual([]);
  expect(document.records('toString')).toEqual([]);
});

test('host is the first that has a value', () => {
  expect(document.host).toBe('EXAMPLE.com');
  expect(parseSync('host:\nhost: b').host).toBe('b');
  expect(parseSync('host:').host).toBe(undefined);
  expect(parseSync('').host).toBe(undefined);
});

test('clean params are those with a valid value', () => {
  expect(document.cleanParams.map(({ line, parameters, path }) => [line, parameters, path])).toEqual([
    [4, ['sid', 'sort'], '/forum/'],
    [12, ['ref'], '/'],
  ]);
});

test('comments include those after a record', () => {
  expect(document.comments.map(({ line, text }) => [line, text])).toEqual([
    [1, 'One'],
    [5, 'Two'],
    [16, ''],
  ]);
  expect(document.comments[1].comment).toMatchObject({ text: '# Two' });
});

test('extensions apply to the agents above them (docs/semantics.md §3.4)', () => {
  const [{ extensions }] = document.groups;
  expect(extensions.map(({ line, name, userAgentCount }) => [line, name, userAgentCount])).toEqual([
    [6, 'crawl-delay', 1],
    [8, 'crawl-delay', 2],
    [10, 'visit-time', 2],
    [15, 'content-signal', 2],
  ]);
});

describe('extensions', () => {
  const extensionsOf = (text: string, profile?: ProfileName): string[][] =>
    parseSync(octetsOf(text))
      .groupsUnder(profile)
      .map(({ extensions }) => extensions.map(({ name, userAgentCount }) => `${name} ${userAgentCount}`));

  test('above the first group apply to no agent', () => {
    expect(extensionsOf('x: 1\nuser-agent: a\ny: 2')).toEqual([['y 1']]);
  });

  test('below the rules belong to the group', () => {
    expect(extensionsOf('user-agent: a\ndisallow:\nx: 1\nuser-agent: b\ny: 2')).toEqual([['x 1'], ['y 1']]);
  });

  test('do not include a line that the profile reads as a directive', () => {
    const text = 'user-agents: a\nx: 1\nuser-agent: b\ndisallowed: /\ny: 2';
    expect(extensionsOf(text)).toEqual([['disallowed 1', 'y 1']]);
    expect(extensionsOf(text, 'google')).toEqual([['x 1', 'y 2']]);
  });

  test('are read as the profile reads their line: up to a NUL, and after part of a byte order mark', () => {
    const text = '\xEFuser-agent: a\nxy: 1\nz: 2\0: 3\ndisallow: /';
    expect(extensionsOf(text, 'google')).toEqual([['xy 1', 'z 1']]);
    expect(extensionsOf(text.slice(1))).toEqual([['xy 1']]);
    const [group] = parseSync(octetsOf(text)).groupsUnder('google');
    expect(group.extensions.map(({ value }) => value.text)).toEqual(['1', '2']);
  });

  test('below a blank line belong to no record of 1996', () => {
    expect(extensionsOf('user-agent: a\nx: 1\n\ny: 2\nuser-agent: b\nz: 3', 'koster-1996')).toEqual([
      ['x 1'],
      ['z 1'],
    ]);
  });

  test('below a blank line that is alone between two directives belong to no record of 1996', () => {
    const text = 'user-agent: a\ndisallow: /a\n\ndisallow: /b\nx: 1';
    expect(extensionsOf(text, 'koster-1996')).toEqual([[]]);
    expect(extensionsOf(text)).toEqual([['x 1']]);
  });
});

test.each(['\n', '\r', '\r\n'])('a blank line that ends with %j ends a record of 1996', (end) => {
  for (const blank of ['', ' ', '\t\v\f']) {
    const text = ['user-agent: a', blank, 'disallow: /x', ''].join(end);
    const [group] = parseSync(text).groupsUnder('koster-1996');
    expect(group.rules).toEqual([]);
    expect(parseSync(text).groups[0].rules.length).toBe(1);
  }
});

test('google reads a line up to its NUL, which other profiles reject', () => {
  const file = parseSync(octetsOf('user-agent: a\ndisallow /a\x01c\0 b\nallow: /\nallow\0: /b\n'));
  const patterns = (profile: ProfileName): string[] =>
    file.groupsUnder(profile)[0].rules.map(({ pattern }) => pattern);
  expect(patterns('google')).toEqual(['/a\x01c', '/']);
  for (const profile of ['rfc9309', 'draft-koster-rep-00', 'koster-1996'] as const) {
    expect(patterns(profile)).toEqual(['/']);
  }
});

test('any number of user-agent lines make one group, also with other lines between them', () => {
  for (let count = 1; count < 6; count++) {
    const agents = Array.from({ length: count }, (_, nth) => `user-agent: bot-${nth}\n`);
    for (const between of ['', '\n', '# c\n', 'x: 1\n', 'sitemap: y\n']) {
      const { groups } = parseSync(`${agents.join(between)}disallow: /\n`);
      expect(groups.map(({ userAgents, rules }) => [userAgents.length, rules.length])).toEqual([[count, 1]]);
    }
  }
});

test('diagnostics are in file order, whatever finds them', () => {
  const text =
    'disallow: /\nuser-agent: a\ncrawl-delay: x\nthree words here\nuser-agent: b\nallow: x\nuser-agent: A\nuser-agent: c';
  expect(parseSync(text).diagnostics.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '1 rule-before-user-agent',
    '3 invalid-extension-value',
    '4 not-a-record',
    '6 pattern-without-slash',
    '7 group-split',
    '8 group-without-rules',
  ]);
});

test('the parsing limit is a problem of the line that it cuts, which it names', () => {
  const lines = 'user-agent: a\ndisallow:\n';
  const { diagnostics } = parseSync(lines.padEnd(PARSING_LIMIT_OCTETS + 1, 'x'));
  expect(diagnostics).toMatchObject([
    { code: 'parsing-limit', line: 3, span: { start: lines.length, end: PARSING_LIMIT_OCTETS } },
  ]);
  expect(diagnostics[0].message).toContain('Found: more than 512000 octets.');
});

describe('group-split is about two groups that name the same crawlers (docs/semantics.md §4.1 to §4.3)', () => {
  const twoGroups = (one: string, other: string): RobotsDocument =>
    parseSync(`user-agent: ${one}\ndisallow: /\nuser-agent: ${other}\ndisallow: /`);
  const splits = (one: string, other: string): number[] =>
    twoGroups(one, other)
      .diagnostics.filter(({ code }) => code === 'group-split')
      .map(({ line }) => line);

  test.each([
    ['AZ-az_bot', 'az-AZ_BOT'],
    ['foo/1.0', 'Foo'],
    ['Foo', 'foo/1.0'],
    ['foo/1.0', 'FOO/2.0 (compatible)'],
    ['MJ12bot/v1.4', 'mj12bot'],
    ['*', '* all others'],
    ['Example Bot', 'example bot'],
    ['\u00E9/1', '\u00E9/1'],
  ])('%s and %s', (one, other) => expect(splits(one, other)).toEqual([3]));

  test.each([
    // Unicode folds these to the same letters.
    ['\u212Abot', 'kbot'],
    ['\u017Fbot', 'sbot'],
    ['straße', 'strasse'],
    ['é', 'É'],
    // Crawlers that read letters alone find the same name, and others do not.
    ['MJ12bot', 'MJ6bot'],
    ['Example Bot', 'Example Robot'],
    ['foo', 'foobar'],
    ['*', '**'],
    ['', ''],
    // A caller's name is cut at its first slash, which leaves none.
    ['/foo', '/foo'],
    ['a\x01', 'a\x01'],
  ])('but not %j and %j', (one, other) => expect(splits(one, other)).toEqual([]));

  const token = fc.constantFrom('foo', 'FOO', 'f.o-1', 'F.O-1', '1', '*', '**', 'é', 'É', '', 'foo bar');
  const version = fc.constantFrom('', '/', '/1', '/2 (x)', ' /1', ' x', ';x', '*', '/é', '\x01');
  const userAgentValue = fc.tuple(token, version).map((parts) => parts.join('').trim());
  const caller = fc.constantFrom(
    'foo',
    'foo/1',
    'f.o-1',
    'F.O-1/é',
    'f.o-',
    '1',
    '**',
    'é/1',
    'foo bar',
    'foo /1',
    'foo/',
    'x',
  );
  const profile = fc.constantFrom<ProfileName>('rfc9309', 'google');

  checkProperty(
    'every crawler obeys both groups or neither',
    fc.property(userAgentValue, userAgentValue, caller, profile, (one, other, agents, profile) => {
      if (splits(one, other).length === 0) return;
      const { groupCount } = twoGroups(one, other).matcher({ agents, profile }).check('/');
      expect([0, 2]).toContain(groupCount);
    }),
    { runsShare: 0.1 },
  );
});

test('groupAt finds the group that a line belongs to', () => {
  const split = parseSync('allow: /\nuser-agent: a\nuser-agent: b\ndisallow: /\nuser-agent: c\ndisallow: /');
  const { groups } = split;
  expect(
    [0, 1, 2, 3, 4, 5, 6, 99]
      .map((line) => split.groupAt(line))
      .map((group) => group && groups.indexOf(group)),
  ).toEqual([null, null, 0, 0, 0, 1, 1, 1]);
  expect(parseSync('').groupAt(1)).toBe(null);
});

test.each([-1, 1.5, NaN, Infinity])('groupAt refuses %d', (line) => {
  expect(() => document.groupAt(line)).toThrow(
    new RangeError(`line is ${line}; a whole number from 0 to 9007199254740991 is expected`),
  );
});

test('nodes are made once for each profile', () => {
  expect(document.groups).toBe(document.groups);
  expect(document.groupsUnder('google')).toBe(document.groupsUnder('google'));
  expect(document.groupsUnder('rfc9309')).toBe(document.groups);
  expect(document.groupsUnder(defineProfile({ name: 'mine' }))).not.toBe(document.groups);
  expect(document.groupsUnder(defineProfile({ name: 'mine' }))).toEqual(document.groups);
  expect(document.diagnostics).toBe(document.diagnostics);
  expect(document.comments).toBe(document.comments);
  expect(document.sitemaps).toBe(document.sitemaps);
  expect(document.otherRecords).toBe(document.otherRecords);
  const [group] = document.groups;
  expect(document.groupAt(9)).toBe(group);
  expect(group.userAgents).toBe(group.userAgents);
  expect(group.rules).toBe(group.rules);
  expect(group.extensions).toBe(group.extensions);
  expect(() => document.groupsUnder('none' as ProfileName)).toThrow(TypeError);
});

test('the octets are made once', () => {
  const small = parseSync('user-agent: a\ndisallow: /x');
  expect(small.octets).toBe(small.octets);
});

test('lines are the events of its octets', () => {
  sameEvents([...document.lines()], eventsOf([document.octets]).filter(isLineEvent));
  expect([...document.lines()].length).toBe(document.lineCount);
});

test('its JSON has every member', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual({
    size: document.size,
    lineCount: 16,
    truncated: false,
    byteOrderMark: 'whole',
    groups: JSON.parse(JSON.stringify(document.groups)),
    sitemaps: JSON.parse(JSON.stringify(document.sitemaps)),
    licenses: [],
    otherRecords: JSON.parse(JSON.stringify(document.otherRecords)),
    comments: JSON.parse(JSON.stringify(document.comments)),
    diagnostics: JSON.parse(JSON.stringify(document.diagnostics)),
  });
  const json = JSON.parse(JSON.stringify(document));
  expect(json.groups[0].extensions[0]).toEqual({
    line: 6,
    field: { start: expect.any(Number), end: expect.any(Number), text: 'Crawl-delay' },
    value: { start: expect.any(Number), end: expect.any(Number), text: '5' },
    name: 'crawl-delay',
    userAgentCount: 1,
  });
  expect(json.sitemaps[0]).toMatchObject({ line: 2, url: 'https://example.com/a.xml' });
  expect(json.comments[0]).toMatchObject({
    line: 1,
    text: 'One',
    comment: { start: 3, end: 8, text: '# One' },
  });
});
