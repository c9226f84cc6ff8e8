/** FTP: RETR with an anonymous login (docs/semantics.md §6; RFC 959, RFC 1635, RFC 2428). */

import { Socket } from 'node:net';
import { Agent } from 'undici';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../../../src/index.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { exchangeFtp } from '../../src/fetch/ftp.js';
import { DEFAULT_TIMEOUTS, TimeLimits } from '../../src/fetch/limits.js';
import { FetchRequest } from '../../src/fetch/requests.js';
import { readSettings } from '../../src/fetch/settings.js';
import { FILE, get, inWords, lookupThat, mayFetch, USER_AGENT } from './support/fetching.js';
import { FtpPeer, type FtpScript, serving } from './support/ftp-peer.js';
import { flood } from './support/peer.js';
import { clientSockets, until } from './support/sockets.js';

describe('an FTP server is asked', () => {
  test('anonymously, for octets as they are, passively, from where the login leads', async () => {
    const peer = await FtpPeer.start(serving(FILE));
    const result = await get(peer.origin);
    expect(inWords(result)).toBe('success, rules');
    expect(peer.commands.slice(0, 5)).toEqual([
      'USER anonymous',
      'PASS guest',
      'TYPE I',
      'EPSV',
      'RETR robots.txt',
    ]);
    await peer.closed();
  });

  test('by PASV where it does not know EPSV', async () => {
    const peer = await FtpPeer.start({ ...serving(FILE), EPSV: '500 what?' });
    const result = await get(peer.origin);
    expect([inWords(result), result.encodedOctets]).toEqual(['success, rules', FILE.length]);
    expect(peer.commands).toContain('PASV');
    await peer.closed();
  });

  test('at the next address of its name, where the first does not answer', async () => {
    const peer = await FtpPeer.start(serving(FILE));
    const [clock, lookup] = [new ManualClock(), lookupThat(['127.0.0.9', '127.0.0.1'])];
    const result = await get(`ftp://site.example:${peer.port}/`, { connect: { lookup }, clock });
    expect([inWords(result), clock.pending]).toEqual(['success, rules', 0]);
    await peer.closed();
  });
});

describe('an FTP server that answers 550, "file unavailable" (RFC 959 §4.2.1)', () => {
  test('has no file', async () => {
    const peer = await FtpPeer.start({ ...serving(FILE), RETR: '550 no such file' });
    const result = await get(peer.origin);
    expect(inWords(result)).toBe('unavailable, allow-all');
    expect(result).toMatchObject({ status: 550, octets: 0 });
    await peer.closed();
  });

  test.each([
    ['to the login', { PASS: '550 no' }, 'ftp-failed'],
    ['to a part of the file', { RETR: cutOff('550 no more') }, 'body-cut-off'],
  ])('%s fails', async (_, replies, fault) => {
    const peer = await FtpPeer.start({ ...serving(FILE), ...replies });
    expect(inWords(await get(peer.origin))).toBe(`unreachable, disallow-all (${fault})`);
    await peer.closed();
  });
});

