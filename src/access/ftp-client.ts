/**
 * The FTP client, which is an optional peer dependency: basic-ftp.
 */
import type { Client } from 'basic-ftp';
import { AccessError } from './faults.js';

/**
 * A client that is not connected.
 *
 * @param timeoutMs the limit for an idle socket. The time limits of a fetch are shorter, but cannot reach a data connection
 *   that is being made while the client is closed
 * @throws {AccessError} (rejects) `ftp-client-missing` if basic-ftp is not installed
 */
export async function createFtpClient(timeoutMs: number): Promise<Client> {
  let basicFtp: typeof import('basic-ftp');
  try {
    basicFtp = await import('basic-ftp');
  } catch (error) {
    throw new AccessError(
      'ftp-client-missing',
      'An ftp URL is fetched by the package basic-ftp, which is not installed: npm install basic-ftp',
      { cause: error },
    );
  }
  // The data connection must go to the host that was checked.
  return new basicFtp.Client(timeoutMs, { allowSeparateTransferHost: false, maxListingBytes: 0 });
}
