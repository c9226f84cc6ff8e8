/** Redirects: RFC 9309 §2.3.1.2, docs/semantics.md §6. Every address of loopback is a host of its own. */
import { describe, expect, test } from 'vitest';
import { describeRequirement } from '../../../../test/conformance/cite.js';
import { octetsAsUtf8 } from '../../src/fetch/redirects.js';
import type { AccessResult } from '../../src/index.js';
import { FILE, getFrom, inWords, mayFetch, PROFILE_NAMES } from './support/fetching.js';
import { always, answer, headerOf, Peer, pathOf, pem } from './support/peer.js';

const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/** A host that sends `/robots.txt` through `count` redirects of its own to a file. */
function withinOneHost(count: number, status = 302): Promise<Peer> {
  return Peer.start((socket, _request, index) => {
    socket.write(index < count ? answer(status, '', { Location: `/${index + 1}` }) : answer(200, FILE));
  });
}

/** `count` redirects, each on its own host, and one more host, with the file. Requests go to the first. */
async function acrossHosts(count: number): Promise<[Peer, ...Peer[]]> {
  let next = await Peer.start(always(200, FILE), { host: `127.0.0.${count + 1}` });
  let others: Peer[] = [];
  for (let i = count; i > 0; i--) {
    const Location = `${next.origin}/somewhere/else.txt?a=b`;
    others = [next, ...others];
    next = await Peer.start(always(301, '', { Location }), { host: `127.0.0.${i}` });
  }
  return [next, ...others];
}

function hops({ redirects }: AccessResult): readonly string[] {
  return redirects.map(({ url, status, location }) => `${status} ${url} -> ${location}`);
}

describeRequirement('2.3.1.2-five', () => {
  test.each([0, 1, 2, 3, 4, 5])('%i redirects within one host are followed', async (count) => {
    const peer = await withinOneHost(count);
    const result = await getFrom(peer);
    expect(inWords(result)).toBe('success, rules');
    expect(mayFetch(result, '/private')).toBe(false);
    expect(result.redirects).toHaveLength(count);
    expect(peer.requests).toHaveLength(count + 1);
  });

  test.each([0, 1, 2, 3, 4, 5])('%i redirects across hosts are followed', async (count) => {
    const peers = await acrossHosts(count);
    const result = await getFrom(peers);
    expect(inWords(result)).toBe('success, rules');
    expect(mayFetch(result, '/private')).toBe(false);
    expect(peers.map(({ requests }) => requests.length)).toEqual(peers.map(() => 1));
    expect(peers.map(({ requests }) => headerOf(requests[0], 'host'))).toEqual(
      peers.map(({ host, port }) => `${host}:${port}`),
    );
  });
});

describeRequirement('2.3.1.2-initial-authority', () => {
  test('the result applies to the first authority, and has the URL of the file', async () => {
    const [asked, found] = await acrossHosts(1);
    const result = await getFrom([asked, found]);
    expect(result).toMatchObject({
      robotsUrl: asked.robotsUrl,
      finalUrl: `${found.origin}/somewhere/else.txt?a=b`,
      status: 200,
    });
    expect(hops(result)).toEqual([`301 ${asked.robotsUrl} -> ${found.origin}/somewhere/else.txt?a=b`]);
  });
});

const SIXTH = PROFILE_NAMES.map(
  (profile) =>
    [profile, profile === 'koster-1996' ? 'unreachable, defer' : 'unavailable, allow-all'] as const,
);

describeRequirement('2.3.1.2-more', () => {
  test.each(SIXTH)('a 6th redirect within one host, under %s: %s', async (profile, expected) => {
    const peer = await withinOneHost(6);
    const result = await getFrom(peer, { profile });
    expect(inWords(result)).toBe(`${expected} (too-many-redirects)`);
    expect(result.redirects).toHaveLength(6);
    expect(result.cause?.message).toBe(`${peer.robotsUrl} redirects more than 5 times`);
    expect(peer.requests).toHaveLength(6);
    expect(result.status).toBe(302);
  });

  test.each(SIXTH)('a loop, under %s', async (profile, expected) => {
    const peer = await Peer.start((socket, request) => {
      socket.write(answer(307, '', { Location: pathOf(request) === '/a' ? '/robots.txt' : '/a' }));
    });
    const result = await getFrom(peer, { profile });
    expect(inWords(result)).toBe(`${expected} (redirect-loop)`);
    const [first, second] = [peer.robotsUrl, peer.robotsUrl.replace('/robots.txt', '/a')];
    expect(result.cause?.message).toBe(`${first} redirects in a loop: ${first}, ${second}`);
    expect(peer.requests).toHaveLength(6);
  });

  test('a loop that the server ends within five redirects is followed', async () => {
    const peer = await Peer.start((socket, _request, index) => {
      socket.write(index < 5 ? answer(302, '', { Location: '/robots.txt' }) : answer(200, FILE));
    });
    expect(inWords(await getFrom(peer))).toBe('success, rules');
  });
});