describe('an FTP server that fails is unreachable', () => {
  const good = serving(FILE);

  test.each([
    ['refuses the connection', { ...good, GREETING: '421 too many' }, 'ftp-failed'],
    ['closes it at once', { ...good, GREETING: (control) => control.destroy() }, 'connect-failed'],
    [
      'speaks HTTP',
      { ...good, GREETING: (control) => control.end('HTTP/1.1 400 Bad\r\n\r\n') },
      'connect-failed',
    ],
    ['never ends its greeting', { ...good, GREETING: talking('220-and\r\n') }, 'ftp-failed'],
    ['never ends it, octet by octet', { ...good, GREETING: dripping('220-and\r\n') }, 'ftp-failed'],
    ['never ends its reply within the file', { ...good, RETR: talking('150-and so on\r\n') }, 'ftp-failed'],
    ['requires a login', { ...good, USER: '530 who?' }, 'ftp-failed'],
    ['requires an account', { ...good, PASS: '332 account?' }, 'ftp-failed'],
    ['closes it during the login', { ...good, PASS: (control) => control.destroy() }, 'ftp-failed'],
    ['has no binary mode', { ...good, TYPE: '504 no' }, 'ftp-failed'],
    ['opens no data connection', { ...good, EPSV: '500 no', PASV: '500 no' }, 'ftp-failed'],
    ['sends to a closed port', { ...good, EPSV: '229 (|||1|)', PASV: '227 (127,0,0,1,0,1)' }, 'ftp-failed'],
    ['sends to another host', { ...good, EPSV: '500 no', PASV: '227 Entering (10,0,0,1,4,1)' }, 'ftp-failed'],
    ['is busy', { ...good, RETR: '450 busy' }, 'ftp-failed'],
    ['fails', { ...good, RETR: '451 oh' }, 'ftp-failed'],
    ['breaks off', { ...good, RETR: cutOff('426 broken') }, 'body-cut-off'],
    ['closes the connection within the file', { ...good, RETR: cutOff(null) }, 'body-cut-off'],
  ] as readonly [string, FtpScript, string][])('that %s', async (_, script, fault) => {
    const peer = await FtpPeer.start(script);
    const result = await get(peer.origin);
    expect(inWords(result)).toBe(`unreachable, disallow-all (${fault})`);
    expect(mayFetch(result, '/')).toBe(false);
    await peer.closed();
  });

  test('that is not there', async () => {
    const result = await get(`ftp://127.0.0.1:${CLOSED_PORT}/`);
    expect(inWords(result)).toBe('unreachable, disallow-all (connect-failed)');
  });

  test('that sends too much is not tried at its next address', async () => {
    const peer = await FtpPeer.start({ ...good, GREETING: talking('220-and\r\n') });
    const lookup = lookupThat(['127.0.0.1', '127.0.0.1']);
    const result = await get(`ftp://site.example:${peer.port}/`, { connect: { lookup } });
    expect(inWords(result)).toBe('unreachable, disallow-all (ftp-failed)');
    expect(result.cause?.message).toBe('The server sent too much on the control connection');
    expect(peer.connections).toBe(1);
    await peer.closed();
  });

  test('that sends without end is read up to the limit', async () => {
    const peer = await FtpPeer.start({
      ...good,
      RETR: async (control, session) => {
        const data = await session.data();
        control.write('150 here it comes\r\n');
        data.write(FILE);
        flood(data, () => Buffer.alloc(65_536, '#aaaaaa\n'));
      },
    });
    const result = await get(peer.origin);
    expect(result.outcome === 'success' && result.document.truncated).toBe(true);
    expect(result.encodedOctets).toBeLessThan(2 * PARSING_LIMIT_OCTETS);
    await peer.closed();
  });
});

/** Sends half of the file and then a reply, or closes the connection. */
function cutOff(reply: string | null): FtpScript[string] {
  return async (control, session) => {
    const data = await session.data();
    control.write('150 here it comes\r\n');
    data.end(FILE.slice(0, 10));
    // The client has read it all by then.
    data.once('close', () => {
      if (reply === null) control.destroy();
      else control.write(`${reply}\r\n`);
    });
  };
}

