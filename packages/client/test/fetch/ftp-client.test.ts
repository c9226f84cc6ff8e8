/** How the FTP client is loaded and set up. */
import { expect, test } from 'vitest';
import { createFtpClient } from '../../src/fetch/ftp-client.js';

/** A package whose client records its options. */
function packageThatRecords() {
  const calls: unknown[][] = [];
  class Client {
    constructor(...options: unknown[]) {
      calls.push(options);
    }
  }
  return { calls, load: async () => ({ Client }) as never };
}

test('no data connection may go to another host, whatever the default of the package is', async () => {
  const { calls, load } = packageThatRecords();
  await createFtpClient(7000, load);
  expect(calls).toEqual([[7000, { allowSeparateTransferHost: false, maxListingBytes: 0 }]]);
});

test('the installed package makes a client that is not connected', async () => {
  const client = await createFtpClient(7000);
  expect(client.closed).toBe(true);
});

test.each([
  [
    'is not installed',
    Object.assign(new Error("Cannot find package 'basic-ftp' imported from /app/main.js"), {
      code: 'ERR_MODULE_NOT_FOUND',
    }),
    'is not installed; run: npm install basic-ftp',
  ],
  [
    'is not installed, in a bundle of CommonJS,',
    Object.assign(new Error("Cannot find module 'basic-ftp'"), { code: 'MODULE_NOT_FOUND' }),
    'is not installed; run: npm install basic-ftp',
  ],
  [
    'fails with another code',
    Object.assign(new Error("no 'basic-ftp' here"), { code: 'EACCES' }),
    "could not be loaded: no 'basic-ftp' here",
  ],
  [
    'lacks a package of its own',
    Object.assign(new Error("Cannot find package 'other' imported from basic-ftp"), {
      code: 'ERR_MODULE_NOT_FOUND',
    }),
    "could not be loaded: Cannot find package 'other' imported from basic-ftp",
  ],
  ['throws an error', new SyntaxError('Unexpected token'), 'could not be loaded: Unexpected token'],
  ['throws anything else', 'broken', 'could not be loaded: broken'],
  ['throws nothing', undefined, 'could not be loaded: undefined'],
])('a package that %s is the fault ftp-client-missing', async (_, error, problem) => {
  await expect(createFtpClient(7000, () => Promise.reject(error))).rejects.toMatchObject({
    code: 'ftp-client-missing',
    message: `An ftp URL needs the package basic-ftp, which ${problem}`,
    cause: error,
  });
});
