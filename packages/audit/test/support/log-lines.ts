/** Lines of the Combined Log Format, and requests, for tests. */
import type { LogRequest } from '../../src/formats/log-request.js';

export const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36';

export interface Parts {
  readonly time?: string | number | Date;
  readonly path?: string;
  readonly userAgent?: string;
  readonly address?: string;
  readonly status?: number;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `24/Nov/2026:10:00:00 +0000` */
export function clfTime(time: string | number | Date): string {
  const [, year, month, day, clock] = /^(\d+)-(\d+)-(\d+)T(\d+:\d+:\d+)/.exec(
    new Date(time).toISOString(),
  ) as RegExpExecArray;
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${clock} +0000`;
}

/** A line of the Combined Log Format, without its end. */
export function combined({
  time = '2026-11-24T10:00:00Z',
  path = '/',
  userAgent = GPTBOT,
  address = '192.0.2.7',
  status = 200,
}: Parts = {}): string {
  return `${address} - - [${clfTime(time)}] "GET ${path} HTTP/1.1" ${status} 512 "-" "${userAgent}"`;
}

/** A request as a log has it. */
export function request({
  time = 0,
  path = '/',
  userAgent = GPTBOT,
  address = '192.0.2.7',
  status = 200,
}: Parts = {}): LogRequest {
  return {
    time: new Date(time).getTime(),
    address,
    host: '',
    method: 'GET',
    target: path,
    status,
    userAgent,
  };
}
