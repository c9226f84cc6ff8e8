/** Servers on loopback that speak HTTP/2 frame by frame (RFC 9113 §4), by a script. */
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { answer, pem } from './peer.js';
import { until } from './sockets.js';

/** Frame types (RFC 9113 §6). */
export const DATA = 0;
export const HEADERS = 1;
export const RST_STREAM = 3;
export const SETTINGS = 4;
export const PUSH_PROMISE = 5;
export const PING = 6;
export const GOAWAY = 7;
export const CONTINUATION = 9;
export const ALTSVC = 10;

/** Flags. */
export const END_STREAM = 1;
export const ACK = 1;
export const END_HEADERS = 4;
export const PADDED = 8;

/** The stream of a client's first request. */
export const FIRST_STREAM = 1;

/** `:status: 200` (RFC 7541, Appendix A, index 8). */
export const STATUS_200 = Buffer.from([0x88]);

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array | string = '',
): Buffer {
  const octets = Buffer.from(payload as string);
  const head = Buffer.alloc(9);
  head.writeUIntBE(octets.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, octets]);
}

/** A header that is in no table, written literally (RFC 7541 §6.2.2). */
export function literalHeader(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    lengthOf(value),
    Buffer.from(value),
  ]);
}

/** A length as an integer with a prefix of seven bits, as HPACK has it. */
function lengthOf({ length }: string): Buffer {
  if (length < 127) return Buffer.from([length]);
  const octets = [127];
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) octets.push((rest % 128) + 128);
  return Buffer.from([...octets, rest]);
}

export function uint32(...numbers: number[]): Buffer {
  const octets = Buffer.alloc(4 * numbers.length);
  for (const [i, number] of numbers.entries()) octets.writeUInt32BE(number, 4 * i);
  return octets;
}

/** What a server does when the request has arrived. */
export type Http2Reply = (socket: TLSSocket) => void;

/** A server that answers each HTTP/2 connection by a script, and HTTP/1.1 with a file. */
export class Http2Peer {
  /** The protocols of the connections, in order. */
  readonly protocols: string[] = [];
  /** Connections made so far, with or without a TLS handshake. */
  #connections = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server;

  private constructor(reply: Http2Reply, file: string | null) {
    const options = { key: pem('self-signed', 'key'), cert: pem('self-signed', 'crt') };
    this.#server = createServer({ ...options, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
      socket.on('error', () => {});
      const protocol = String(socket.alpnProtocol);
      this.protocols.push(protocol);
      if (protocol === 'h2') serve(socket, reply);
      else if (file === null) socket.destroy();
      else socket.once('data', () => socket.end(answer(200, file)));
    });
    this.#server.on('connection', (socket: Socket) => {
      this.#connections++;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Starts one; it ends with the test. @param file what it sends over HTTP/1.1; null if it closes such connections */
  static async start(reply: Http2Reply, file: string | null): Promise<Http2Peer> {
    const peer = new Http2Peer(reply, file);
    await new Promise<void>((resolve) => peer.#server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      for (const socket of peer.#sockets) socket.destroy();
      await new Promise((resolve) => peer.#server.close(resolve));
    });
    return peer;
  }

  get origin(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Waits until there has been a connection and every one is closed. */
  async closed(): Promise<void> {
    await until(() => this.#connections > 0 && this.#sockets.size === 0);
  }
}

/** Octets of the connection preface (RFC 9113 §3.4) and of the client's settings; what comes after is the request. */
const PREFACE_OCTETS = 24;

function serve(socket: TLSSocket, reply: Http2Reply): void {
  let received = Buffer.alloc(0);
  let isReplied = false;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    let at = PREFACE_OCTETS;
    while (at + 9 <= received.length && !isReplied) {
      const end = at + 9 + received.readUIntBE(at, 3);
      if (received[at + 3] === HEADERS && end <= received.length) {
        isReplied = true;
        socket.write(Buffer.concat([frame(SETTINGS, 0, 0), frame(SETTINGS, ACK, 0)]));
        reply(socket);
      }
      at = end;
    }
  });
}
