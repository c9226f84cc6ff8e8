/** Where basic-ftp, which is optional, is not installed. */
import { expect, test, vi } from 'vitest';
import { RobotsError } from '../../src/index.js';
import { get, inWords } from './support/fetching.js';
import { always, Peer } from './support/peer.js';

vi.mock('basic-ftp', () => {
  throw Object.assign(new Error("Cannot find package 'basic-ftp'"), { code: 'ERR_MODULE_NOT_FOUND' });
});

test('asking for an ftp URL is refused, with what to do about it', async () => {
  const error = await get('ftp://127.0.0.1:1/').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RobotsError);
  expect(error).toMatchObject({
    code: 'ftp-client-missing',
    message: expect.stringContaining('npm install basic-ftp'),
  });
});

test('a server that redirects to one cannot make anything throw', async () => {
  const peer = await Peer.start(always(301, '', { Location: 'ftp://127.0.0.1:1/robots.txt' }));
  const result = await get(peer.origin);
  await peer.closed();
  expect(inWords(result)).toBe('unreachable, disallow-all (ftp-client-missing)');
});
