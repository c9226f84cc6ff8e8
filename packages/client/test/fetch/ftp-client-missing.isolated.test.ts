/** Fetches without basic-ftp, which is optional. */
import { expect, test, vi } from 'vitest';
import { RobotsError } from '../../../../src/index.js';
import { get, inWords } from './support/fetching.js';
import { always, Peer } from './support/peer.js';

vi.mock('basic-ftp', () => {
  throw Object.assign(new Error("Cannot find package 'basic-ftp'"), { code: 'ERR_MODULE_NOT_FOUND' });
});

test('a fetch of an ftp URL rejects and names the package', async () => {
  const error = await get('ftp://127.0.0.1:1/').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RobotsError);
  expect(error).toMatchObject({
    code: 'ftp-client-missing',
    message: expect.stringContaining('An ftp URL needs the package basic-ftp'),
  });
});

test('a redirect to an ftp URL is a result, so that no server can make a fetch reject', async () => {
  const peer = await Peer.start(always(301, '', { Location: 'ftp://127.0.0.1:1/robots.txt' }));
  const result = await get(peer.origin);
  await peer.closed();
  expect(inWords(result)).toBe('unreachable, disallow-all (ftp-client-missing)');
});
