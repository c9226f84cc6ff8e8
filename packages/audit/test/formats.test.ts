/** Every format of logs: what is read of a line, how it is recognised, and what damages it. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { logRequests } from '../src/index.js';
import { BROWSER, combined, GPTBOT } from './support/log-lines.js';
import { readLog } from './support/read-log.js';

const TIME = Date.parse('2026-11-24T10:00:00Z');
const READ = {
  time: TIME,
  address: '192.0.2.7',
  method: 'GET',
  target: '/a?b=c',
  status: 200,
  userAgent: GPTBOT,
};

/** A log of each format with one request, which all say the same of. */
const LOGS: readonly (readonly [format: string, host: string, log: string])[] = [
  ['combined', '', combined({ path: '/a?b=c' })],
  [
    'combined',
    '',
    `192.0.2.7 - - [24/Nov/2026:11:00:00 +0100] "GET /a?b=c HTTP/1.1" 200 - "-" "${GPTBOT}" "203.0.113.9" 0.004`,
  ],
  ['vhost', 'www.example.com', `www.example.com:443 ${combined({ path: '/a?b=c' })}`],
  [
    'json',
    'example.com',
    `{"time_iso8601":"2026-11-24T10:00:00+00:00","remote_addr":"192.0.2.7","host":"example.com","request":"GET /a?b=c HTTP/2.0","status":"200","http_user_agent":"${GPTBOT}"}`,
  ],
  [
    'json',
    'example.com',
    `{"@timestamp":"2026-11-24T10:00:00Z","client_ip":"192.0.2.7","server_name":"example.com","method":"GET","path":"/a","query":"b=c","status":200,"user_agent":"${GPTBOT}"}`,
  ],
  [
    'caddy',
    'example.com',
    `{"level":"info","ts":${TIME / 1000}.25,"msg":"handled request","request":{"remote_ip":"10.0.0.1","client_ip":"192.0.2.7","method":"GET","host":"example.com","uri":"/a?b=c","headers":{"User-Agent":["${GPTBOT}"]}},"status":200}`,
  ],
  [
    'logpush',
    'example.com',
    `{"ClientIP":"192.0.2.7","ClientRequestHost":"example.com","ClientRequestMethod":"GET","ClientRequestURI":"/a?b=c","ClientRequestUserAgent":"${GPTBOT}","EdgeResponseStatus":200,"EdgeStartTimestamp":${TIME}000000}`,
  ],
  [
    'logpush',
    'example.com',
    `{"ClientIP":"192.0.2.7","ClientRequestHost":"example.com","ClientRequestMethod":"GET","ClientRequestURI":"/a?b=c","ClientRequestUserAgent":"${GPTBOT}","EdgeResponseStatus":200,"EdgeStartTimestamp":"2026-11-24T10:00:00Z"}`,
  ],
  [
    'cloudfront',
    'example.com',
    `#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header\n2026-11-24\t10:00:00\tFRA6-C1\t2390\t192.0.2.7\tGET\td111.cloudfront.net\t/a\t200\t-\t${encodeURI(GPTBOT).replaceAll('%', '%25')}\tb=c\t-\tHit\tID==\texample.com`,
  ],
  [
    'cloudfront',
    'd111.cloudfront.net',
    `2026-11-24\t10:00:00\tFRA6-C1\t2390\t192.0.2.7\tGET\td111.cloudfront.net\t/a\t200\t-\t${encodeURI(GPTBOT)}\tb=c\t-\tHit\tID==\t-`,
  ],
  [
    'w3c',
    'example.com',
    `#Software: Microsoft Internet Information Services 10.0\n#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) cs-host sc-status\n2026-11-24 10:00:00 GET /a b=c 192.0.2.7 ${GPTBOT.replaceAll(' ', '+').replace('++', '+%2B').replace('%2B', '+')} example.com 200`,
  ],
  [
    'alb',
    'example.com',
    `https 2026-11-24T10:00:00.000000Z app/lb/1 192.0.2.7:2817 10.0.0.1:80 0.0 0.1 0.0 200 200 34 366 "GET https://example.com:443/a?b=c HTTP/1.1" "${GPTBOT}" ECDHE TLSv1.2 arn "Root=1" "-" "-" 0 2026-11-24T10:00:00.0Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`,
  ],
  [
    '%v %a %t "%r" %>s "%{User-Agent}i" %D',
    'example.com',
    `example.com 192.0.2.7 [24/Nov/2026:10:00:00 +0000] "GET /a?b=c HTTP/1.1" 200 "${GPTBOT}" 12`,
  ],
  [
    '$msec|$remote_addr|$host|$request_method|$uri|$args|$status|$http_user_agent',
    'example.com',
    `${TIME / 1000}.000|192.0.2.7|example.com|GET|/a|b=c|200|${GPTBOT}`,
  ],
];

