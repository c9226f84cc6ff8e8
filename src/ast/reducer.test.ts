/** The fold of events into groups. `test/property/document.test.ts` compares it with documents. */
import { expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { eventsOf, sameGroups } from '../../test/support/ways.js';
import { parseSync } from '../parse.js';
import * as Row from '../stream/row.js';
import { groupReducer, nextState } from './reducer.js';

test.each([
  ['no event', ''],
  ['no group', 'disallow: /a\nsitemap: /b\n'],
  ['two groups', 'user-agent: a\nuser-agent: b\ndisallow: /a\n\nuser-agent: c\nallow: /c\ndisallow:'],
  [
    'lines between user-agent lines',
    'user-agent: a\n# c\n\nhost: x\ncrawl-delay: 5\nuser-agent: b\nallow: /',
  ],
  [
    'a usage preference that ends user-agent lines',
    'user-agent: a\nContent-Usage: ai=n\nuser-agent: b\ndisallow: /',
  ],
  ['a name with a control octet', 'user-agent: a\x01\ndisallow: /\nallow: /\x01\ncrawl-delay: 1'],
  ['misspelled fields and no colons', 'user agent: a\ndissallow /a\ncrawl-delay 3'],
])('of %s, the groups are those of the document', (_, text) => {
  sameGroups(eventsOf([octetsOf(text)]), parseSync(octetsOf(text)));
});

test('the groups so far are known after each event', () => {
  const events = eventsOf([octetsOf('user-agent: a\nallow: /\nuser-agent: b\nallow: /b')]);
  let state = groupReducer.initial();
  const rules = events.map((event) => {
    state = groupReducer.step(state, event);
    return state.groups.map((group) => group.rules.length);
  });
  expect(rules).toEqual([[], [0], [1], [1, 0], [1, 1], [1, 1]]);
});

test('a state that is not of the reducer is a TypeError', () => {
  const [event] = eventsOf([octetsOf('')]);
  for (const state of [null, {}, [], { groups: [] }]) {
    expect(() => groupReducer.step(state as never, event)).toThrow(TypeError);
  }
});

test('a blank line ends a group where the profile says so', () => {
  expect(nextState('at-agents', Row.ALLOW, false)).toBe('at-rules');
  expect(nextState('at-agents', Row.ALLOW, true)).toBe('outside');
  expect(nextState('at-agents', Row.USER_AGENT, true)).toBe('beginning');
});
