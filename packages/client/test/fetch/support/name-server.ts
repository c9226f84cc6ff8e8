/** A name server on loopback, over UDP, that answers by a script. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { onTestFinished } from 'vitest';

/** The answer for a name; `silence` for none. */
export type DnsReply =
  | 'silence'
  | 'nxdomain'
  | 'servfail'
  | 'refused'
  | {
      /** A promise delays the answer. */
      readonly a?: readonly string[] | Promise<readonly string[]>;
      readonly aaaa?: readonly string[] | 'silence' | 'servfail';
      /** The names of an address. */
      readonly ptr?: readonly string[];
      readonly ttl?: number;
      /** Default: `ttl`. */
      readonly aaaaTtl?: number;
    };

const RESPONSE_CODE = { nxdomain: 3, servfail: 2, refused: 5 } as const;
const TYPE_A = 1;
const TYPE_PTR = 12;
const TYPE_AAAA = 28;
const CLASS_IN = 1;

const TYPES = { A: TYPE_A, AAAA: TYPE_AAAA, PTR: TYPE_PTR, other: 0 } as const;

/** A `firstTryMs` with which no question is repeated, however slow the machine is: tests count the questions. */
export const NEVER_AGAIN_MS = 60 * 60_000;

export interface DnsQuestion {
  readonly name: string;
  readonly type: 'A' | 'AAAA' | 'PTR' | 'other';
}

export class NameServer {
  readonly questions: DnsQuestion[] = [];
  readonly #socket: Socket;
  readonly #answers: (name: string) => DnsReply;

  private constructor(socket: Socket, answers: (name: string) => DnsReply) {
    this.#socket = socket;
    this.#answers = answers;
    socket.on('message', (message, from) => void this.#reply(message, from));
  }

  /** Starts one; it ends with the test. */
  static async start(answers: (name: string) => DnsReply): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(socket, answers);
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      await new Promise<void>((resolve) => socket.close(resolve));
    });
    return server;
  }

  /** Its address and port, as `setServers` takes them. */
  get address(): string {
    const { address, port } = this.#socket.address();
    return `${address}:${port}`;
  }

  /** How often it was asked for a name. */
  asked(name: string): number {
    return this.questions.filter((question) => question.name === name).length;
  }

  async #reply(query: Buffer, from: RemoteInfo): Promise<void> {
    const { question, end } = readQuestion(query);
    this.questions.push(question);
    const reply = this.#answers(question.name);
    if (reply === 'silence') return;
    if (typeof reply === 'string') {
      this.#send(query, end, RESPONSE_CODE[reply], [], from);
      return;
    }
    const { a = [], aaaa = [], ptr = [], ttl = 60, aaaaTtl = ttl } = reply;
    if (question.type === 'AAAA' && aaaa === 'silence') return;
    if (question.type === 'AAAA' && aaaa === 'servfail') {
      this.#send(query, end, RESPONSE_CODE.servfail, [], from);
      return;
    }
    const ipv4 = question.type === 'A' ? await a : [];
    const data = {
      A: ipv4.map(ipv4Octets),
      AAAA: [aaaa].flat().map(ipv6Octets),
      PTR: ptr.map(nameOctets),
      other: [],
    }[question.type];
    const records = data.map((octets) =>
      record(octets, question.type === 'AAAA' ? aaaaTtl : ttl, TYPES[question.type]),
    );
    this.#send(query, end, 0, records, from);
  }

  #send(
    query: Buffer,
    end: number,
    code: number,
    records: readonly Buffer[],
    { port, address }: RemoteInfo,
  ): void {
    const header = Buffer.from(query.subarray(0, 12));
    // A response, recursion desired and available.
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt16BE(0, 8);
    header.writeUInt16BE(0, 10);
    this.#socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address);
  }
}

/** The first question of a message (RFC 1035 §4.1.2). */
function readQuestion(message: Buffer): { question: DnsQuestion; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (message[at] !== 0) {
    const next = at + 1 + message[at];
    labels.push(message.toString('latin1', at + 1, next));
    at = next;
  }
  const type = message.readUInt16BE(at + 1);
  const name = labels.join('.').toLowerCase();
  const known = (['A', 'AAAA', 'PTR'] as const).find((one) => TYPES[one] === type);
  return { question: { name, type: known ?? 'other' }, end: at + 5 };
}

/** A record for the name in the question. */
function record(octets: Buffer, ttl: number, type: number): Buffer {
  const head = Buffer.alloc(12);
  // A pointer to the name of the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(octets.length, 10);
  return Buffer.concat([head, octets]);
}

/** A name as labels (RFC 1035 §4.1.2). */
function nameOctets(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.of(0)]);
}

function ipv4Octets(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

function ipv6Octets(address: string): Buffer {
  const [start, end = ''] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - start.length - end.length).fill('0');
  const groups = [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16));
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
