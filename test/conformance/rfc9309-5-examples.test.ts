/** RFC 9309 §5: the groups of the example. The verdicts are in `conformance/rfc9309/5-examples.json`. */
import { expect, test } from 'vitest';
import { describeRequirement } from './cite.js';
import { groupsOf, read } from './judging.js';

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

  test('EOF is not a record', () => {
    expect(read(SIMPLE).otherRecords).toEqual([]);
    expect(read(SIMPLE).diagnostics.find(({ line }) => line === 17)?.code).toBe('not-a-record');
  });
});