/** Sends a text again and again, octet by octet. */
function dripping(text: string): FtpScript[string] {
  return async (control) => {
    for (let i = 0; !control.destroyed; i++) {
      await new Promise((resolve) => control.write(text[i % text.length], resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

/** Sends a text again and again. */
function talking(text: string): FtpScript[string] {
  return (control) => flood(control, () => Buffer.from(text.repeat(1000)));
}

describe('time limits', () => {
  const { connectMs, headersMs, bodyMs, totalMs } = DEFAULT_TIMEOUTS;
  const good = serving(FILE);

  test.each([
    ['no greeting comes', { ...good, GREETING: null }, '', connectMs, 'connect-timeout'],
    ['no login is granted', { ...good, PASS: null }, 'PASS', headersMs, 'headers-timeout'],
    ['the file does not come', { ...good, RETR: null }, 'RETR', headersMs, 'headers-timeout'],
  ] as readonly [string, FtpScript, string, number, string][])(
    'hold where %s',
    async (_, script, command, ms, fault) => {
      const clock = new ManualClock();
      const peer = await FtpPeer.start(script);
      const pending = get(peer.origin, { clock });
      await until(
        () => peer.connections === 1 && (command === '' || peer.commands.some((c) => c.startsWith(command))),
      );
      clock.elapse(ms);
      expect(inWords(await pending)).toBe(`unreachable, disallow-all (${fault})`);
      expect(clock.pending).toBe(0);
      await peer.closed();
    },
  );

  test('leave time for the next address of a host where one does not answer', async () => {
    const clock = new ManualClock();
    const peer = await FtpPeer.start({
      ...good,
      GREETING: (control) => {
        if (peer.connections === 2) control.write('220 ready\r\n');
      },
    });
    const lookup = lookupThat(['127.0.0.1', '127.0.0.1']);
    const pending = get(`ftp://site.example:${peer.port}/`, { clock, connect: { lookup } });
    await until(() => peer.connections === 1);
    clock.elapse(connectMs / 2);
    expect((await pending).outcome).toBe('success');
    await peer.closed();
  });

  test.each([
    ['stalls', bodyMs, bodyMs, 'body-timeout'],
    ['drips', 1000, totalMs, 'total-timeout'],
  ])('hold where the file %s', async (_, stepMs, ms, fault) => {
    const clock = new ManualClock();
    // The client may get the file before the reply that announces it. The limits differ, so that each tells the stage.
    const timeouts = { headersMs: 2 * bodyMs };
    const sockets = clientSockets();
    const peer = await FtpPeer.start({
      ...good,
      RETR: async (control, session) => {
        const data = await session.data();
        control.write('150 here it comes\r\n');
        const client = sockets[sockets.length - 1];
        for (let i = 1; !data.destroyed; i++) {
          data.write('#');
          await until(() => (client.bytesRead === i && clock.hasTimerIn(bodyMs)) || data.destroyed);
          clock.elapse(stepMs);
        }
      },
    });
    const result = await get(peer.origin, { clock, timeouts });
    expect(inWords(result)).toBe(`unreachable, disallow-all (${fault})`);
    expect(result.timings.totalMs).toBe(ms);
    expect(clock.pending).toBe(0);
    await peer.closed();
  });

  test('of the FTP client itself are the longest of them: it never ends a fetch first', async () => {
    const peer = await FtpPeer.start(good);
    const sockets = clientSockets();
    const spy = vi.spyOn(Socket.prototype, 'setTimeout');
    onTestFinished(() => spy.mockRestore());
    await get(peer.origin, { timeouts: { connectMs: 5000, headersMs: 50_000, bodyMs: 500 } });
    const limits = spy.mock.calls
      .filter((_, i) => sockets.includes(spy.mock.contexts[i] as Socket))
      .map(([ms]) => ms)
      .filter((ms) => ms > 0);
    expect(new Set(limits)).toEqual(new Set([50_000]));
    await peer.closed();
  });

  test('end with the caller’s signal, too', async () => {
    const controller = new AbortController();
    const peer = await FtpPeer.start({ ...good, PASS: () => controller.abort(new Error('enough')) });
    await expect(get(peer.origin, { signal: controller.signal })).rejects.toThrow('enough');
    await peer.closed();
  });
});

test('neither a dispatcher nor a proxy fetches by FTP', async () => {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const refused = 'url is ftp://127.0.0.1/robots.txt, which';
  for (const [options, why] of [
    [{ dispatcher }, 'dispatcher cannot fetch; leave dispatcher out for FTP'],
    [{ proxy: 'http://127.0.0.1:1' }, 'cannot be fetched by way of a proxy; leave proxy out for FTP'],
  ] as const)
    await expect(get('ftp://127.0.0.1/', options)).rejects.toThrow(new TypeError(`${refused} ${why}`));
});

/** How much a server may send on the control connection, and in how many chunks. */
const MAX_CONTROL_OCTETS = 16 * 1024;
const MAX_CONTROL_CHUNKS = 1000;

const TOO_MUCH = { code: 'ftp-failed', message: 'The server sent too much on the control connection' };

/** Begins an exchange with a scripted server. */
async function begun(script: FtpScript) {
  const peer = await FtpPeer.start(script);
  const clock = new ManualClock();
  const settings = readSettings({ userAgent: USER_AGENT });
  const limits = new TimeLimits(clock, settings.timeouts, undefined);
  onTestFinished(() => limits.end());
  const request = new FetchRequest(new URL(peer.robotsUrl), null);
  const place = { hostname: '127.0.0.1', port: peer.port, path: 'robots.txt' };
  return { peer, clock, exchange: exchangeFtp(place, request, settings, limits) };
}

test('a reader who is slow does not run into a time limit but that of the whole fetch', async () => {
  const { clock, exchange } = await begun(serving(FILE));
  const body = (await exchange).body()[Symbol.asyncIterator]();
  clock.elapse(2 * DEFAULT_TIMEOUTS.bodyMs);
  expect(String((await body.next()).value)).toBe(FILE);
});

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
  test.each([
    ['16 KiB', 0, null],
    ['not one octet more', 1, TOO_MUCH],
  ])('%s', async (_, more, fault) => {
    const RETR = (control: Socket): void => {
      const left = MAX_CONTROL_OCTETS - control.bytesWritten - '550 \r\n'.length;
      control.write(`550 ${'x'.repeat(left + more)}\r\n`);
    };
    const { peer, exchange } = await begun({ ...serving(FILE), RETR });
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
    const { peer, exchange } = await begun({ ...serving(FILE), GREETING: greeting, RETR: '550 no' });
    if (fault === null) expect((await exchange).status).toBe(550);
    else await expect(exchange).rejects.toMatchObject(fault);
    await peer.closed();
  });
});
