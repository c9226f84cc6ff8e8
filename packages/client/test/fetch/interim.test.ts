/** Interim responses (RFC 9110 §15.2), and how much a response may take on the wire. */
import { describe, expect, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../../../src/index.js';
import { octetLimits } from '../../src/fetch/limits.js';
import { FILE, getFrom, inWords, mayFetch } from './support/fetching.js';
import { always, answer, flood, head, Peer } from './support/peer.js';

const FINAL = answer(200, FILE);

/** Servers that send the octets one by one, and in a single write. */
async function serversOf(octets: Buffer): Promise<Peer[]> {
  const whole = await Peer.start((socket) => socket.write(octets));
  const dripping = await Peer.start((socket) => {
    socket.setNoDelay(true);
    const send = (i: number): void => {
      if (i < octets.length) socket.write(octets.subarray(i, i + 1), () => setImmediate(send, i + 1));
    };
    send(0);
  });
  return [whole, dripping];
}

describe('interim responses before the final one are skipped', () => {
  test.each([
    ['102', head(102)],
    ['103', head(103, { Link: '</a>; rel=preload' })],
    ['199', head(199)],
    ['many', head(102) + head(103, { Link: '</a>' }) + head(102) + head(199)],
  ])('%s', async (_, interim) => {
    for (const peer of await serversOf(Buffer.concat([Buffer.from(interim), FINAL]))) {
      const result = await getFrom(peer);
      expect(inWords(result)).toBe('success, rules');
      expect(mayFetch(result, '/private')).toBe(false);
    }
  });

  test('up to a hundred', async () => {
    for (const [count, words] of [
      [100, 'success, rules'],
      [101, 'unreachable, disallow-all (malformed-response)'],
    ] as const) {
      const peer = await Peer.start((socket) => socket.write(`${head(103).repeat(count)}${FINAL}`));
      expect(inWords(await getFrom(peer))).toBe(words);
    }
  });

  test('but not within a body', async () => {
    const body = `# text\n${head(100)}`;
    for (const peer of await serversOf(answer(200, body))) {
      expect((await getFrom(peer)).octets).toBe(body.length);
    }
  });
});

describe('a missing final response is unreachable', () => {
  test.each([
    // undici takes it for an answer to what it did not ask (docs/client.md, "Protocols").
    ['100, before a final response', `${head(100)}${FINAL}`, 'malformed-response'],
    ['103', head(103), 'connection-reset'],
    ['half of 100', head(100).slice(0, 15), 'connection-reset'],
    ['half of a status line', 'HTTP/1.', 'connection-reset'],
    ['101 without a request', head(101, { Connection: 'upgrade', Upgrade: 'x' }), 'malformed-response'],
    ['a status of one digit', 'HTTP/1.1 1\r\n\r\n', 'malformed-response'],
    ['a status of four digits', 'HTTP/1.1 1000 OK\r\n\r\n', 'malformed-response'],
    ['a status under 100', 'HTTP/1.1 099 OK\r\n\r\n', 'malformed-response'],
    ['a few octets of something else', 'no', 'malformed-response'],
    // HTTP/1.0 has none, and each of its responses ends the connection.
    ['100 of HTTP/1.0', `${head(100, {}, '1.0')}${FINAL}`, 'malformed-response'],
  ])('%s', async (_, octets, fault) => {
    const peer = await Peer.start((socket) => socket.end(octets));
    const result = await getFrom(peer);
    expect(inWords(result)).toBe(`unreachable, disallow-all (${fault})`);
    expect(result.status).toBe(null);
  });
});

describe('octets around a body count', () => {
  /** Sends the beginning of a chunked body, then the same octets again and again. */
  async function chunkedThen(start: string, more: string): Promise<{ peer: Peer; sent: () => number }> {
    let sent = 0;
    const octets = Buffer.from(more.repeat(Math.ceil(65_536 / more.length)));
    const peer = await Peer.start((socket) => {
      socket.write(head(200, { 'Transfer-Encoding': 'chunked' }) + start);
      flood(socket, () => {
        sent += octets.length;
        return octets;
      });
    });
    return { peer, sent: () => sent };
  }

  /** What a fetch reads at most by default, and what the system buffers of what is sent on loopback. */
  const MOST_SENT_OCTETS = 64 * 1024 * 1024;

  test.each([
    ['chunk extensions', '5;', 'a=b;'],
    ['a chunk extension', '5;a=', 'b'],
    ['chunks with long extensions', '', `1;${'a'.repeat(1000)}=b\r\n#\r\n`],
    ['trailers', '5\r\n#abcd\r\n0\r\n', 'X: y\r\n'],
  ])('%s without end', async (_, start, more) => {
    const { peer, sent } = await chunkedThen(start, more);
    const result = await getFrom(peer);
    expect(result.outcome).toBe('unreachable');
    expect(result.fault).toMatch(/malformed-response|body-cut-off/);
    expect(sent()).toBeLessThan(MOST_SENT_OCTETS);
  });

  const { maxOctets } = octetLimits(PARSING_LIMIT_OCTETS);
  test.each([
    ['as many as the limit allows', 0, 'success'],
    ['not one more', 1, `: the response takes more than ${maxOctets} octets, headers and framing included`],
  ])('and may be %s', async (_, more, expected) => {
    const [start, end] = [`${head(200, { 'Transfer-Encoding': 'chunked' })}1;`, '\r\n#\r\n0\r\n\r\n'];
    const extension = Buffer.alloc(maxOctets - start.length - end.length + more, 'x');
    const peer = await Peer.start((socket) =>
      socket.end(Buffer.concat([Buffer.from(start), extension, Buffer.from(end)])),
    );
    const { outcome, cause } = await getFrom(peer);
    expect(cause?.message.replace(peer.robotsUrl, '') ?? outcome).toBe(expected);
  });
});

test('a response may be as long as its headers and the parsing limit allow', async () => {
  const peer = await Peer.start(always(200, FILE, { 'X-Long': 'x'.repeat(12_000) }));
  expect(inWords(await getFrom(peer))).toBe('success, rules');
});
