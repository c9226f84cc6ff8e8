/** A robots.txt that redirects to the robots.txt of another site is cached for both, over real sockets. Each port is a site. */
import { describe, expect, test } from 'vitest';
import { FILE } from '../fetch/support/fetching.js';
import { always, answer, Peer, type Reply } from '../fetch/support/peer.js';
import { newClient, until } from './support/clients.js';

/** A server with the file, and a site that redirects to a path of that server. */
async function redirecting(
  path = '/robots.txt',
  reply: Reply = always(200, FILE),
): Promise<{ target: Peer; site: Peer }> {
  const target = await Peer.start(reply);
  const site = await Peer.start(always(301, '', { Location: `${target.origin}${path}` }));
  return { target, site };
}

describe('the robots.txt of another site', () => {
  test('is cached for that site, as if it had been fetched from there', async () => {
    const { target, site } = await redirecting('/robots.txt', always(200, FILE, { ETag: '"a"' }));
    const client = newClient();
    expect(await client.isAllowed(`${site.origin}/private`)).toBe(false);
    const known = client.peek(`${target.origin}/private`);
    expect(known?.allowed).toBe(false);
    const asked = newClient();
    const direct = await asked.check(`${target.origin}/private`);
    expect(known?.provenance).toMatchObject({
      robotsUrl: target.robotsUrl,
      finalUrl: target.robotsUrl,
      redirects: [],
      status: 200,
      source: 'memory',
      outcome: direct.provenance.outcome,
    });
    expect(client.stats()).toMatchObject({ fetches: 1, entries: 2 });
    await client.refresh(target.origin);
    expect(target.requests.at(-1)).toContain('if-none-match: "a"');
  });

  test('is not kept if it is a failure, or was asked for without the credentials of the client', async () => {
    const failing = await redirecting('/robots.txt', always(404));
    const client = newClient();
    await client.isAllowed(failing.site.origin);
    expect(client.peek(failing.target.origin)).toBe(undefined);
    const { target, site } = await redirecting();
    const withCookie = newClient({ headers: { Cookie: 'a=b' } });
    await withCookie.isAllowed(site.origin);
    expect(withCookie.peek(target.origin)).toBe(undefined);
  });

  test('does not come back once the program has forgotten it', async () => {
    const held: (() => void)[] = [];
    const { target, site } = await redirecting('/robots.txt', (socket) => {
      held.push(() => socket.write(answer(200, FILE)));
    });
    const client = newClient();
    const asked = client.isAllowed(`${site.origin}/private`);
    await until(() => held.length === 1);
    await client.forget(target.origin);
    held[0]();
    expect(await asked).toBe(false);
    expect(client.peek(target.origin)).toBe(undefined);
  });
});
