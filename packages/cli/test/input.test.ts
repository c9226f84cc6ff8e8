/** Inputs that are kept in memory as a whole. */
import { expect, test } from 'vitest';
import { InputError } from '../../command-line/src/exit.js';
import { wholeInput } from '../src/input.js';

const MIB = new Uint8Array(1024 * 1024);

/** The same chunk again and again, so that the test itself needs no memory. */
async function* endless(counted: () => void): AsyncGenerator<Uint8Array, void> {
  for (;;) {
    counted();
    yield MIB;
  }
}

test('an input that never ends is refused, and read no further than the limit', async () => {
  let read = 0;
  const octets = endless(() => read++);
  const refusal = wholeInput({ name: '/dev/zero', octets }, 8 * MIB.length);
  await expect(refusal).rejects.toThrow(
    '/dev/zero: the file is too large; at most 8388608 bytes are expected',
  );
  await expect(refusal).rejects.toBeInstanceOf(InputError);
  expect(read).toBe(9);
});

test('the octets of all chunks are kept, in order', async () => {
  async function* octets(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.from('ab');
    yield new Uint8Array();
    yield Buffer.from('c');
  }
  expect((await wholeInput({ name: 'list', octets: octets() }, 3)).toString()).toBe('abc');
});
