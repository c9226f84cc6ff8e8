/** RFC 9309 §5: the examples, with every URL that the prose implies. */
import { expect, test } from 'vitest';
import { describeRequirement } from './cite.js';
import { type Answer, groupsOf, judgeUnder, read } from './judging.js';

const judge = judgeUnder('rfc9309');

const SIMPLE = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

EOF
`;

describeRequirement('5.1-simple', () => {
  test('the groups', () => {
    expect(groupsOf(SIMPLE)).toEqual([
      [['*'], [2, 3, 4]],
      [['foobot'], [7, 8, 9]],
      [['barbot', 'bazbot'], [13]],
      [['quxbot'], []],
    ]);
  });

  test.each<[string, string, Answer]>([
    // Every crawler without a group of its own.
    ['anybot', '/publications/', 'allow 4'],
    ['anybot', '/publications/a.html', 'allow 4'],
    ['anybot', '/publications/a.gif', 'allow 4'],
    ['anybot', '/publications', 'no rule'],
    ['anybot', '/example/', 'disallow 3'],
    ['anybot', '/example/page.html', 'disallow 3'],
    ['anybot', '/example/allowed.gif', 'disallow 3'],
    ['anybot', '/example', 'no rule'],
    ['anybot', '/a.gif', 'disallow 2'],
    ['anybot', '/a/b.gif', 'disallow 2'],
    ['anybot', '/.gif', 'disallow 2'],
    ['anybot', '/a.gif?b', 'no rule'],
    ['anybot', '/a.gif?b=.gif', 'disallow 2'],
    ['anybot', '/a.gift', 'no rule'],
    ['anybot', '/a.GIF', 'no rule'],
    ['anybot', '/', 'no rule'],
    // Only two path prefixes.
    ['foobot', '/', 'disallow 7'],
    ['foobot', '/publications/', 'disallow 7'],
    ['foobot', '/example/', 'disallow 7'],
    ['foobot', '/example/page.html', 'allow 8'],
    ['foobot', '/example/page.html?a', 'allow 8'],
    ['foobot', '/example/page.htm', 'disallow 7'],
    ['foobot', '/example/allowed.gif', 'allow 9'],
    ['foobot', '/example/other.gif', 'disallow 7'],
    ['FooBot', '/example/page.html', 'allow 8'],
    // Everything except one path prefix.
    ['barbot', '/example/page.html', 'disallow 13'],
    ['barbot', '/example/page.html/a', 'disallow 13'],
    ['barbot', '/example/', 'no rule'],
    ['barbot', '/a.gif', 'no rule'],
    ['bazbot', '/example/page.html', 'disallow 13'],
    ['bazbot', '/example/page', 'no rule'],
    ['bazbot', '/', 'no rule'],
    // Everything.
    ['quxbot', '/', 'no rule'],
    ['quxbot', '/example/page.html', 'no rule'],
    ['quxbot', '/a.gif', 'no rule'],
    ['quxbot', '/EOF', 'no rule'],
  ])('%s at %s: %s', (agent, url, answer) => {
    expect(judge(SIMPLE, url, agent)).toBe(answer);
    expect(judge(SIMPLE, `https://example.com${url}`, agent)).toBe(answer);
  });

  test('EOF is not a record', () => {
    expect(read(SIMPLE).otherRecords).toEqual([]);
    expect(read(SIMPLE).diagnostics.find(({ line }) => line === 17)?.code).toBe('not-a-record');
  });
});
