/**
 * The server and file that an ftp URL names: RFC 1738 §3.2.
 */
import { bareHostname } from './bare-hostname.js';

/** The default port of the control connection. */
const FTP_PORT = 21;

export interface FtpPlace {
  readonly hostname: string;
  readonly port: number;
  /** The file, relative to the directory after the login. */
  readonly path: string;
}

/**
 * The place of the file that an ftp URL names.
 *
 * @returns null if its path cannot be sent as an argument: it is empty, is not valid UTF-8, or contains control characters
 */
export function ftpPlace(url: URL): FtpPlace | null {
  // `;type=i` is the transfer type. This client always uses the binary one.
  const written = url.pathname.slice(1).replace(/;type=[aid]$/i, '');
  let path: string;
  try {
    path = decodeURIComponent(written);
  } catch {
    return null;
  }
  if (path === '' || UNSPEAKABLE.test(path)) return null;
  return { hostname: bareHostname(url), port: url.port === '' ? FTP_PORT : Number(url.port), path };
}

/** Control characters, some of which would end a command (RFC 959 §5.3). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const UNSPEAKABLE = /[\x00-\x1f\x7f]/;
