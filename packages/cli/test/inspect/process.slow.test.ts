/** `robotstream inspect` as a process: it prints the address, serves the file, and Ctrl+C ends it. */
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtInspector } from '../inspector/support/built-inspector.js';
import { finished, useBuiltCommand } from '../support/command.js';
import { useSites } from '../support/sites.js';
import { ask } from './support.js';

describe.skipIf(process.platform === 'win32')('robotstream inspect', () => {
  const site = useSites();
  const command = useBuiltCommand();
  beforeAll(async () => {
    cpSync(join(await builtInspector(), 'inspector.html'), join(command.main, '../inspector.html'));
    writeFileSync(join(command.folder, 'robots.txt'), Buffer.from('Disallow: /\xff\r', 'latin1'));
  });

  /** Starts the command and waits for the address that it prints. */
  async function start(args: readonly string[], input = '') {
    const child = command.start(['inspect', ...args]);
    const end = finished(child);
    const closed = once(child, 'close');
    child.stdin.end(input);
    const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const opening = JSON.parse((await ask(new URL('opening', address))).body);
    return { child, end, closed, address, opening };
  }

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it, also while a browser is connected',
    async (signal) => {
      const { child, end, closed, address, opening } = await start(['robots.txt', '--agent', 'FooBot']);
      expect(opening).toEqual({
        file: {
          name: 'robots.txt',
          octets: Buffer.from('Disallow: /\xff\r', 'latin1').toString('base64url'),
          notes: [],
        },
        url: null,
        agents: ['FooBot'],
        profile: null,
      });
      expect((await ask(address)).body).toContain('<!doctype html>');
      child.kill(signal);
      expect((await closed)[1]).toBe(signal);
      const { stdout, stderr } = await end;
      expect(stdout).toBe(`${address}\n`);
      expect(stderr).toBe('The inspector is at this address until you press Ctrl+C.\n');
    },
  );

  test('opens standard input, and the robots.txt of a URL', async () => {
    const fromInput = await start(['-'], 'User-agent: *\n');
    expect(Buffer.from(fromInput.opening.file.octets, 'base64url').toString()).toBe('User-agent: *\n');
    const { origin } = await site({ body: 'Allow: /\n' });
    const fromUrl = await start([`${origin}/page`, '--profile', 'google']);
    expect(fromUrl.opening).toMatchObject({
      file: { name: `${origin}/robots.txt`, notes: [expect.stringContaining('success (status 200)')] },
      url: `${origin}/page`,
      profile: 'google',
    });
    for (const { child, closed } of [fromInput, fromUrl]) {
      child.kill('SIGTERM');
      await closed;
    }
  });

  test('a site without a file is not an error: the page opens empty and says why', async () => {
    const { origin } = await site({ status: 404 });
    const { opening, child, closed } = await start([origin]);
    expect(opening.file).toMatchObject({
      octets: null,
      notes: [expect.stringContaining('404'), expect.anything()],
    });
    child.kill('SIGTERM');
    await closed;
  });
});
