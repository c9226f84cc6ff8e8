/** A process that audits a log made on the fly, with a name and a path in each line that no other has, and writes how much memory it takes. */
import { auditLogs } from '../../src/index.js';
import { combined } from './log-lines.js';

export interface Request {
  /** How many lines the log has. */
  readonly lines: number;
}

export interface Report {
  readonly lines: number;
  /** The most resident memory until a quarter of the log is read, and until its end, in octets. */
  readonly earlyOctets: number;
  readonly mostOctets: number;
}

const OCTETS_A_KIB = 1024;
const CHUNK_LINES = 1000;
const LETTERS = 'abcdefghij';

const mostResident = () => process.resourceUsage().maxRSS * OCTETS_A_KIB;

const { lines } = JSON.parse(process.argv[2] ?? '') as Request;
let earlyOctets = 0;

async function* log(): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < lines; at += CHUNK_LINES) {
    const chunk = Array.from({ length: CHUNK_LINES }, (_, i) => {
      const name = String(at + i).replaceAll(/\d/g, (digit) => LETTERS.charAt(Number(digit)));
      const userAgent = i % 2 === 0 ? `${name}bot/1.0 (+https://example.com/)` : `GPTBot/1.${at + i}`;
      return `${combined({ time: (at + i) * 1000, path: `/private/${at + i}?${name}`, userAgent })}\n`;
    });
    yield Buffer.from(chunk.join(''));
    if (at < lines / 4) earlyOctets = mostResident();
  }
}

const { lines: read } = await auditLogs([{ name: 'log', open: log }], {
  robots: 'User-agent: *\nDisallow: /private/\n',
  signal: new AbortController().signal,
});
const report: Report = { lines: read, earlyOctets, mostOctets: mostResident() };
console.log(JSON.stringify(report));
