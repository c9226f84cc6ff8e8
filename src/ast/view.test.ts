/** What a profile makes of a file. */
import { expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import * as Row from '../stream/row.js';
import { takeOctets } from './collect.js';
import { FileView } from './view.js';

const OCTETS = octetsOf('# c\nuser-agent: a\ndisallow: /b\nsitemap: x\n\nuser-agent: c\nallow: /\n');

/** A view of the same small file. */
function viewOf(profile: ProfileName = 'rfc9309', octets = OCTETS): FileView {
  return new FileView(takeOctets(octets), PROFILES[profile]);
}

test('the rule of a row equals the one in the list of its group', () => {
  const view = viewOf();
  const { rows } = view.grouping;
  const linesOfRules = new Map(view.groups.flatMap(({ rules }) => rules).map((rule) => [rule.line, rule]));
  const found: unknown[] = [];
  for (let at = 0; at < rows.length; at += Row.STRIDE) {
    const rule = linesOfRules.get(rows[at + Row.LINE]);
    if (rule === undefined) continue;
    expect(JSON.stringify(view.rule(at))).toBe(JSON.stringify(rule));
    found.push(rule);
  }
  expect(found).toHaveLength(2);
});

test('a record on line 1 begins where its profile says that the line begins', () => {
  const octets = octetsOf('\xEF\xBBcrawl-delay: 1\n\xEFcrawl-delay: 2');
  const records = (profile: ProfileName): string[] =>
    viewOf(profile, octets).otherRecords.map(({ field, value }) => `${field.start}-${field.end} ${value}`);
  expect(records('rfc9309')).toEqual(['0-13 1', '17-29 2']);
  expect(records('google')).toEqual(['2-13 1', '17-29 2']);
});
