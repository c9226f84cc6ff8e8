/** Members are read and decompressed one block ahead of their use. */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { until } from '../../../test/support/until.js';
import { gzipMembers } from './gzip-members.js';

/** Members that are more octets than are read before members are decompressed: all but the last end where the next one begins. */
const SLICE = Buffer.concat(Array.from({ length: 4 }, () => gzipSync(randomBytes(100 * 1024))));

test('the next block is read while a block is used, and no more', async () => {
  let reads = 0;
  async function* source() {
    while (reads < 5) {
      reads++;
      yield SLICE;
    }
  }
  let blocks = 0;
  for await (const { kind } of gzipMembers(source())) {
    expect(kind).toBe('block');
    blocks++;
    await until(() => reads >= Math.min(blocks + 1, 5));
    expect(reads).toBeLessThanOrEqual(blocks + 1);
  }
  // The last one has the last member.
  expect(blocks).toBe(6);
});

test('what the input throws is thrown after the blocks before it', async () => {
  async function* source() {
    yield SLICE;
    throw new Error('no more');
  }
  const members = gzipMembers(source());
  expect((await members.next()).done).toBe(false);
  // Meanwhile, nothing reports it as a rejection that nobody handles.
  await setImmediate();
  await expect(members.next()).rejects.toThrow('no more');
});

test('the input is closed by who stops, also while it waits', async () => {
  let closed = 0;
  const reads = [Promise.resolve({ value: SLICE }), new Promise<never>(() => {})];
  const source = {
    [Symbol.asyncIterator]: () => source,
    next: () => reads.shift() as Promise<IteratorResult<Uint8Array, undefined>>,
    return: async () => {
      closed++;
      return { done: true as const, value: undefined };
    },
  };
  for await (const { kind } of gzipMembers(source)) {
    expect(kind).toBe('block');
    await until(() => reads.length === 0);
    break;
  }
  expect(closed).toBe(1);
});
