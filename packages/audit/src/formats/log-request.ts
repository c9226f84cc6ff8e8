/**
 * What a line of a log says about a request, and what reads lines.
 */

/** A request, as the server wrote it down. A part that the log lacks is the empty string, or 0. */
export interface LogRequest {
  /** When it came: milliseconds since 1970-01-01T00:00:00Z. */
  readonly time: number;
  /** The address of the client. */
  readonly address: string;
  /** The host that was asked, in lower case and without a port. */
  readonly host: string;
  /** The method, such as `GET`. */
  readonly method: string;
  /**
   * The path with its query, beginning with `/`. Octets that are neither printable nor ASCII are percent-encoded. Empty if the line is
   * about something else, such as a connection without a request.
   */
  readonly target: string;
  /** The status of the response. */
  readonly status: number;
  /** The User-Agent header, without the escapes of the log. */
  readonly userAgent: string;
}

/** Reads the lines of one log, in order. */
export interface LineReader {
  /**
   * Reads a line, without its line ending.
   *
   * @returns undefined for a line that is about no request, such as a directive of W3C; null for one that cannot be read
   */
  read(octets: Buffer, start: number, end: number): LogRequest | null | undefined;
}

/** The parts of a request as a reader finds them, before they are made comparable. */
export interface RequestParts {
  readonly time: number;
  readonly address?: string | undefined;
  readonly host?: string | undefined;
  readonly method?: string | undefined;
  readonly target?: string | undefined;
  readonly status?: number | undefined;
  readonly userAgent?: string | undefined;
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** Makes a request of its parts. A target in absolute form (RFC 9112 §3.2.2) names the host. */
export function logRequest(parts: RequestParts): LogRequest {
  const { time, address = '', method = '', target = '', status = 0, userAgent = '' } = parts;
  const authority = target.startsWith('/') ? null : ABSOLUTE.exec(target);
  const rest = authority === null ? target : target.slice(authority[0].length);
  return {
    time,
    address,
    host: hostOf(authority?.[1] ?? parts.host ?? ''),
    method,
    target: pathOf(rest, authority !== null),
    status: status >= 100 && status <= 999 ? Math.trunc(status) : 0,
    userAgent,
  };
}

function pathOf(target: string, wasAbsolute: boolean): string {
  if (target.startsWith('/')) return target;
  return wasAbsolute ? `/${target}` : '';
}

/** A host without its port, in lower case; `-`, which logs write for none, is none. */
export function hostOf(authority: string): string {
  if (authority === '' || authority === '-') return '';
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** A request line of HTTP in its parts (RFC 9112 §3). The target may have spaces. */
export function requestLine(line: string): { method: string; target: string } {
  const first = line.indexOf(' ');
  if (first <= 0) return { method: '', target: '' };
  const last = line.lastIndexOf(' ');
  const end = last > first && line.startsWith('HTTP/', last + 1) ? last : line.length;
  return { method: line.slice(0, first), target: line.slice(first + 1, end) };
}
