/** Sound files in which some octets are replaced, inserted or removed. */
import { type Random, randomFrom } from '../../../bench/inputs/random.js';
import { bodyOf, type Case, octetsOf, urlOf } from '../case.js';

const SEED = 0x3b7a;
const FILES = 800;

const BASES = [
  'User-agent: FooBot\nDisallow: /a\nAllow: /a/b\n\nUser-agent: *\nDisallow: /c\n',
  'User-agent: *\nAllow: /a*b\nDisallow: /a\nDisallow: /*.c$\n',
  '# comment\nUser-agent: FooBot\nUser-agent: BarBot\nCrawl-delay: 10\nDisallow: /a?b=1\n\nSitemap: http://example.com/s.xml\nUser-agent: *\nDisallow: /\nAllow: /c\n',
  'user-agent:*\r\ndisallow:/a%2Fb\r\nallow:/a%2fb/c\r\n\r\nuser-agent:foobot/1.0\r\ndisallow:\r\n',
];

const STRANGE: readonly Uint8Array[] = [
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  ' ',
  '\t',
  '\0',
  ':',
  '#',
  '*',
  '$',
  '/',
  '%',
  '%2F',
  '%2a',
  '?',
  ';',
  '&',
  '\\',
  '"',
  '\x0b',
  '\x0c',
  '\x1c',
  '\x85',
  '\xc2\x85',
  '\xe2\x80\xa8',
  '\xef\xbb\xbf',
  '\xe9',
  '\xc3\xa9',
  'A',
  'User-agent: ',
  '\nDisallow: /',
  '\nAllow: ',
].map(octetsOf);

const AGENTS = ['FooBot', 'OtherBot'];
const URLS = ['/a', '/a/b', '/a%2Fb/c', '/axb', '/c', '/x.c', '/a?b=1', '/'].map(urlOf);

export function mutatedCases(): Case[] {
  const random = randomFrom(SEED);
  return Array.from({ length: FILES }, (_, index) => {
    let body = bodyOf(random.pick(BASES));
    for (let changes = 1 + random.below(3); changes > 0; changes--) body = mutated(body, random);
    return {
      name: `mutation ${index}`,
      body,
      agents: AGENTS,
      urls: URLS.slice((index % 2) * 4, (index % 2) * 4 + 4),
    };
  });
}

function mutated(body: Uint8Array, random: Random): Uint8Array {
  const at = random.below(body.length + 1);
  const removed = random.pick([0, 0, 1, 1, 2, 8]);
  const added = random.below(4) > 0 ? random.pick(STRANGE) : octetsOf('');
  return bodyOf(body.slice(0, at), added, body.slice(at + removed));
}
