/** Fetches by way of a proxy, over real sockets: what is connected to is what was checked. */
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/limits.js';
import { lookupOf, until } from '../client/support/clients.js';
import { FILE, get, inWords, lookupThat } from './support/fetching.js';
import { FtpPeer, serving } from './support/ftp-peer.js';
import { always, answer, headerOf, Peer, pem } from './support/peer.js';
import { type ProxyServer, startProxy } from './support/proxy-server.js';

const PUBLIC = '93.184.216.34';
const PRIVATE = '10.0.0.1';

/** Names that begin with `in` are private, those with `out` public; others do not exist. */
const lookup = lookupOf((name) => (name.startsWith('in') ? PRIVATE : name.startsWith('out') ? PUBLIC : null));

describe('a proxy', () => {
  test('is asked for a tunnel to the address, and the request names the host', async () => {
    const site = await Peer.start(always(200, FILE));
    const proxy = await startProxy(site.port);
    const result = await get('http://out.test/page', { proxy: proxy.url, connect: { lookup } });
    expect(inWords(result)).toBe('success, rules');
    expect(proxy.asked).toEqual([`${PUBLIC}:80`]);
    expect(proxy.authorizations).toEqual([undefined]);
    expect(site.requests.map((request) => headerOf(request, 'host'))).toEqual(['out.test']);
    await site.closed();
    await until(() => proxy.open() === 0);
  });

  test.each([
    ['http', false],
    ['https', true],
  ])('over %s carries TLS to the site, which is checked by its name', async (_, isTls) => {
    const site = await Peer.start(always(200, FILE), { certificate: 'self-signed' });
    const proxy = await startProxy(site.port, isTls);
    const own = { lookup: lookupOf(() => PUBLIC), ca: pem('self-signed', 'crt') };
    const good = await get('https://other.test:8443/page', { proxy: proxy.url, connect: own });
    expect(inWords(good)).toBe('success, rules');
    expect(proxy.asked).toEqual([`${PUBLIC}:8443`]);
    const bad = await get('https://out.test/page', { proxy: proxy.url, connect: own });
    expect(inWords(bad)).toBe('unreachable, disallow-all (tls-failed)');
    await site.closed();
    await until(() => proxy.open() === 0);
  });

  test.each([
    ['http', undefined],
    ['https', 'self-signed'],
  ] as const)('that resets a tunnel of %s loses the connection', async (scheme, certificate) => {
    const site = await Peer.start(() => proxy.reset(), certificate === undefined ? {} : { certificate });
    const proxy: ProxyServer = await startProxy(site.port);
    const own = { lookup: lookupOf(() => PUBLIC), ca: pem('self-signed', 'crt') };
    const result = await get(`${scheme}://other.test/`, { proxy: proxy.url, connect: own });
    expect(inWords(result)).toBe('unreachable, disallow-all (connection-reset)');
    expect(site.requests).toHaveLength(2);
    await site.closed();
  });

  test.each([
    ['escapes', 'us%65r:p%3Aw@', Buffer.from('user:p:w')],
    ['no password', 'user@', Buffer.from('user:')],
    ['no user', ':secret@', Buffer.from(':secret')],
    ['UTF-8', 'us%C3%a9r:p%F0%9f%98%80@', Buffer.from('usér:p😀')],
    ['no UTF-8', 'us%e9r:p%FF@', Buffer.from('us\xe9r:p\xff', 'latin1')],
    ['a percent sign that escapes nothing', '100%:5%zz%2@', Buffer.from('100%:5%zz%2')],
  ])('gets the octets of a user and a password that contain %s', async (_, userInfo, credentials) => {
    const site = await Peer.start(always(200, FILE));
    const proxy = await startProxy(site.port);
    const url = new URL(proxy.url.replace('//', `//${userInfo}`));
    const result = await get('http://out.test/', { proxy: url, connect: { lookup } });
    expect(inWords(result)).toBe('success, rules');
    expect(proxy.authorizations).toEqual([`Basic ${credentials.toString('base64')}`]);
    expect(headerOf(site.requests[0], 'proxy-authorization')).toBeUndefined();
  });

  test('that refuses, or is not there, is a local fault', async () => {
    const proxy = await startProxy({ status: 407 });
    const refused = await get('http://out.test/', { proxy: proxy.url, connect: { lookup } });
    expect(inWords(refused)).toBe('unreachable, disallow-all (proxy-failed)');
    const message = `${new URL(proxy.url).host}: the proxy answered 407 to CONNECT ${PUBLIC}:80`;
    expect(refused).toMatchObject({ isLocalFault: true, cause: { message } });
    const gone = await get('http://out.test/', { proxy: 'http://127.0.0.1:1', connect: { lookup } });
    expect(inWords(gone)).toBe('unreachable, disallow-all (proxy-failed)');
    expect(gone).toMatchObject({ isLocalFault: true, cause: { cause: { code: 'ECONNREFUSED' } } });
  });

  test('may have an IPv6 address for its host', async () => {
    const options = { proxy: `http://[::1]:${CLOSED_PORT}`, connect: { lookup } };
    const result = await get('http://out.test/', options);
    expect(inWords(result)).toBe('unreachable, disallow-all (proxy-failed)');
    // Refused, or not reachable where there is no IPv6.
    expect(result.cause?.cause).toMatchObject({ syscall: 'connect', address: '::1' });
  });

  test('that never answers is given up at the time limit, and with the signal', async () => {
    const proxy = await startProxy('nothing');
    const clock = new ManualClock();
    const options = { proxy: proxy.url, connect: { lookup }, clock };
    const fetched = get('http://out.test/', options);
    await until(() => proxy.asked.length === 1);
    clock.elapse(DEFAULT_TIMEOUTS.connectMs);
    expect(inWords(await fetched)).toBe('unreachable, disallow-all (connect-timeout)');
    await until(() => proxy.open() === 0);
    const enough = new AbortController();
    const asked = get('http://out.test/', { ...options, signal: enough.signal });
    await until(() => proxy.asked.length === 2);
    enough.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    await until(() => proxy.open() === 0);
  });
});

