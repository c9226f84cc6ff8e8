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
    if (i % 8 === 0) {
      const fields = { 'WARC-Payload-Digest': sha1(body) };
      yield record({
        type: 'revisit',
        url: `https://again-${i}.example/robots.txt`,
        id: `<urn:uuid:again-${i}>`,
        fields,
        content: response(''),
      });
    }
  }
}

async function* archive(
  { octets, isGzip }: Request,
  report: { earlyOctets: number },
): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  let parts: Buffer[] = [];
  let waiting = 0;
  for (const one of records()) {
    const part = isGzip ? gzipSync(one, { level: 1 }) : one;
    parts.push(part);
    waiting += part.length;
    if (waiting < CHUNK_OCTETS) continue;
    yield Buffer.concat(parts);
    length += waiting;
    parts = [];
    waiting = 0;
    if (length < octets / 4) report.earlyOctets = mostResident();
    if (length >= octets) return;
  }
}

const request = JSON.parse(process.argv[2] ?? '') as Request;
const early = { earlyOctets: 0 };
let captures = 0;
let octets = 0;
const source = archive(request, early);
async function* counted(): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of source) {
    octets += chunk.length;
    yield chunk;
  }
}
for await (const { table, row } of survey(counted(), {
  agents: ['GPTBot', 'ExampleBot'],
  tables: ['captures', 'verdicts'],
})) {
  if (table === 'faults') throw new Error(JSON.stringify(row));
  if (table === 'captures') captures++;
}
const report: Report = { octets, captures, ...early, mostOctets: mostResident() };
console.log(JSON.stringify(report));