describe('a line is read', () => {
  test.each(LOGS)('by its name: %s', async (format, host, log) => {
    const { requests, counts } = await readLog(`${log}\n`, { format });
    expect(requests).toEqual([{ ...READ, host, time: expect.closeTo(TIME, -3) }]);
    expect(counts).toMatchObject({ lines: 1, unread: 0 });
  });

  test.each(LOGS.filter(([format]) => /^\w+$/.test(format)))('and recognised: %s', async (_, host, log) => {
    const { requests } = await readLog(`${log}\r\n`);
    expect(requests).toEqual([{ ...READ, host, time: expect.closeTo(TIME, -3) }]);
  });

  test.each(LOGS)('however the octets are cut: %s', async (format, host, log) => {
    for (let chunkOctets = 1; chunkOctets < 40; chunkOctets += 3) {
      const { requests } = await readLog(`${log}\n${log.split('\n').at(-1)}`, { format, chunkOctets });
      expect(requests).toHaveLength(2);
      expect(requests[1]).toMatchObject({ host, target: '/a?b=c', userAgent: GPTBOT });
    }
  });
});

test('W3C may state the date apart from the lines', async () => {
  const log = `#Date: 2026-11-24 09:00:00\n#Fields: time cs-method cs-uri c-ip cs(User-Agent) sc-status\n10:00:00 GET /a?b=c 192.0.2.7 GPTBot/1.2 200\n`;
  for (const options of [{ format: 'w3c' }, {}]) {
    const { requests } = await readLog(log, options);
    expect(requests).toEqual([{ ...READ, host: '', userAgent: 'GPTBot/1.2' }]);
  }
});

test('a Common log names no crawler', async () => {
  const { requests } = await readLog('::1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326\n');
  expect(requests).toEqual([
    {
      time: Date.parse('2000-10-10T20:55:36Z'),
      address: '::1',
      host: '',
      method: 'GET',
      target: '/a',
      status: 200,
      userAgent: '',
    },
  ]);
});

test('a compressed log is recognised by its octets', async () => {
  const log = gzipSync(Array.from({ length: 5000 }, (_, i) => `${combined({ path: `/${i}` })}\n`).join(''));
  const { requests } = await readLog(log, { chunkOctets: 1000 });
  expect(requests).toHaveLength(5000);
  expect(requests[4999]?.target).toBe('/4999');
});

describe('escapes are those of the server', () => {
  const line = (target: string, agent: string) =>
    `192.0.2.7 - - [24/Nov/2026:10:00:00 +0000] "GET ${target} HTTP/1.1" 200 1 "-" "${agent}"\n`;

  test.each([
    ['Apache', line('/\\"a\\"', 'say \\"hi\\" \\\\ \\xe2\\x82\\xac'), '/"a"', 'say "hi" \\ €'],
    ['nginx', line('/\\x22a\\x22\\xD0\\xBF', '\\x22hi\\x22'), '/"a"%D0%BF', '"hi"'],
    ['octets as they came', line('/пёс', 'пёс'), '/%D0%BF%D1%91%D1%81', 'пёс'],
    ['a raw quotation mark', line('/a"b', 'x'), '/a"b', 'x'],
    ['a line feed', line('/a\\nb', 'a\\nb'), '/a%0Ab', 'a\nb'],
  ])('%s', async (_, log, target, userAgent) => {
    const { requests } = await readLog(log);
    expect(requests).toEqual([expect.objectContaining({ target, userAgent })]);
  });

  test('JSON with the escapes of nginx, which JSON does not have', async () => {
    const { requests } = await readLog(
      String.raw`{"time_local":"24/Nov/2026:10:00:00 +0000","request":"GET /\x22 HTTP/1.1","status":200,"http_user_agent":"a\x22b"}`,
    );
    expect(requests).toEqual([expect.objectContaining({ target: '/"', userAgent: 'a"b' })]);
  });

  test('octets that are not UTF-8', async () => {
    const log = Buffer.concat([Buffer.from(combined({ path: '/@' })), Buffer.from('\n')]);
    log[log.indexOf('@')] = 0xff;
    const { requests } = await readLog(log);
    expect(requests[0]?.target).toBe('/%FF');
  });
});

