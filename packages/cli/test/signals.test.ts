/** Signals end the command: it closes what it opened, and its parent sees the signal. */

import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { later } from '../../../test/support/later.js';
import { SQLITE_NEED } from '../../../test/support/needs.js';
import { finished, useBuiltCommand } from './support/command.js';
import { useSites } from './support/sites.js';

/** What Node 22 and 24 say about their SQLite. */
const SQLITE_WARNING = /^\(node:\d+\) ExperimentalWarning: SQLite .*\n\(Use .*\n/;

const command = useBuiltCommand();
const site = useSites();

const AS_EXAMPLE_BOT = ['--agent', 'ExampleBot/2.1'];

describe.skipIf(process.platform === 'win32')('check URL', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it: answers are printed, connections are closed, the cache is closed',
    async (signal) => {
      const one = await site({
        headers: { 'cache-control': 'max-age=7200' },
        body: 'User-agent: ExampleBot\nDisallow: /private/\n',
      });
      const gone = later();
      const asked = later();
      const silent = await site((request) => {
        request.socket.once('close', () => gone.resolve());
        asked.resolve();
      });
      const cache = SQLITE_NEED.isMet ? ['--cache', `${signal}.sqlite`] : [];
      const args = ['check', `${one.origin}/`, `${silent.origin}/`, ...AS_EXAMPLE_BOT, ...cache];
      const child = command.start(args);
      const end = finished(child);
      const closed = once(child, 'close');
      let seen = '';
      const isAnswered = later();
      child.stdout.on('data', (chunk: Buffer) => {
        seen += chunk;
        if (seen.includes('fetched just now')) isAnswered.resolve();
      });
      await Promise.all([asked.promise, isAnswered.promise]);
      child.kill(signal);
      const { stderr, stdout } = await end;
      await gone.promise;
      expect((await closed)[1]).toBe(signal);
      expect(stderr.replace(SQLITE_WARNING, '')).toBe('');
      expect(stdout).toContain(`allowed     ${one.origin}/\n`);
      expect(stdout).not.toContain(silent.origin);

      if (!SQLITE_NEED.isMet) return;
      const after = await command.run(['check', `${one.origin}/`, ...AS_EXAMPLE_BOT, ...cache]);
      expect([after.code, after.stderr.replace(SQLITE_WARNING, '')]).toEqual([0, '']);
      expect(after.stdout).toContain('from the cache');
    },
  );

  test('SIGINT ends it even if its output is not read', async () => {
    const one = await site({ body: '' });
    // More than a pipe holds: the command cannot end before the signal.
    const path = 'x'.repeat(400);
    const urls = Array.from({ length: 3000 }, (_, i) => `${one.origin}/${path}/${i}`);
    const child = command.start(['check', ...urls, ...AS_EXAMPLE_BOT]);
    await once(child.stdout, 'readable');
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    expect((await exited)[1]).toBe('SIGINT');
    child.stdout.destroy();
  });
});

test.skipIf(process.platform === 'win32')('SIGINT ends fetch, without output', async () => {
  const asked = later();
  const { origin } = await site(() => asked.resolve());
  const child = command.start(['fetch', origin]);
  const end = finished(child);
  const closed = once(child, 'close');
  await asked.promise;
  child.kill('SIGINT');
  const { stdout, stderr } = await end;
  expect([(await closed)[1], stdout, stderr]).toEqual(['SIGINT', '', '']);
});
