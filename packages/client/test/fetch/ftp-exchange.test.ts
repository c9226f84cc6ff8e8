/** One file by FTP, without the rest of a fetch, which closes what an exchange leaves open (RFC 959). */

import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { exchangeFtp } from '../../src/fetch/ftp.js';
import { TimeLimits } from '../../src/fetch/limits.js';
import { type Exchange, FetchRequest } from '../../src/fetch/requests.js';
import { readSettings } from '../../src/fetch/settings.js';
import type { FetchOptions } from '../../src/index.js';
import { FILE, USER_AGENT } from './support/fetching.js';
import { FtpPeer, type FtpScript, serving } from './support/ftp-peer.js';
import { clientSockets, until } from './support/sockets.js';

/** How much a server may send on the control connection, and in how many chunks. */
const MAX_CONTROL_OCTETS = 16 * 1024;
const MAX_CONTROL_CHUNKS = 1000;

const TOO_MUCH = { code: 'ftp-failed', message: 'The server sent too much on the control connection' };

interface Begun {
  readonly peer: FtpPeer;
  readonly clock: ManualClock;
  readonly request: FetchRequest;
  readonly exchange: Promise<Exchange>;
}

/** Begins an exchange with a scripted server. */
async function begun(
  script: FtpScript,
  { from = null, ...options }: Partial<FetchOptions> & { from?: FetchRequest | null } = {},
): Promise<Begun> {
  const peer = await FtpPeer.start(script);
  const clock = new ManualClock();
  const settings = readSettings({ userAgent: USER_AGENT, ...options });
  const limits = new TimeLimits(clock, settings.timeouts, options.signal);
  onTestFinished(() => limits.end());
  const request = new FetchRequest(new URL(peer.robotsUrl), from);
  const place = { hostname: '127.0.0.1', port: peer.port, path: 'robots.txt' };
  return { peer, clock, request, exchange: exchangeFtp(place, request, settings, limits) };
}

test('a reader who is slow holds up the server: at most one chunk waits', async () => {
  const sockets = clientSockets();
  const chunk = Buffer.alloc(65_536, '#');
  let isStopped = false;
  const { exchange } = await begun({
    ...serving(FILE),
    RETR: async (control, session) => {
      const data = await session.data();
      control.write('150 here it comes\r\n');
      for (let i = 0; i < 100; i++) data.write(chunk);
      data.once('close', () => {
        isStopped = true;
      });
    },
  });
  const opened = await exchange;
  const waiting = opened.encodedOctets;
  const [, data] = sockets;
  // Until the buffers of both sockets are full.
  for (let before = -1; before !== data.bytesRead; ) {
    before = data.bytesRead;
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(opened.encodedOctets).toBe(waiting);
  expect(data.bytesRead).toBeLessThan(100 * chunk.length);
  opened.close();
  await until(() => isStopped);
});

describe('a server may send on the control connection', () => {
  /** A server that ends its replies with a 550 of any length. */
  const without = (GREETING: FtpScript[string], RETR: FtpScript[string]): FtpScript => ({
    ...serving(FILE),
    GREETING,
    RETR,
  });

  test.each([
    ['16 KiB', 0, null],
    ['not one octet more', 1, TOO_MUCH],
  ])('%s', async (_, more, fault) => {
    const script = without('220 ready', (control) => {
      const left = MAX_CONTROL_OCTETS - control.bytesWritten - '550 \r\n'.length;
      control.write(`550 ${'x'.repeat(left + more)}\r\n`);
    });
    const { peer, exchange } = await begun(script);
    if (fault === null) expect((await exchange).status).toBe(550);
    else await expect(exchange).rejects.toMatchObject(fault);
    await peer.closed();
  });

  test.each([
    ['1,000 chunks', 0, null],
    ['not one chunk more', 1, TOO_MUCH],
  ])('%s', async (_, more, fault) => {
    const sockets = clientSockets();
    // Each reply to USER, PASS, TYPE, EPSV and RETR counts as one, and so does each line of the greeting.
    const lines = Array<string>(MAX_CONTROL_CHUNKS - 5 + more).fill('220-\r\n');
    lines[lines.length - 1] = '220 ready\r\n';
    const greeting = async (control: Socket): Promise<void> => {
      control.setNoDelay(true);
      for (const line of lines) {
        control.write(line);
        await until(() => sockets[0].bytesRead === control.bytesWritten || sockets[0].destroyed);
      }
    };
    const { peer, exchange } = await begun(without((control) => void greeting(control), '550 no'));
    if (fault === null) expect((await exchange).status).toBe(550);
    else await expect(exchange).rejects.toMatchObject(fault);
    await peer.closed();
  });
});
