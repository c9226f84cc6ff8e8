/** What the checks of user-agent lines say, against the crawlers that the reference finds in the lines. */
import { describe, expect, test } from 'vitest';
import { callersOf, isUserAgentHeader, namesCaller } from '../../../test/reference/agents.js';
import { type ReferenceProfile, referenceGroups } from '../../../test/reference/reference.js';
import { parseSync } from '../../parse.js';
import { lint } from '../lint.js';

const PROFILE_NAMES: readonly ReferenceProfile[] = [
  'rfc9309',
  'google',
  'draft-koster-rep-00',
  'koster-1996',
];

const fileOf = (value: string) => `User-agent: ${value}\nDisallow: /\n`;

const messagesOf = (value: string): string[] =>
  lint(parseSync(fileOf(value)))
    .findings.filter(({ rule }) => rule === 'impossible-product-token')
    .map(({ message }) => message);

/** Whether the value, or the part of it before a `/`, is the name of a crawler that the line names. */
function isNamed(value: string, profile: ReferenceProfile): boolean {
  const [line] = referenceGroups(new TextEncoder().encode(fileOf(value)), profile)[0].userAgents;
  return [value, value.split('/', 1)[0]]
    .filter((name) => name.trim() !== '' && !isUserAgentHeader(name) && !name.startsWith('/'))
    .some((name) => namesCaller(line, callersOf([name])[0], profile));
}

describe('a value that does not start like a product token', () => {
  test.each([
    'ボット',
    'ボット/2',
    'Бот/1',
    '*x',
    '*/1',
    '(x)',
    '"GPTBot"',
    '"GPT" Bot',
    '/1',
    '+',
    '🤖 2',
    '\u0001x',
    'é,a',
    '\u00a0GPTBot',
    '@',
  ])('%j: the message says under which profiles it names a crawler', (value) => {
    const [message, ...others] = messagesOf(value);
    expect(others).toEqual([]);
    const naming = PROFILE_NAMES.filter((profile) => isNamed(value, profile));
    const said = / under ((?:[-\w]+, )*[-\w]+)\. Use/.exec(message)?.[1].split(', ') ?? [];
    expect([message, [...said].sort()]).toEqual([message, [...naming].sort()]);
    expect(message.includes('so the line names no crawler. ')).toBe(naming.length === 0);
  });

  test('names the crawlers that it names', () => {
    expect(messagesOf('ボット/2')).toEqual([
      '"ボット/2" does not start like a product token, so the line names no crawler under google, draft-koster-rep-00, and only "ボット/2" or "ボット" under rfc9309, koster-1996. Use only letters, "_" and "-".',
    ]);
  });
});

describe('a value that begins with a name of no crawler', () => {
  test.each([
    ['mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
    ['Mozilla/5.0 (compatible; ExampleThing/1.0)', 'ExampleThing'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'GPTBot',
    ],
    ['User-agent: GPTBot', 'GPTBot'],
  ])('%j: the message has the product token that is meant, %s', (value, meant) => {
    const [message, ...others] = messagesOf(value);
    expect(others).toEqual([]);
    expect(message).toContain(`the line does not name "${meant}". Write that product token alone.`);
    expect(message).not.toContain('"*"');
  });

  test.each([
    'mozilla',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
    'all',
    'all crawlers',
    'any robots please',
    'User-agent: *',
    'ALL BOTS',
  ])('%j: the message advises "*"', (value) => {
    expect(messagesOf(value)).toEqual([expect.stringContaining('write "*"')]);
  });
});
