/** Claimed and verified: lists of addresses, and look-ups of names. */
import { describe, expect, test } from 'vitest';
import { NameServer } from '../../client/test/fetch/support/name-server.js';
import { addressRanges, audit } from '../src/index.js';
import { IpPrefixes, ipAddress, reverseName } from '../src/who/ip-address.js';
import { OPERATOR_DOMAINS } from '../src/who/operator-domains.js';
import { GPTBOT, request } from './support/log-lines.js';

const ROBOTS = 'User-agent: *\nDisallow: /private/\n';

describe('an address', () => {
  test.each([
    ['192.0.2.7', 4, '192.0.2.7', '7.2.0.192.in-addr.arpa'],
    ['::ffff:192.0.2.7', 4, '192.0.2.7', '7.2.0.192.in-addr.arpa'],
    ['2001:db8::1', 6, '2001:db8::1', `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`],
    ['fe80::1%eth0', 6, 'fe80::1', `1.${'0.'.repeat(28)}8.e.f.ip6.arpa`],
    ['::', 6, '::', `${'0.'.repeat(32)}ip6.arpa`],
  ] as const)('%s', (given, version, text, reverse) => {
    const address = ipAddress(given);
    expect(address).toEqual({ version, text });
    expect(address && reverseName(address)).toBe(reverse);
  });

  test.each([
    '',
    '-',
    '1.2.3',
    '1.2.3.256',
    '1.2.3.4.5',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    'crawl.example',
    '12345::',
  ])('not %s', (text) => {
    expect(ipAddress(text)).toBeUndefined();
  });

  test.each([
    ['192.0.2.0/24', ['192.0.2.255', '::ffff:192.0.2.1'], ['192.0.3.0', '2001:db8::']],
    ['2001:db8::/33', ['2001:db8:7fff::1'], ['2001:db8:8000::1', '192.0.2.7']],
    ['192.0.2.7', ['192.0.2.7'], ['192.0.2.8']],
    ['0.0.0.0/0', ['255.255.255.255'], ['::1']],
  ])('within %s', (prefix, inside, outside) => {
    const prefixes = new IpPrefixes();
    expect(prefixes.add(prefix)).toBe(true);
    for (const text of inside) expect(prefixes.has(ipAddress(text) as never)).toBe(true);
    for (const text of outside) expect(prefixes.has(ipAddress(text) as never)).toBe(false);
  });

  test.each(['192.0.2.0/33', '2001:db8::/129', 'text', '2026-11-24T10:00:00'])('no prefix: %s', (text) => {
    expect(new IpPrefixes().add(text)).toBe(false);
  });
});

describe('a list says whose addresses it has', () => {
  const LIST =
    '{"creationTime":"2026-11-24T10:00:00.000000","prefixes":[{"ipv4Prefix":"192.0.2.0/24"},{"ipv6Prefix":"2001:db8::/64"}]}';

  test.each([
    ['gptbot.json', 'GPTBot'],
    ['/etc/lists/chatgpt-user.json', 'ChatGPT-User'],
    ['searchbot.json', 'OAI-SearchBot'],
    ['googlebot.json', 'Googlebot-Image'],
    ['special-crawlers.json', 'AdsBot-Google'],
    ['user-triggered-fetchers-google.json', 'FeedFetcher-Google'],
    ['bingbot.json', 'bingbot'],
    ['perplexitybot.json', 'PerplexityBot'],
    ['perplexity-user.json', 'Perplexity-User'],
    ['applebot.json', 'Applebot'],
    ['2026-11-openai-gptbot.json', 'GPTBot'],
  ])('%s: %s', (name, crawler) => {
    const [ranges] = addressRanges(LIST, name);
    expect(ranges?.crawlers).toContain(crawler);
    expect(ranges?.prefixes.size).toBe(2);
  });

  test('or does not', () => {
    expect(addressRanges(LIST, 'ranges.json')).toMatchObject([{ crawlers: undefined }]);
    expect(addressRanges(LIST, 'ranges.json', 'GPTBot')).toMatchObject([{ crawlers: ['GPTBot'] }]);
  });

  test('an object may have a list for each crawler', () => {
    const lists = addressRanges(
      '{"GPTBot":["192.0.2.0/24"],"CCBot":{"prefixes":[{"ipv4Prefix":"203.0.113.0/24"}]}}',
      'all.json',
    );
    expect(lists.map(({ crawlers }) => crawlers)).toEqual([['GPTBot'], ['CCBot']]);
  });

  test.each([
    ['{', /gptbot.json is not JSON/],
    ['{"prefixes":[]}', /gptbot.json has no addresses; prefixes such as "192.0.2.0\/24" are expected/],
  ])('%s is an error', (text, message) => {
    expect(() => addressRanges(text, 'gptbot.json')).toThrow(message);
  });
});

