/**
 * What an ftp URL says in the terms of FTP: RFC 1738 §3.2.
 */

/** The port of the control connection where none is given. */
const FTP_PORT = 21;

export interface FtpPlace {
  readonly hostname: string;
  readonly port: number;
  /** The file, from the directory that the login leads to. */
  readonly path: string;
}

/**
 * Where the file of an ftp URL is.
 *
 * @returns null if its path cannot be said to a server: it decodes to a line's end or to no text, or it is empty
 */
export function ftpPlace(url: URL): FtpPlace | null {
  // `;type=i` says how to transfer, which is settled here.
  const written = url.pathname.slice(1).replace(/;type=[aid]$/i, '');
  let path: string;
  try {
    path = decodeURIComponent(written);
  } catch {
    return null;
  }
  if (path === '' || UNSPEAKABLE.test(path)) return null;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  return { hostname, port: url.port === '' ? FTP_PORT : Number(url.port), path };
}

/** What would end a command (RFC 959 §5.3), and other control characters with it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const UNSPEAKABLE = /[\x00-\x1f\x7f]/;
