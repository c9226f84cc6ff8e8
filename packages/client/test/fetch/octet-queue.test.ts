/** A queue of octets between a socket and a decoder. */
import { describe, expect, test } from 'vitest';
import { rest } from '../../../../test/support/manual-clock.js';
import { OctetQueue } from '../../src/fetch/exchange.js';

describe('a queue of octets', () => {
  const watch = () => {
    const log: string[] = [];
    return { log, waiting: () => void log.push('waiting'), arrived: () => void log.push('arrived') };
  };

  test('joins the chunks that wait, and reports when its reader waits', async () => {
    const queue = new OctetQueue();
    const watched = watch();
    const read = queue.read(watched);
    queue.push(Buffer.from('a'));
    queue.push(Buffer.from('b'));
    expect(Buffer.from((await read.next()).value as Uint8Array).toString()).toBe('ab');
    expect(watched.log).toEqual([]);
    const next = read.next();
    await rest();
    expect(watched.log).toEqual(['waiting']);
    const chunk = Buffer.from('c');
    queue.push(chunk);
    expect((await next).value).toBe(chunk);
    expect(watched.log).toEqual(['waiting', 'arrived']);
    queue.end();
    queue.push(Buffer.from('late'));
    expect((await read.next()).done).toBe(true);
    expect(queue.octets).toBe(3);
  });

  test('fails after what was pushed before, and only the first end counts', async () => {
    for (const isFirst of [true, false]) {
      const queue = new OctetQueue();
      queue.push(Buffer.from('a'));
      if (isFirst) queue.fail(new Error('reset'));
      queue.end();
      queue.fail(new Error('late'));
      const read = queue.read(watch());
      expect((await read.next()).value).toEqual(Buffer.from('a'));
      if (isFirst) await expect(read.next()).rejects.toThrow('reset');
      else expect((await read.next()).done).toBe(true);
    }
  });

  test.each(['end', 'fail'] as const)('wakes its reader at its %s', async (how) => {
    const queue = new OctetQueue();
    const next = queue.read(watch()).next();
    await rest();
    if (how === 'end') queue.end();
    else queue.fail(new Error('reset'));
    if (how === 'end') expect((await next).done).toBe(true);
    else await expect(next).rejects.toThrow('reset');
  });
});
