/** What a result says of its failure, in words: what is wrong, where, and what would be right. */
import { expect, test } from 'vitest';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { get, getFrom, inWords, lookupThat } from './support/fetching.js';
import { always, ending, head, Peer, type Reply } from './support/peer.js';

test.each<[string, Reply, string]>([
  ['a server error', always(503), 'ROBOTS answered 503'],
  [
    'a body in three codings',
    always(200, 'abc', { 'Content-Encoding': 'gzip, br, gzip' }),
    'Content-Encoding names 3 codings; at most 2 are decoded',
  ],
  [
    'a body that is still compressed for the transfer',
    ending(head(200, { 'Transfer-Encoding': 'gzip, chunked' })),
    'Transfer-Encoding names "gzip", which the request did not ask for',
  ],
  [
    'chunks within chunks',
    ending(head(200, { 'Transfer-Encoding': 'chunked, chunked' })),
    'Transfer-Encoding names "chunked", but not once, as the last one',
  ],
  [
    'a hundred and one interim responses',
    (socket) => socket.write(head(103).repeat(101)),
    'ROBOTS: there are more than 100 interim responses',
  ],
])('%s', async (_, reply, words) => {
  const peer = await Peer.start(reply);
  const { cause } = await getFrom(peer);
  expect(cause?.message).toBe(words.replace('ROBOTS', peer.robotsUrl));
});

test('a page in place of a file, where pages are refused', async () => {
  const peer = await Peer.start(always(200, '<!DOCTYPE html><title>Home</title>'));
  const { cause } = await getFrom(peer, { html: 'unreachable' });
  expect(cause?.message).toBe(`${peer.robotsUrl} is an HTML page, not a robots.txt`);
});

test('a name that a lookup of the caller knows no address of', async () => {
  const result = await get('http://no.example/', { connect: { lookup: lookupThat('nowhere') } });
  expect(inWords(result)).toContain('dns-failed');
  expect(result.cause?.message).toContain('no.example has no address');
  expect(result.cause?.cause).toMatchObject({ code: 'ENOTFOUND' });
});

test('a connection to several addresses that all fail names each failure', async () => {
  const lookup = lookupThat(['127.0.0.1', '127.0.0.9']);
  const result = await get(`http://two.example:${CLOSED_PORT}/`, { connect: { lookup } });
  expect(result.cause?.message).toMatch(
    /^No connection to two\.example: .*127\.0\.0\.1:\d+; .*127\.0\.0\.9:\d+$/,
  );
});
