/**
 * The FTP client, which is an optional peer dependency: basic-ftp.
 */
import type { Client } from 'basic-ftp';
import { AccessError } from './faults.js';

/**
 * A client that is not connected.
 *
 * @param timeoutMs for a socket in which nothing happens; the limits of a fetch are shorter, but do not see a data
 *   connection that is still being made when the client is closed
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
  // A data connection to another host than the one that was checked is refused.
  return new basicFtp.Client(timeoutMs, { allowSeparateTransferHost: false, maxListingBytes: 0 });
}
