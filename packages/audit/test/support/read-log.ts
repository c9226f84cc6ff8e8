/** Reads a log in memory. */
import type { LogRequest } from '../../src/formats/log-request.js';
import { LogCounts } from '../../src/logs/log-reader.js';
import { logRequests } from '../../src/logs/log-requests.js';

export interface ReadLog {
  readonly requests: LogRequest[];
  readonly counts: LogCounts;
}

/** @param chunkOctets cuts the log into chunks of this many octets */
export async function readLog(
  log: string | Uint8Array,
  { format, chunkOctets = Infinity }: { format?: string; chunkOctets?: number } = {},
): Promise<ReadLog> {
  const octets = Buffer.from(log as string);
  const chunks: Buffer[] = [];
  const step = Math.min(chunkOctets, Math.max(1, octets.length));
  for (let at = 0; at < octets.length; at += step) chunks.push(octets.subarray(at, at + step));
  const counts = new LogCounts();
  const requests: LogRequest[] = [];
  for await (const one of logRequests(chunks, { format, counts })) requests.push(one);
  return { requests, counts };
}
