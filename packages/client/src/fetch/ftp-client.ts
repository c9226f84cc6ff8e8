/**
 * The FTP client, which is an optional peer dependency: basic-ftp.
 */
import type { Client } from 'basic-ftp';
import { AccessError } from './faults.js';
import { isMissingPackage } from './missing-package.js';

/** The part of basic-ftp that is used. */
type BasicFtp = Pick<typeof import('basic-ftp'), 'Client'>;

/**
 * A client that is not connected.
 *
 * @param timeoutMs the limit for an idle socket. The time limits of a fetch are shorter, but cannot end a data connection
 *   that is being made while the client is closed
 * @param load imports the package
 * @throws {AccessError} (rejects) `ftp-client-missing` if basic-ftp is not installed, or cannot be loaded
 */
export async function createFtpClient(
  timeoutMs: number,
  load: () => Promise<BasicFtp> = () => import('basic-ftp'),
): Promise<Client> {
  const basicFtp = await load().catch((error: unknown) => {
    throw new AccessError(
      'ftp-client-missing',
      `An ftp URL needs the package basic-ftp, which ${problemOf(error)}`,
      {
        cause: error,
      },
    );
  });
  // The data connection must go to the host that was checked. No listing is ever requested.
  return new basicFtp.Client(timeoutMs, { allowSeparateTransferHost: false, maxListingBytes: 0 });
}

function problemOf(error: unknown): string {
  return isMissingPackage(error, 'basic-ftp')
    ? 'is not installed; run: npm install basic-ftp'
    : `could not be loaded: ${error instanceof Error ? error.message : String(error)}`;
}