describe('nobody forges a field', () => {
  test.each([
    [
      'by a user name that looks like a time',
      '192.0.2.7 - [01/Jan/2020:00:00:00 +0000] GET / [24/Nov/2026:10:00:00 +0000] "GET /a?b=c HTTP/1.1" 200 1 "-" "x"',
    ],
    [
      'by a referer that looks like the end of a line',
      '192.0.2.7 - - [24/Nov/2026:10:00:00 +0000] "GET /a?b=c HTTP/1.1" 200 1 "\\" \\"GPTBot/1.0" "x"',
    ],
    [
      'by a path that looks like a request',
      '192.0.2.7 - - [24/Nov/2026:10:00:00 +0000] "GET /a?b=c HTTP/1.1" 200 1 "-" "x" "GET /z HTTP/1.1" 200 "GPTBot/1.0"',
    ],
  ])('%s', async (_, line) => {
    const { requests } = await readLog(line);
    expect(requests).toEqual([expect.objectContaining({ time: TIME, target: '/a?b=c', userAgent: 'x' })]);
  });
});

describe('what cannot be read is counted, and nothing stops', () => {
  test.each([
    ['garbage', 'what is this\n'],
    ['a time that is none', combined().replace('24/Nov', '44/Nov')],
    ['an unfinished line', combined().slice(0, 60)],
    ['JSON that is none', '{"a":\n'],
    ['NUL', '\0\0\0'],
  ])('%s', async (_, line) => {
    const { requests, counts } = await readLog(`${combined()}\n${line.trimEnd()}\n${combined()}\n`);
    expect(requests).toHaveLength(2);
    expect(counts).toMatchObject({ lines: 3, unread: 1 });
    expect(counts.examples).toEqual([expect.objectContaining({ line: 2 })]);
  });

  test('before the first line that is recognised', async () => {
    const { requests, counts } = await readLog(`hello\n\n# comment\n${combined()}\n`);
    expect(requests).toHaveLength(1);
    expect(counts).toMatchObject({ lines: 2, unread: 1 });
  });

  test('a line that is too long; one of a MiB is read', async () => {
    const long = combined({ path: `/${'a'.repeat(1024 * 1024)}` });
    const fits = combined({ path: `/${'a'.repeat(1024 * 1024 - 200)}` });
    for (const chunkOctets of [Infinity, 65_536]) {
      const { requests, counts } = await readLog(`${long}\n${fits}\n${combined()}`, { chunkOctets });
      expect(requests.map(({ target }) => target.length)).toEqual([1024 * 1024 - 199, 1]);
      expect(counts).toMatchObject({ lines: 3, unread: 1 });
    }
  });

  test('examples have no addresses', async () => {
    const { counts } = await readLog('192.0.2.7 2001:db8::7 at 10:00:00\n');
    expect(counts.examples[0]?.text).toBe('… … at 10:00:00');
  });
});

describe('what Caddy logs about itself', () => {
  const own = `{"level":"info","ts":${TIME / 1000},"logger":"admin.api","msg":"received request","method":"POST","host":"localhost:2019","uri":"/load","headers":{"User-Agent":["Go-http-client/1.1"]}}`;
  const access = LOGS.find(([format]) => format === 'caddy')?.[2];

  test('does not hide the format of the requests after it', async () => {
    const { requests, counts } = await readLog(`${own}\n${own}\n${access}\n`);
    expect(requests).toEqual([{ ...READ, time: TIME + 250, host: 'example.com' }]);
    expect(counts).toMatchObject({ lines: 3, unread: 2 });
  });

  test('the requests of Caddy are unread, not empty, if the log is said to be of nginx', async () => {
    const { requests, counts } = await readLog(`${access}\n`, { format: 'json' });
    expect(requests).toEqual([]);
    expect(counts).toMatchObject({ lines: 1, unread: 1 });
  });
});

describe('a line about no request', () => {
  test.each(['-', '', '\\x16\\x03\\x01', 'CONNECT example.com:443 HTTP/1.1', 'OPTIONS * HTTP/1.1'])(
    '"%s"',
    async (line) => {
      const { requests, counts } = await readLog(
        `192.0.2.7 - - [24/Nov/2026:10:00:00 +0000] "${line}" 400 0 "-" "${BROWSER}"\n`,
      );
      expect(requests).toEqual([expect.objectContaining({ target: '', status: 400 })]);
      expect(counts.unread).toBe(0);
    },
  );
});

test.each([
  ['no such format', 'nonsense', /no format of logs is named "nonsense"; the formats are /],
  ['a pattern without a time', '%h "%r" "%{User-Agent}i"', /lacks the time/],
  ['a pattern without a User-Agent', '%h %t "%r"', /lacks the User-Agent/],
  ['fields that nothing separates', '%t%r%{User-Agent}i', /nothing separates %t from %r/],
])('refuses %s', (_, format, message) => {
  expect(() => logRequests([], { format })).toThrow(message);
});
