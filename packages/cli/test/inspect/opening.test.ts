/** What the page of `robotstream inspect` opens with, and how `--open` opens it: no shell reads the address. */

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foundInFile } from '../../src/inspect/found.js';
import { openBrowser } from '../../src/inspect/open-browser.js';

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

describe.skipIf(process.platform !== 'linux')('openBrowser', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-open-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Puts an opener into the search path, opens an address, and returns what is written to standard error. */
  async function open(address: string, script: string | null): Promise<string> {
    const opener = join(folder, 'xdg-open');
    rmSync(opener, { force: true });
    if (script !== null) writeFileSync(opener, `#!/bin/sh\n${script}\n`);
    if (script !== null) chmodSync(opener, 0o755);
    const stderr = new PassThrough();
    openBrowser(address, { env: { PATH: folder }, stderr }).then(() => stderr.end());
    return text(stderr);
  }

  test('passes the address as one argument', async () => {
    const address = 'http://127.0.0.1:1/a$(id)`id`;b&c d"\'/';
    const seen = join(folder, 'seen');
    expect(await open(address, `printf '%s|' "$@" > ${seen}`)).toBe('');
    expect(readFileSync(seen, 'utf8')).toBe(`${address}|`);
  });

  test('notes that there is no opener, or that it fails', async () => {
    expect(await open('http://127.0.0.1:1/', null)).toMatch(/^robotstream: note: xdg-open .*ENOENT.*\n$/);
    expect(await open('http://127.0.0.1:1/', 'exit 3')).toMatch(/^robotstream: note: .*exit code 3.*\n$/);
  });
});
