/** A client for as long as a sub-command needs it. */
import { channel } from 'node:diagnostics_channel';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { RobotsError } from '../../../src/index.js';
import { withClient } from '../src/with-client.js';

const REQUEST = {
  userAgent: 'ExampleBot/1.0',
  agents: ['ExampleBot'],
  profile: 'rfc9309',
  maxOctets: undefined,
  cache: undefined,
  totalMs: undefined,
} as const;

test('a failing store is reported once, in one line, while the client is in use', async () => {
  const stderr = new PassThrough({ encoding: 'utf8' });
  const fails = (message: string): void => {
    const error = new RobotsError('store-failed', message);
    channel('robotstream:store').publish({ operation: 'get', error, discarded: null });
  };
  const answer = await withClient(REQUEST, { stderr }, async () => {
    channel('robotstream:store').publish({
      operation: 'get',
      error: null,
      discarded: { key: 'k', reason: 'r' },
    });
    fails('the disk\nis full');
    fails('again');
    return 'done';
  });
  fails('afterwards');
  expect(answer).toBe('done');
  expect(stderr.read()).toMatch(/^robotstream: note: [^\n]*the disk\\x0ais full; continuing without it\n$/);
});

test('an error is passed on, and the client is closed', async () => {
  let question: Promise<unknown> | undefined;
  const failing = withClient(REQUEST, { stderr: new PassThrough() }, async (client) => {
    question = client.isAllowed('http://192.0.2.1/'); // TEST-NET-1 never answers
    question.catch(() => {});
    throw new Error('mine');
  });
  await expect(failing).rejects.toThrow('mine');
  await expect(question).rejects.toMatchObject({ code: 'client-closed' });
});
