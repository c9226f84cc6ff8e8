import { BlockList } from 'node:net';
import { afterEach, beforeEach, vi } from 'vitest';

/** Addresses of this machine that count as public while the tests of {@link usePublicLoopback} run. */
export const [PUBLIC, ALSO_PUBLIC] = ['127.0.0.2', '127.0.0.3'];

/** In the tests of this file, two loopback addresses are on no list of special addresses. */
export function usePublicLoopback(): void {
  const { check } = BlockList.prototype;
  beforeEach(() => {
    vi.spyOn(BlockList.prototype, 'check').mockImplementation(function (this: BlockList, address, family) {
      const isListed = address !== PUBLIC && address !== ALSO_PUBLIC;
      return isListed && check.call(this, address as string, family as 'ipv4');
    });
  });
  afterEach(() => void vi.restoreAllMocks());
}
