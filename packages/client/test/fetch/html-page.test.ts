/** HTML pages in place of a robots.txt, treated as the option `html` says, over real sockets. */
import { describe, expect, test } from 'vitest';
import { HOUR, ManualClock, MINUTE } from '../../../../test/support/manual-clock.js';
import { newClient } from '../client/support/clients.js';
import { FILE, getFrom, inWords } from './support/fetching.js';
import { always, answer, Peer, type Reply } from './support/peer.js';

const PAGE =
  '<!DOCTYPE html>\n<html><head><title>One moment</title></head><body>Checking your browser</body></html>\n';

/** The responses of a server, one after another; the last one is repeated. */
function inOrder(...bodies: string[]): Reply {
  return (socket, _request, index) => socket.write(answer(200, bodies[Math.min(index, bodies.length - 1)]));
}

describe('a page', () => {
  test.each([
    [undefined, 'rfc9309', 'success, rules'],
    ['rules', 'rfc9309', 'success, rules'],
    ['unavailable', 'rfc9309', 'unavailable, allow-all (html-page)'],
    ['unreachable', 'rfc9309', 'unreachable, disallow-all (html-page)'],
    ['unreachable', 'koster-1996', 'unreachable, defer (html-page)'],
  ] as const)('under html: %s, and %s, is %s', async (html, profile, words) => {
    const result = await getFrom(await Peer.start(always(200, PAGE)), { html, profile });
    expect([inWords(result), result.status, result.octets]).toEqual([words, 200, PAGE.length]);
  });

  test('is a file that begins as HTML and has neither a group nor a sitemap, whatever its Content-Type', async () => {
    const found: [string, string][] = [];
    for (const [body, type] of [
      [FILE, 'text/html'],
      [`<!-- robots.txt -->\n${FILE}`, 'text/html'],
      [`<html>\n${FILE}`, 'text/html'],
      [`<html>\nSitemap: https://example.com/sitemap.xml\n`, 'text/plain'],
      ['', 'text/html'],
      ['<?xml version="1.0"?><Error/>', 'text/html'],
      [PAGE, 'text/plain'],
    ]) {
      const peer = await Peer.start(always(200, body, { 'Content-Type': type }));
      found.push([body.slice(0, 12), (await getFrom(peer, { html: 'unavailable' })).outcome]);
    }
    expect(found.map(([, outcome]) => outcome)).toEqual([...new Array(6).fill('success'), 'unavailable']);
  });
});

describe('a client', () => {
  test('keeps using the cached file while a page hides it', async () => {
    const clock = new ManualClock();
    const peer = await Peer.start(inOrder(FILE, PAGE));
    const client = newClient({ html: 'unreachable', clock, minLifetimeMs: MINUTE });
    expect(await client.isAllowed(`${peer.origin}/private`)).toBe(false);
    await client.refresh(`${peer.origin}/`);
    expect(await client.check(`${peer.origin}/private`)).toMatchObject({
      allowed: false,
      reason: 'disallow-rule',
      provenance: { outcome: 'unreachable', fault: 'html-page' },
    });
    expect(await client.isAllowed(`${peer.origin}/public`)).toBe(true);
  });

  test('defers questions while it has only seen a page, and fetches again', async () => {
    const clock = new ManualClock();
    const peer = await Peer.start(inOrder(PAGE, FILE));
    const client = newClient({ html: 'unreachable', clock });
    const first = await client.check(`${peer.origin}/public`);
    expect(first).toMatchObject({ allowed: false, deferred: true, reason: 'unreachable' });
    expect(first.retryAt).toBe(clock.now() + MINUTE);
    await clock.advance(HOUR);
    expect(await client.isAllowed(`${peer.origin}/public`)).toBe(true);
  });
});