test.each([
  ['ASCII', '/a', '/a'],
  ['UTF-8', '/\xc3\xa9', '/é'],
  ['no UTF-8', '/\xe9', '/\xe9'],
  ['characters that are no octets', '/\xc3\xa9ā', '/\xc3\xa9ā'],
])('the octets of a Location are read as UTF-8 if they are: %s', (_, value, expected) => {
  expect(octetsAsUtf8(value)).toBe(expected);
});

describe('a redirect', () => {
  test.each(REDIRECT_STATUSES)('by %i is followed', async (status) => {
    const peer = await withinOneHost(1, status);
    const result = await getFrom(peer);
    expect(inWords(result)).toBe('success, rules');
    expect(hops(result)).toEqual([`${status} ${peer.robotsUrl} -> ${peer.origin}/1`]);
  });

  test.each([
    ['a path', '/b', '/b'],
    ['a path from here', 'c/d?e', '/c/d?e'],
    ['a query', '?f', '/robots.txt?f'],
    ['with a fragment, which is left out', '/g#h', '/g'],
    ['with spaces around it', '  /i  ', '/i'],
    ['with octets that are not ASCII', '/\u00e9', '/%C3%A9'],
  ])('to %s', async (_, Location, path) => {
    const peer = await Peer.start((socket, _request, index) => {
      if (index > 0) socket.write(answer(200, FILE));
      else {
        socket.write(
          Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${Location}\r\nContent-Length: 0\r\n\r\n`, 'utf8'),
        );
      }
    });
    const result = await getFrom(peer);
    expect(inWords(result)).toBe('success, rules');
    expect(pathOf(peer.requests[1])).toBe(path);
    expect(result.finalUrl).toBe(`${peer.origin}${path}`);
  });

  test('drops the user information of its target', async () => {
    const found = await Peer.start(always(200, FILE), { host: '127.0.0.2' });
    const Location = found.robotsUrl.replace('//', '//user:secret@');
    const peer = await Peer.start(always(301, '', { Location }));
    const result = await getFrom([peer, found]);
    expect(inWords(result)).toBe('success, rules');
    expect(headerOf(found.requests[0], 'authorization')).toBe(undefined);
    expect(result.finalUrl).toBe(found.robotsUrl);
  });

  test('from http to https, and back', async () => {
    const plain = await Peer.start(always(200, FILE), { host: '127.0.0.2' });
    const secure = await Peer.start(always(301, '', { Location: plain.robotsUrl }), {
      certificate: 'self-signed',
    });
    const asked = await Peer.start(always(301, '', { Location: secure.robotsUrl }));
    const result = await getFrom([asked, secure, plain], { connect: { ca: pem('self-signed', 'crt') } });
    expect(inWords(result)).toBe('success, rules');
    expect(result.redirects.map(({ url }) => url)).toEqual([asked.robotsUrl, secure.robotsUrl]);
  });

  test.each([
    ['no Location', {}],
    ['an empty host', { Location: 'http://' }],
    ['no URL', { Location: 'http://[::1' }],
    ['a port out of range', { Location: 'http://127.0.0.1:99999/' }],
    ['mailto', { Location: 'mailto:a@b.example' }],
    ['data', { Location: 'data:text/plain,User-agent:%20*' }],
    ['file', { Location: 'file:///etc/robots.txt' }],
    ['javascript', { Location: 'javascript:alert(1)' }],
    ['a file of FTP that would be two commands', { Location: 'ftp://127.0.0.1/a%0D%0ADELE%20b' }],
    ['no file of FTP', { Location: 'ftp://127.0.0.1/' }],
  ] as readonly [string, Record<string, string>][])('with %s is not followed', async (_, headers) => {
    const peer = await Peer.start(always(301, FILE, headers));
    const result = await getFrom(peer);
    expect(inWords(result)).toBe('unreachable, disallow-all (redirect-invalid)');
    const isFtp = headers.Location?.startsWith('ftp:');
    expect(result.cause?.message).toBe(
      isFtp
        ? `${headers.Location} names no file that FTP could retrieve`
        : `${peer.robotsUrl} redirects to no http, https or ftp URL`,
    );
    expect(result.redirects).toHaveLength(1);
    expect(peer.requests).toHaveLength(1);
  });

  test('with an endless body is followed without reading the body', async () => {
    const peer = await Peer.start((socket, _request, index) => {
      if (index > 0) socket.write(answer(200, FILE));
      else
        socket.write(answer(302, 'x'.repeat(100_000), { Location: '/a', 'Content-Length': '10000000000' }));
    });
    expect(inWords(await getFrom(peer))).toBe('success, rules');
    expect(peer.connections).toBe(2);
  });
});
