/** Servers on loopback that send exactly what a test gives them, octet for octet, and keep track of their connections. */
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { until } from './sockets.js';

/** What a server does with a request: the connection, the request as it came, and how many came before it. */
export type Reply = (socket: Socket, request: string, index: number) => void;

export type Certificate = 'self-signed' | 'expired';

export interface PeerOptions {
  /** An address of loopback: 127.0.0.1 unless given; others are other hosts. */
  readonly host?: string;
  /** Speaks TLS, with one of the certificates of `fixtures`. */
  readonly certificate?: Certificate;
  /** Is called with each connection before anything is read. */
  readonly onConnection?: (socket: Socket) => void;
}

const FIXTURES = fileURLToPath(new URL('../../fetch/fixtures/', import.meta.url));

/** A certificate of `fixtures`; the `self-signed` one is good for localhost, other.test, 127.0.0.1 and 127.0.0.2. */
export function pem(certificate: Certificate, part: 'key' | 'crt'): string {
  return readFileSync(`${FIXTURES}${certificate}.${part}`, 'utf8');
}

export class Peer {
  /** Requests as they came: request line and headers. */
  readonly requests: string[] = [];
  /** Connections made so far. */
  connections = 0;
  readonly #server: Server;
  readonly #scheme: string;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, scheme: string) {
    this.#server = server;
    this.#scheme = scheme;
  }

  /** Starts one; it ends with the test. */
  static async start(reply: Reply, options: PeerOptions = {}): Promise<Peer> {
    const { host = '127.0.0.1', certificate, onConnection } = options;
    const server =
      certificate === undefined
        ? createServer()
        : createTlsServer({ key: pem(certificate, 'key'), cert: pem(certificate, 'crt') });
    const peer = new Peer(server, certificate === undefined ? 'http' : 'https');
    server.on('connection', (socket: Socket) => peer.#connected(socket));
    server.on(certificate === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
      socket.on('error', () => {});
      onConnection?.(socket);
      peer.#serve(socket, reply);
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    onTestFinished(() => peer.stop());
    return peer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get host(): string {
    return (this.#server.address() as AddressInfo).address;
  }

  /** `http://127.0.0.1:1234` */
  get origin(): string {
    return `${this.#scheme}://${this.host}:${this.port}`;
  }

  get robotsUrl(): string {
    return `${this.origin}/robots.txt`;
  }

  /** Connections that are open. */
  get open(): number {
    return this.#sockets.size;
  }

  /**
   * Waits until there has been a connection and every one is closed. A client may have closed its own before the server
   * learns of it.
   */
  async closed(): Promise<void> {
    await until(() => this.connections > 0 && this.open === 0);
  }

  /** Resets every connection. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #connected(socket: Socket): void {
    this.connections++;
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #serve(socket: Socket, reply: Reply): void {
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
        const request = received.slice(0, end);
        received = received.slice(end + 4);
        this.requests.push(request);
        reply(socket, request, this.requests.length - 1);
      }
    });
  }
}

/** The head of an answer. */
export function head(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  version = '1.1',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/${version} ${status} Said so\r\n${lines.join('')}\r\n`;
}

/** A whole answer, its length declared. */
export function answer(
  status: number,
  body: string | Uint8Array = '',
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const octets = Buffer.from(body as string);
  const length = status === 204 || status === 304 ? {} : { 'Content-Length': String(octets.length) };
  return Buffer.concat([Buffer.from(head(status, { ...length, ...headers }), 'latin1'), octets]);
}

/** Sends the same response to every request. */
export function always(...whole: Parameters<typeof answer>): Reply {
  return (socket) => socket.write(answer(...whole));
}

/** Sends these octets and closes the connection. */
export function ending(octets: string | Uint8Array): Reply {
  return (socket) => socket.end(octets);
}

/** Writes without end, as fast as it is read, until the connection closes. Returns how much was written. */
export function flood(socket: Socket, next: () => Uint8Array): void {
  const pump = (): void => {
    while (!socket.destroyed && socket.write(next()));
  };
  socket.on('drain', pump);
  pump();
}

/** The path of a request. */
export function pathOf(request: string): string {
  return request.split(' ')[1];
}

/** A request's header. */
export function headerOf(request: string, name: string): string | undefined {
  const line = request.split('\r\n').find((text) => text.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}
