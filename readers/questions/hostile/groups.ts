/** What begins a group, what ends one, and what the numbers of other records do to it. */
import { randomFrom } from '../../../bench/inputs/random.js';
import { bodyOf, type Case, urlOf } from '../case.js';

const SEED = 0x6209;
const FILES = 800;

const LINES = [
  'User-agent: FooBot',
  'User-agent: FooBot',
  'User-agent: *',
  'User-agent: *',
  'User-agent: BarBot',
  'User-agent:',
  'Disallow: /a',
  'Disallow: /b',
  'Disallow: /c',
  'Allow: /a',
  'Disallow: /',
  'Allow: /',
  'Disallow:',
  'Allow:',
  '',
  '',
  '',
  ' ',
  '\t',
  '#',
  ' # comment',
  'Sitemap: http://example.com/sitemap.xml',
  'Crawl-delay: 5',
  'Crawl-delay: x',
  'Crawl-delay:',
  'Request-rate: 1/5',
  'Visit-time: 0600-0845',
  'Host: example.com',
  'Clean-param: s /a',
  'Noindex: /a',
  'Other: value',
  'Other',
  ':',
  'Disallow',
  'User-agent',
  'Content-Usage: ai=n',
  '\r',
  '\x0b',
  'Disallow: /a # comment',
  'User-agent: FooBot # comment',
];

const URLS = ['/a', '/b', '/c', '/'].map(urlOf);

/** Lines in any order. */
export function groupCases(): Case[] {
  const random = randomFrom(SEED);
  return Array.from({ length: FILES }, (_, index) => {
    const lines = Array.from({ length: 3 + random.below(9) }, () => random.pick(LINES));
    const end = random.below(3) > 0 ? '\n' : '';
    const body = bodyOf(lines.join(random.below(4) > 0 ? '\n' : '\r\n'), end);
    return { name: `lines ${index}`, body, agents: ['FooBot', 'OtherBot'], urls: URLS };
  });
}

const NUMBERS = [
  '0',
  '1',
  '-1',
  '+1',
  '1.5',
  '1,5',
  '.5',
  '1e3',
  '0x10',
  '1 s',
  '1s',
  ' 1 ',
  '\u00b2',
  '\u0663',
  '%31',
  'NaN',
  'inf',
  '1/2',
  '1/2s',
  '1/2m 0600-0845',
  '1/0',
  '\u00b2/1',
  '1/\u00b2',
  '1/2/3',
  '/',
  '1 / 2',
  '9'.repeat(30),
  '9'.repeat(400),
  '9'.repeat(5000),
];

/** Delays and rates, which some programs cannot read. */
export function numberCases(): Case[] {
  const fields = ['Crawl-delay', 'Request-rate', 'Visit-time'];
  return fields.flatMap((field) =>
    NUMBERS.map((number) => ({
      name: `${field} ${number.slice(0, 20)}`,
      body: bodyOf(
        `User-agent: BarBot\nDisallow: /b\n\nUser-agent: FooBot\nDisallow: /a\n${field}: ${number}\nDisallow: /c\n`,
        `User-agent: *\n${field}: ${number}\nUser-agent: BazBot\nDisallow: /c\n`,
      ),
      agents: ['FooBot', 'BarBot', 'OtherBot'],
      urls: URLS,
    })),
  );
}
