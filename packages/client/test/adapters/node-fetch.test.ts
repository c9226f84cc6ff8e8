/** The adapter to node-fetch, with other functions like `fetch`. */
import * as undici from 'undici';
import { expect, test } from 'vitest';
import { robotsNodeFetch } from '../../src/adapters/node-fetch.js';
import { newClient } from '../client/support/clients.js';
import { startPages } from '../client/support/pages.js';
import { expectObedience } from './support/obedience.js';

test.each([
  ['the global fetch', fetch],
  ['that of undici', undici.fetch as unknown as typeof fetch],
])('%s', async (_, anyFetch) => {
  await expectObedience((client) => {
    const fetchAllowed = robotsNodeFetch(client, anyFetch);
    return async (url) => (await fetchAllowed(url)).status;
  });
});

test('the headers of the options, or of a Request, are kept', async () => {
  const pages = await startPages();
  pages.on('/page', ({ headers }, response) => {
    response.end(JSON.stringify([headers['user-agent'], headers['x-one'], headers['x-two']]));
  });
  const fetchAllowed = robotsNodeFetch(newClient(), fetch, { pace: false });
  const headers = { 'X-One': '1', 'User-Agent': 'Mozilla/5.0' };
  const request = new Request(`${pages.origin}/page`, { headers });
  expect(await (await fetchAllowed(`${pages.origin}/page`, { headers })).json()).toEqual([
    'ExampleBot/1.0',
    '1',
    null,
  ]);
  expect(await (await fetchAllowed(request)).json()).toEqual(['ExampleBot/1.0', '1', null]);
  expect(await (await fetchAllowed(request, { headers: [['x-two', '2']] })).json()).toEqual([
    'ExampleBot/1.0',
    null,
    '2',
  ]);
});

test('the option follow bounds the redirects that are followed', async () => {
  const pages = await startPages();
  pages.on('/one', (_, response) => void response.writeHead(302, { location: '/two' }).end());
  pages.on('/two', (_, response) => void response.writeHead(302, { location: '/end' }).end());
  pages.on('/end', (_, response) => void response.end('end'));
  const fetchAllowed = robotsNodeFetch(newClient(), fetch, { pace: false });
  const url = `${pages.origin}/one`;
  expect(await (await fetchAllowed(url, { follow: 2 } as RequestInit)).text()).toBe('end');
  await expect(fetchAllowed(url, { follow: 1 } as RequestInit)).rejects.toThrow('more than 1 redirects');
  await expect(fetchAllowed(url, { follow: 0 } as RequestInit)).rejects.toThrow('more than 0 redirects');
});
