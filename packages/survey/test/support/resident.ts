/** A process that surveys an archive made on the fly, and writes how much memory it takes. */
import { gzipSync } from 'node:zlib';
import { survey } from '../../src/survey.js';
import { capture, record, response, sha1 } from './warc-writer.js';

export interface Request {
  /** How many octets the archive has. */
  readonly octets: number;
  /** Whether each record is a member of gzip. */
  readonly isGzip: boolean;
}

export interface Report {
  readonly octets: number;
  readonly captures: number;
  /** The most resident memory until a quarter of the archive is read, and until its end, in octets. */
  readonly earlyOctets: number;
  readonly mostOctets: number;
}

const OCTETS_A_KIB = 1024;
const CHUNK_OCTETS = 64 * OCTETS_A_KIB;
/** A file of about 16 KiB. */
const RULES = `User-agent: *\n${Array.from({ length: 500 }, (_, i) => `Disallow: /private/folder-${i}/\n`).join('')}`;

const mostResident = () => process.resourceUsage().maxRSS * OCTETS_A_KIB;

/** Records that have nothing in common by which a reader could remember them, and revisits of some. */
function* records(): Generator<Buffer, void> {
  for (let i = 0; ; i++) {
    const body = `# ${i}\n${RULES}`;
    yield capture(`site-${i}.example`, body);
    const fields = { 'WARC-Payload-Digest': sha1(body) };
    const again = { url: `https://again-${i}.example/robots.txt`, id: `<urn:uuid:again-${i}>`, fields };
    if (i % 8 === 0) yield record({ type: 'revisit', ...again, content: response('') });
  }
}

const request = JSON.parse(process.argv[2] ?? '') as Request;
const report = { octets: 0, captures: 0, earlyOctets: 0 };

async function* archive(): AsyncGenerator<Uint8Array, void> {
  let parts: Buffer[] = [];
  let waiting = 0;
  for (const one of records()) {
    const part = request.isGzip ? gzipSync(one, { level: 1 }) : one;
    parts.push(part);
    waiting += part.length;
    if (waiting < CHUNK_OCTETS) continue;
    yield Buffer.concat(parts);
    report.octets += waiting;
    parts = [];
    waiting = 0;
    if (report.octets < request.octets / 4) report.earlyOctets = mostResident();
    if (report.octets >= request.octets) return;
  }
}

const agents = ['GPTBot', 'ExampleBot'];
for await (const { table, row } of survey(archive(), { agents, tables: ['captures', 'verdicts'] })) {
  if (table === 'faults') throw new Error(JSON.stringify(row));
  if (table === 'captures') report.captures++;
}
console.log(JSON.stringify({ ...report, mostOctets: mostResident() } satisfies Report));