describe('requests from addresses outside a list', () => {
  const requests = [
    ...['/robots.txt', '/a', '/b'].map((path) => request({ path, address: '192.0.2.7' })),
    ...['/private/1', '/private/2'].map((path) => request({ path, address: '203.0.113.9' })),
  ];
  const list = (name: string, prefix = '192.0.2.0/24') => addressRanges(`["${prefix}"]`, name);

  test('are spoofed, and never counted with the others', async () => {
    const { crawlers } = await audit(requests, { robots: ROBOTS, ranges: list('gptbot.json') });
    expect(crawlers).toMatchObject([
      {
        claimed: 5,
        verified: 3,
        spoofed: 2,
        requests: 2,
        allowed: 2,
        disallowed: 0,
        robotsFetches: 1,
        class: 'obeys',
      },
    ]);
  });

  test('are a spoofed crawler if there are no others', async () => {
    const { crawlers } = await audit(requests.slice(3), { robots: ROBOTS, ranges: list('gptbot.json') });
    expect(crawlers).toMatchObject([
      { claimed: 2, verified: 0, spoofed: 2, requests: 2, disallowed: 2, class: 'spoofed' },
    ]);
  });

  test('say nothing if the list is for another crawler', async () => {
    const { crawlers } = await audit(requests, { robots: ROBOTS, ranges: list('ccbot.json') });
    expect(crawlers).toMatchObject([
      { claimed: 5, verified: null, spoofed: null, requests: 4, disallowed: 2 },
    ]);
  });

  test('of a list that says nobody are spoofed only if others are within it', async () => {
    const found = await audit(requests, { robots: ROBOTS, ranges: list('ranges.json') });
    expect(found.crawlers).toMatchObject([{ verified: 3, spoofed: 2, requests: 2, class: 'obeys' }]);
    const none = await audit(requests, { robots: ROBOTS, ranges: list('ranges.json', '198.51.100.0/24') });
    expect(none.crawlers).toMatchObject([{ verified: null, spoofed: null, requests: 4, disallowed: 2 }]);
  });

  test('an address that is none cannot be checked', async () => {
    const unknown = [request({ address: '-' }), request({ address: 'crawl.example.com' })];
    const { crawlers } = await audit(unknown, { robots: ROBOTS, ranges: list('gptbot.json') });
    expect(crawlers).toMatchObject([{ claimed: 2, verified: null, spoofed: null }]);
  });
});

describe('names of addresses', () => {
  const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const answers: Parameters<typeof NameServer.start>[0] = (name) =>
    ({
      '1.66.249.66.in-addr.arpa': { ptr: ['crawl-66-249-66-1.googlebot.com'] },
      'crawl-66-249-66-1.googlebot.com': { a: ['66.249.66.1'] },
      '9.113.0.203.in-addr.arpa': { ptr: ['crawl-203-0-113-9.googlebot.com'] },
      'crawl-203-0-113-9.googlebot.com': { a: ['66.249.66.9'] },
      '8.113.0.203.in-addr.arpa': { ptr: ['evilgooglebot.com'] },
      'evilgooglebot.com': { a: ['203.0.113.8'] },
      '7.113.0.203.in-addr.arpa': 'servfail' as const,
      '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': {
        ptr: ['crawl-six.googlebot.com'],
      },
      'crawl-six.googlebot.com': { aaaa: ['2001:db8::1'] },
    })[name] ?? 'nxdomain';

  test('verify those that lead to the operator and back; without an answer, nothing is said', async () => {
    const server = await NameServer.start(answers);
    const addresses = [
      '66.249.66.1',
      '66.249.66.1',
      '2001:db8::1',
      '203.0.113.9',
      '203.0.113.8',
      '203.0.113.6',
      '203.0.113.7',
    ];
    const requests = addresses.map((address) => request({ address, userAgent: GOOGLEBOT }));
    const report = await audit([...requests, request({ address: '203.0.113.5', userAgent: GPTBOT })], {
      robots: ROBOTS,
      verifyDns: { servers: [server.address] },
    });
    expect(report.crawlers).toMatchObject([
      { crawler: 'Googlebot', claimed: 7, verified: 3, spoofed: 3, requests: 4 },
      { crawler: 'GPTBot', claimed: 1, verified: null },
    ]);
    expect(report.dns).toEqual({ lookups: 6, failed: 1, skipped: 0 });
    expect(server.asked('1.66.249.66.in-addr.arpa')).toBe(1);
  });

  test('are not looked up above the limit', async () => {
    const server = await NameServer.start(answers);
    const requests = ['66.249.66.1', '203.0.113.8'].map((address) =>
      request({ address, userAgent: GOOGLEBOT }),
    );
    const report = await audit(requests, {
      robots: ROBOTS,
      verifyDns: { servers: [server.address], maxLookups: 1 },
    });
    expect(report.crawlers).toMatchObject([{ claimed: 2, verified: 1, spoofed: 0, requests: 2 }]);
    expect(report.dns).toEqual({ lookups: 1, failed: 0, skipped: 1 });
  });

  test('every statement about an operator has a page, a date and at most 25 words', () => {
    for (const { page, dateRead, quotation } of Object.values(OPERATOR_DOMAINS).flat()) {
      expect(page).toMatch(/^https:\/\//);
      expect(dateRead).toMatch(/^2026-\d{2}-\d{2}$/);
      expect(quotation.split(' ').length).toBeLessThanOrEqual(25);
    }
  });
});

test('a report has no address unless it is asked for', async () => {
  const requests = [
    request({ address: '203.0.113.9' }),
    request({ address: '192.0.2.7' }),
    request({ address: '192.0.2.7' }),
  ];
  expect(JSON.stringify(await audit(requests, { robots: ROBOTS }))).not.toMatch(/203\.0|192\.0/);
  const { crawlers } = await audit(requests, { robots: ROBOTS, keepAddresses: true });
  expect(crawlers[0]?.addresses).toEqual([
    { address: '192.0.2.7', requests: 2, spoofed: false },
    { address: '203.0.113.9', requests: 1, spoofed: false },
  ]);
});