test.each([
  ['is of IPv4, if there is one: a proxy may have no IPv6', ['2600::1', PUBLIC, '9.9.9.9'], `${PUBLIC}:80`],
  ['is the first, in brackets, if all are of IPv6', ['2600::1', '2600::2'], '[2600::1]:80'],
])('the address that a proxy is asked for %s', async (_, addresses, authority) => {
  const site = await Peer.start(always(200, FILE));
  const proxy = await startProxy(site.port);
  const connect = { lookup: lookupThat(addresses) };
  expect(inWords(await get('http://out.test/', { proxy: proxy.url, connect }))).toBe('success, rules');
  expect(proxy.asked).toEqual([authority]);
});

describe('the address guard also applies through a proxy', () => {
  test('under public, an address that is not is refused before the proxy is asked', async () => {
    const site = await Peer.start(always(200, FILE));
    const proxy = await startProxy(site.port);
    const options = { proxy: proxy.url, connect: { lookup }, addresses: 'public' } as const;
    for (const url of ['http://in.test/', 'http://127.0.0.1/', 'http://[::1]/']) {
      expect(inWords(await get(url, options))).toBe('unreachable, disallow-all (address-refused)');
    }
    expect(inWords(await get('http://unknown.test/', options))).toBe(
      'unreachable, disallow-all (dns-failed)',
    );
    expect(proxy.asked).toEqual([]);
    expect(inWords(await get('http://out.test/', options))).toBe('success, rules');
  });

  test.each([
    ['http://out.test/', 'http://in.test/', 'address-refused', [`${PUBLIC}:80`]],
    ['http://out.test/', `http://${PRIVATE}/`, 'address-refused', [`${PUBLIC}:80`]],
    ['http://unknown.test/', 'http://in.test/', 'address-refused', ['unknown.test:80']],
    ['http://unknown.test/', 'http://other.unknown.test/', 'dns-failed', ['unknown.test:80']],
    ['http://out.test/', 'http://unknown.test/', 'dns-failed', [`${PUBLIC}:80`]],
  ])('by default, %s cannot redirect to %s', async (url, location, fault, asked) => {
    const site = await Peer.start(always(302, '', { location }));
    const proxy = await startProxy(site.port);
    const result = await get(url, { proxy: proxy.url, connect: { lookup } });
    expect(inWords(result)).toBe(`unreachable, disallow-all (${fault})`);
    expect(result).toMatchObject({ isLocalFault: true });
    expect(proxy.asked).toEqual(asked);
  });

  test('by default, the proxy resolves what this machine cannot, and a site may redirect to itself', async () => {
    const site = await Peer.start((socket, _request, index) =>
      socket.write(index === 0 ? answer(302, '', { location: '/other' }) : answer(200, FILE)),
    );
    const proxy = await startProxy(site.port);
    const result = await get('http://unknown.test:81/', { proxy: proxy.url, connect: { lookup } });
    expect(inWords(result)).toBe('success, rules');
    expect(proxy.asked).toEqual(['unknown.test:81', 'unknown.test:81']);
  });

  test('by default, the first request goes to any address, and so does a redirect from a private one', async () => {
    const site = await Peer.start((socket, _request, index) =>
      socket.write(index === 0 ? answer(302, '', { location: 'http://in-too.test/' }) : answer(200, FILE)),
    );
    const proxy = await startProxy(site.port);
    expect(inWords(await get('http://in.test/', { proxy: proxy.url, connect: { lookup } }))).toBe(
      'success, rules',
    );
    expect(proxy.asked).toEqual([`${PRIVATE}:80`, `${PRIVATE}:80`]);
  });

  test('by default, a name that only the proxy could resolve cannot become a private address', async () => {
    const site = await Peer.start(always(302, '', { location: '/other' }));
    const proxy = await startProxy(site.port);
    const options = { proxy: proxy.url, connect: { lookup: lookupThat([], PRIVATE) } };
    expect(inWords(await get('http://site.test/', options))).toBe(
      'unreachable, disallow-all (address-refused)',
    );
    expect(proxy.asked).toEqual(['site.test:80']);
  });

  test('under any, the proxy resolves every name', async () => {
    const site = await Peer.start(always(200, FILE));
    const proxy = await startProxy(site.port);
    const resolved: string[] = [];
    const watched = lookupOf((name) => {
      resolved.push(name);
      return PUBLIC;
    });
    const options = { proxy: proxy.url, connect: { lookup: watched }, addresses: 'any' } as const;
    expect(inWords(await get('http://in.test/', options))).toBe('success, rules');
    expect([resolved, proxy.asked]).toEqual([[], ['in.test:80']]);
  });
});

