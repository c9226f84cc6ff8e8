/** What the page of `robotstream inspect` opens with. */
import { expect, test } from 'vitest';
import { foundInFile } from '../../src/inspect/found.js';

/** The limit of the page, which test/inspector/files.slow.test.ts tests. */
const MAX_FILE_OCTETS = 8 * 1024 * 1024;

/** A file of NULs. */
function fileOf(octets: number) {
  return {
    name: 'robots.txt',
    octets: (async function* () {
      yield new Uint8Array(octets);
    })(),
  };
}

test('the command opens files as large as the page does, and no larger ones', async () => {
  const { octets } = await foundInFile(fileOf(MAX_FILE_OCTETS));
  expect(octets).toHaveLength(Math.ceil((MAX_FILE_OCTETS * 4) / 3));
  await expect(foundInFile(fileOf(MAX_FILE_OCTETS + 1))).rejects.toThrow('the file is too large');
});
