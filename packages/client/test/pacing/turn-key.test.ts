/** The option `pacing.by`: which URLs take turns with each other. */
import type { LookupFunction } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { createClient, type PacingOptions } from '../../src/index.js';

/** Host names and the addresses that they resolve to. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'a.example': ['192.0.2.9', '192.0.2.10', '100::1'],
  'b.example': ['192.0.2.10', '192.0.2.9'],
  'c.example': ['2001:db8:1:2:3::1', '2001:db8:1:2:4::1'],
  'd.example': ['2001:db8:1:2::9'],
};

const lookup: LookupFunction = (name, _options, callback) => {
  const found = ADDRESSES[name.replace(/\.$/, '')];
  if (name === 'hanging.example') return;
  if (found === undefined) {
    callback(Object.assign(new Error(`no such name: ${name}`), { code: 'ENOTFOUND' }), []);
    return;
  }
  callback(
    null,
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

function clientBy(by?: PacingOptions['by']) {
  const client = createClient({
    userAgent: 'ExampleBot/1.0',
    agents: 'ExampleBot',
    clock: new ManualClock(),
    pacing: { by },
    connect: { lookup },
  });
  onTestFinished(() => client.close());
  return client;
}

test.each([
  ['http://a.example/', 'a.example'],
  ['https://A.Example/x', 'a.example'],
  ['https://a.example:8443/', 'a.example'],
  ['ftp://a.example/', 'a.example'],
  ['http://a.example./', 'a.example'],
  ['http://user:secret@a.example/', 'a.example'],
  ['http://BÜCHER.example/', 'xn--bcher-kva.example'],
  ['http://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
  ['http://a。example/', 'a.example'],
  ['http://%61.example/', 'a.example'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://2130706433:81/', '127.0.0.1'],
  ['http://[2001:DB8:0::1]:80/', '[2001:db8::1]'],
  ['http://www.a.example/', 'www.a.example'],
])('by host, %s: %s', async (url, key) => {
  expect(await clientBy().turnKey(url)).toBe(key);
  expect(await clientBy('host').turnKey(new URL(url))).toBe(key);
});

test.each([
  ['http://www.example.co.uk/', 'example.co.uk'],
  ['https://a.b.example.com.:8443/', 'example.com'],
  ['http://a.github.io/', 'a.github.io'],
  ['http://x.a.github.io/', 'a.github.io'],
  ['http://github.io/', 'github.io'],
  ['http://www.bücher.de/', 'xn--bcher-kva.de'],
  ['http://localhost:3000/', 'localhost'],
  ['http://192.0.2.1/', '192.0.2.1'],
  ['http://[2001:db8::1]/', '[2001:db8::1]'],
  ['http://co.uk/', 'co.uk'],
])('by domain, %s: %s', async (url, key) => {
  expect(await clientBy('domain').turnKey(url)).toBe(key);
});

test.each([
  ['http://a.example/', '192.0.2.10'],
  ['https://b.example.:444/', '192.0.2.10'],
  ['http://c.example/', '2001:db8:1:2::/64'],
  ['http://d.example/', '2001:db8:1:2::/64'],
  ['http://unknown.example/', 'unknown.example'],
  ['http://192.0.2.1:81/', '192.0.2.1'],
  ['http://[2001:db8:1:2::7]/', '2001:db8:1:2::/64'],
  ['http://[::1]/', '::1'],
])('by address, %s: %s', async (url, key) => {
  expect(await clientBy('address').turnKey(url)).toBe(key);
});

describe('by a function', () => {
  test('is what it returns', async () => {
    expect(await clientBy(({ port }) => `port ${port}`).turnKey('http://a.example:81/')).toBe('port 81');
  });

  test.each([7, '', null, undefined, Promise.resolve('a')])('refuses %s', async (key) => {
    const client = clientBy((() => key) as never);
    await client.put('http://a.example/', '');
    const error = await client.turnKey('http://a.example/x').catch((reason) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toMatch(
      /^pacing\.by\(http:\/\/a\.example\/x\) is .*; a text that is not empty is expected$/,
    );
    await expect(client.turn('http://a.example/x')).rejects.toThrow('pacing.by(');
  });

  test('rejects with what it throws', async () => {
    const client = clientBy(() => {
      throw new Error('no queue');
    });
    await client.put('http://a.example/', '');
    await expect(client.tryTurn('http://a.example/')).rejects.toThrow('no queue');
  });
});

test('refuses other URLs', async () => {
  for (const by of ['host', 'domain', 'address', () => 'a'] as const) {
    const client = clientBy(by);
    await expect(client.turnKey('/path')).rejects.toThrow(TypeError);
    await expect(client.turnKey('mailto:a@example.com')).rejects.toThrow(TypeError);
    const waiting = by === 'address' ? client.turnKey('http://hanging.example/') : undefined;
    await client.close();
    await expect(client.turnKey('http://a.example/')).rejects.toMatchObject({ code: 'client-closed' });
    if (waiting !== undefined) await expect(waiting).rejects.toMatchObject({ code: 'client-closed' });
  }
});