test.each<[unknown, RegExp]>([
  [
    'socks5://127.0.0.1:1',
    /^proxy\(http:\/\/a\.test\/robots\.txt\) is "socks5:.*an http or https URL, or null/,
  ],
  ['127.0.0.1:8080', /^proxy\(.*\) is "127\.0\.0\.1:8080"; an http or https URL/],
  [Promise.resolve(null), /^proxy\(.*\) is an instance of Promise; an http or https URL/],
  [new URL('ftp://a.test/'), /^proxy\(.*\) is an instance of URL; an http or https URL/],
])('a function that returns %s for a proxy is an error of the program', async (found, message) => {
  const asked = get('http://a.test/', { proxy: () => found as string });
  await expect(asked).rejects.toThrow(TypeError);
  await expect(asked).rejects.toThrow(message);
});

describe('a redirect to FTP, which uses no proxy', () => {
  test('is not followed if a proxy is to be used', async () => {
    const site = await Peer.start(always(302, '', { location: 'ftp://127.0.0.1/robots.txt' }));
    const proxy = await startProxy(site.port);
    const result = await get('http://out.test/', { proxy: proxy.url, connect: { lookup } });
    expect(inWords(result)).toBe('unreachable, disallow-all (redirect-invalid)');
    expect(result.cause?.message).toBe(
      'http://out.test/robots.txt redirects to FTP, which does not use proxies',
    );
  });

  test('is followed if none is to be used', async () => {
    const ftp = await FtpPeer.start(serving(FILE));
    const site = await Peer.start(always(302, '', { location: ftp.robotsUrl }));
    const result = await get(site.origin, { proxy: () => null });
    expect(inWords(result)).toBe('success, rules');
    await ftp.closed();
  });
});

test('further headers are sent, credentials to the origin alone', async () => {
  const other = await Peer.start(always(200, FILE), { host: '127.0.0.2' });
  const site = await Peer.start((socket, _request, index) =>
    socket.write(answer(302, '', { location: index === 0 ? '/own' : other.robotsUrl })),
  );
  const headers = { From: 'bot@example.com', Authorization: 'Basic eA==', Cookie: 'a=b', Accept: 'text/x' };
  expect(inWords(await get(site.origin, { headers }))).toBe('success, rules');
  const sent = (request: string) =>
    ['from', 'authorization', 'cookie', 'accept', 'user-agent'].map((name) => headerOf(request, name));
  const [agent] = [sent(site.requests[0] ?? '')[4]];
  const own = ['bot@example.com', 'Basic eA==', 'a=b', 'text/x', agent];
  expect(site.requests.map(sent)).toEqual([own, own]);
  expect(other.requests.map(sent)).toEqual([['bot@example.com', undefined, undefined, 'text/x', agent]]);
});
