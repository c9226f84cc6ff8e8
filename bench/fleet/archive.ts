/** The inputs of a fleet run as a crawler archives them: a request, a response and its metadata for each capture, each in its own gzip member. */
import { response, sha1 } from '../../packages/survey/test/support/warc-writer.js';
import { compressed, member, type Piece, stored } from './gzip-pieces.js';
import { type Answer, capturesOf, type Plan } from './plan.js';

/** Makes inputs. */
export interface Archives {
  /** The octets of an input. */
  octetsOf(input: number): Buffer;
}

const END = '\r\n\r\n';
const METADATA = `fetchTimeMs: 123\r\ncharset-detected: UTF-8\r\n\r\n`;

/** The part of a record that is the same for all captures with an answer: the last fields of its header, and the content. */
function fixedPart(fields: Readonly<Record<string, string>>, content: Uint8Array): Piece {
  const header = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return compressed(
    Buffer.concat([
      Buffer.from(`${header.join('')}Content-Length: ${content.length}\r\n\r\n`),
      content,
      Buffer.from(END),
    ]),
  );
}

function responsePart({ status, headers, body }: Answer): Piece {
  return fixedPart(
    {
      'WARC-Type': 'response',
      'WARC-Payload-Digest': sha1(body),
      'WARC-Identified-Payload-Type': 'text/x-robots',
      'Content-Type': 'application/http; msgtype=response',
    },
    response(body, { status, headers: { ...headers, 'Content-Length': `${body.length}` } }),
  );
}

export function archivesOf(plan: Plan, answers: readonly Answer[]): Archives {
  const responses = answers.map(responsePart);
  const request = fixedPart(
    { 'WARC-Type': 'request', 'Content-Type': 'application/http; msgtype=request' },
    Buffer.from(
      'GET /robots.txt HTTP/1.0\r\nUser-Agent: ExampleBot/1.0\r\nAccept: text/plain,*/*\r\nConnection: close\r\n\r\n',
    ),
  );
  const metadata = fixedPart(
    { 'WARC-Type': 'metadata', 'Content-Type': 'application/warc-fields' },
    Buffer.from(METADATA),
  );
  return {
    octetsOf: (input) => {
      const chunks: Uint8Array[] = [];
      let number = 0;
      for (const { url, fetchedAt, answer } of capturesOf(plan, input, answers.length)) {
        const date = `${new Date(fetchedAt).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
        const id = `${input}-${number++}`;
        const fields = (type: string) =>
          stored(
            `WARC/1.0\r\nWARC-Record-ID: <urn:uuid:${type}-${id}>\r\nWARC-Date: ${date}\r\nWARC-Target-URI: ${url}\r\nWARC-Concurrent-To: <urn:uuid:request-${id}>\r\n`,
          );
        chunks.push(
          ...member([fields('request'), request]),
          ...member([fields('response'), responses[answer] as Piece]),
          ...member([fields('metadata'), metadata]),
        );
      }
      return Buffer.concat(chunks);
    },
  };
}
