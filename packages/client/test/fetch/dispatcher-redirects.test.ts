/** Redirects through a dispatcher, which resolves names itself, so that only the URL is known (docs/semantics.md §6.7). */
import { MockAgent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FILE, get } from './support/fetching.js';

/** The result of a fetch from a site that redirects to a URL with the file. */
async function redirected(from: string, to: string, addresses?: 'any'): Promise<string> {
  const dispatcher = new MockAgent();
  onTestFinished(() => dispatcher.close());
  dispatcher.disableNetConnect();
  const target = new URL(to);
  const reply = (origin: string, path: string) => dispatcher.get(origin).intercept({ path });
  reply(from, '/robots.txt').reply(302, '', { headers: { location: to } });
  if (target.protocol !== 'ftp:') reply(target.origin, target.pathname).reply(200, FILE);
  const { fault, redirects, cause } = await get(from, { dispatcher, ...(addresses && { addresses }) });
  expect(redirects).toEqual([{ url: `${from}/robots.txt`, status: 302, location: to }]);
  return fault === null ? 'followed' : `${fault}: ${cause?.message}`;
}

describe('by default, a redirect is followed', () => {
  test.each([
    ['within the public internet', 'http://8.8.8.8', 'https://1.1.1.1/a'],
    ['from a public address of IPv6 to another', 'http://[2600::1]', 'http://[2600::2]/a'],
    ['within a private network', 'http://10.0.0.1', 'http://10.0.0.2/a'],
    ['from a private network to this machine', 'http://10.0.0.1', 'http://localhost/a'],
    ['on this machine', 'http://localhost', 'http://127.0.0.1/a'],
    ['on this machine by another name (RFC 6761 §6.3)', 'http://a.localhost', 'http://10.0.0.1/a'],
    ['outwards', 'http://10.0.0.1', 'http://8.8.8.8/a'],
    ['from a name to a public address', 'http://site.example', 'http://8.8.8.8/a'],
    ['from a name to another: the dispatcher resolves both', 'http://site.example', 'http://in.example/a'],
    ['to a name like that of this machine', 'http://8.8.8.8', 'http://localhost.example/a'],
    ['to another one like it', 'http://8.8.8.8', 'http://alocalhost/a'],
  ])('%s', async (_, from, to) => {
    expect(await redirected(from, to)).toBe('followed');
  });
});

describe('by default, a redirect to a private address is refused', () => {
  test.each([
    ['from a public address', 'http://8.8.8.8', 'http://10.0.0.1/a', '10.0.0.1'],
    ['from a name', 'http://site.example', 'http://10.0.0.1/a', '10.0.0.1'],
    ['to an address of IPv6', 'http://site.example', 'http://[fd00::1]/a', 'fd00::1'],
    ['to this machine', 'http://8.8.8.8', 'http://localhost/a', '127.0.0.1'],
    ['to this machine by another name', 'http://site.example', 'http://a.localhost/a', '127.0.0.1'],
    ['to this machine with the dot of the root', 'http://8.8.8.8', 'http://localhost./a', '127.0.0.1'],
    ['to a name below it with that dot', 'http://8.8.8.8', 'http://a.localhost./a', '127.0.0.1'],
  ])('%s', async (_, from, to, address) => {
    const { hostname } = new URL(to);
    expect(await redirected(from, to)).toBe(
      `address-refused: ${hostname.replace(/[[\]]/g, '')} may not be connected to: the option addresses does not allow ${address}`,
    );
  });
});

test('addresses: any follows a redirect to a private address', async () => {
  expect(await redirected('http://8.8.8.8', 'http://10.0.0.1/a', 'any')).toBe('followed');
});

test('a redirect to FTP is not followed: no dispatcher speaks it', async () => {
  expect(await redirected('http://site.example', 'ftp://site.example/robots.txt')).toBe(
    'redirect-invalid: http://site.example/robots.txt redirects to FTP, which dispatcher cannot fetch',
  );
});
