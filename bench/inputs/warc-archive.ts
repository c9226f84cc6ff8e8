/** The corpus as a crawler archives it: a request, a response and its metadata for each file, each record in its own gzip member. */
import { members, record, response, sha1 } from '../../packages/survey/test/support/warc-writer.js';
import { filesNamed } from './file-sets.js';

export interface Archive {
  readonly octets: Uint8Array;
  /** How many captures it has. */
  readonly captures: number;
  /** The size of the records without compression. */
  readonly recordOctets: number;
}

export function warcArchive(): Archive {
  const { files } = filesNamed('all');
  const records = files.flatMap(({ origin, octets }, i) => {
    const common = { url: `${origin}/robots.txt`, date: '2026-11-01T00:00:00Z' };
    const id = (type: string) => `<urn:uuid:${type}-${i}>`;
    return [
      record({ ...common, type: 'request', id: id('request'), content: requestTo(origin) }),
      record({
        ...common,
        id: id('response'),
        fields: {
          'WARC-Concurrent-To': id('request'),
          'WARC-Payload-Digest': sha1(octets),
          'WARC-Identified-Payload-Type': 'text/x-robots',
          'Content-Type': 'application/http; msgtype=response',
        },
        content: response(octets, { headers: { ...HEADERS, 'Content-Length': `${octets.length}` } }),
      }),
      record({
        ...common,
        type: 'metadata',
        id: id('metadata'),
        fields: { 'WARC-Concurrent-To': id('response'), 'Content-Type': 'application/warc-fields' },
        content: 'fetchTimeMs: 123\r\ncharset-detected: UTF-8\r\n\r\n',
      }),
    ];
  });
  const recordOctets = records.reduce((sum, { length }) => sum + length, 0);
  return { octets: members(records), captures: files.length, recordOctets };
}

/** What servers send with a robots.txt. */
const HEADERS = {
  Date: 'Sun, 01 Nov 2026 00:00:00 GMT',
  Server: 'nginx',
  'Content-Type': 'text/plain; charset=utf-8',
  'Last-Modified': 'Thu, 01 Oct 2026 00:00:00 GMT',
  ETag: '"5f7519a0-1a3"',
  Connection: 'close',
};

function requestTo(origin: string): string {
  const host = new URL(origin).host;
  return `GET /robots.txt HTTP/1.1\r\nUser-Agent: ExampleBot/1.0\r\nAccept: text/plain,*/*\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
}
