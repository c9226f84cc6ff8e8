/**
 * A connection as undici's HTTP/1.1 client sees it.
 *
 * undici 7 does not limit the octets that surround a body, treats `100 Continue` as an error, and accepts a body as
 * complete if the connection is reset. This class between undici and the socket corrects all three.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { AccessError } from '../faults.js';
import { InterimResponses } from './http-exchange.js';

/** A connection that serves one request. Destroying it destroys the socket. */
export class Http1Socket extends Duplex {
  /**
   * Null once it is destroyed. undici gives each connection an object with a getter, and V8 keeps the function of a getter, with all that it
   * reaches, until the next full collection: the connection itself must not be among that.
   */
  #socket: Socket | null;
  readonly #interim: InterimResponses;
  /** How many octets may still arrive. */
  #octetsLeft: number;

  /**
   * @param socket an established connection that nothing has been read from
   * @param maxOctets how many octets the whole response may take, headers and framing included
   * @param maxInterimOctets how many octets one interim response may take
   */
  constructor(socket: Socket, maxOctets: number, maxInterimOctets: number) {
    super();
    this.#socket = socket;
    this.#octetsLeft = maxOctets;
    this.#interim = new InterimResponses(maxInterimOctets);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk, maxOctets));
    socket.on('end', () => {
      this.push(this.#interim.rest());
      this.push(null);
    });
    // With any other code, undici would treat the error as the end of a body that ends with its connection.
    socket.on('error', (error) =>
      this.destroy(new Error(`connection lost: ${error.message}`, { cause: error })),
    );
    socket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _write(
    chunk: Uint8Array,
    _encoding: BufferEncoding,
    callback: (error?: Error | null) => void,
  ): void {
    if (this.#socket === null) callback(new Error('the connection was closed'));
    else this.#socket.write(chunk, callback);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#socket?.destroy();
    this.#socket = null;
    callback(error);
  }

  #receive(chunk: Buffer, maxOctets: number): void {
    this.#octetsLeft -= chunk.length;
    if (this.#octetsLeft < 0) {
      const message = `The response takes more than ${maxOctets} octets, headers and framing included`;
      this.destroy(new AccessError('malformed-response', message));
      return;
    }
    const octets = this.#interim.skip(chunk);
    if (octets === null) {
      this.destroy(
        new AccessError(
          'malformed-response',
          'There are too many interim responses, or one has too many headers',
        ),
      );
    } else if (!this.push(octets)) {
      this.#socket?.pause();
    }
  }
}
