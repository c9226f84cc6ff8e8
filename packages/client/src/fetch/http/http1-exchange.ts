/**
 * An HTTP/1.1 request on its own connection, by Node's own client.
 *
 * undici 7 keeps several KB of memory for each connection until the next full garbage collection, which comes late in a process with a
 * large heap. It does not limit the octets that surround a body, either, and treats `100 Continue` as an error.
 */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import type { Socket } from 'node:net';
import { parseRawHeaders } from '../exchange.js';
import type { AccessError } from '../faults.js';
import { HttpExchange, type HttpRequest, MIN_STATUS } from '../http-exchange.js';
import type { OctetLimits, Stage, TimeLimits } from '../limits.js';
import { httpFault } from './dispatcher-exchange.js';

/**
 * Bun and Deno get this host, which nothing has (RFC 6761 §6.4). Old versions ignore `createConnection`, and would connect to an address that
 * was not checked. Node gets the host of the URL, because programs that trace requests show it.
 */
const NOWHERE = 'bun' in process.versions || 'deno' in process.versions ? 'connection.invalid' : undefined;

export class Http1Exchange extends HttpExchange {
  readonly #socket: Socket;
  readonly #octetLimits: OctetLimits;
  #response: IncomingMessage | null = null;
  #octets = 0;

  /** @param socket an established connection that nothing has been read from; it is closed with the exchange */
  constructor(request: HttpRequest, limits: TimeLimits, socket: Socket, octetLimits: OctetLimits) {
    super(request, limits);
    this.#socket = socket;
    this.#octetLimits = octetLimits;
  }

  protected override send(): void {
    const { url, headers } = this.request;
    this.enter('headers');
    const socket = this.#socket;
    if (socket.destroyed) {
      this.fail(new Error('the connection was closed'));
      return;
    }
    // These listeners are called before those of Node's client.
    socket.on('data', (chunk: Uint8Array) => this.#count(chunk.length));
    // Node would treat the error as the end of a body that ends with its connection.
    socket.on('error', (error) =>
      this.fail(new Error(`connection lost: ${error.message}`, { cause: error })),
    );
    const request = requestHttp({
      createConnection: () => socket,
      host: NOWHERE ?? url.hostname,
      port: url.port,
      setHost: false,
      path: url.pathname + url.search,
      headers: Object.assign({ host: url.host }, headers),
      maxHeaderSize: this.#octetLimits.maxHeaderOctets,
    });
    // Their octets are limited, and Node would drop the headers above its own limit.
    request.maxHeadersCount = 0;
    this.#listen(request);
    request.end();
  }

  protected override disconnect(): void {
    this.#socket.destroy();
  }

  protected override faultOf(error: unknown, stage: Stage): AccessError {
    return httpFault(error, stage, this.request.url.href);
  }

  #listen(request: ClientRequest): void {
    request.on('information', ({ httpVersion }) => {
      if (httpVersion === '1.0') this.failAsMalformed('an interim response of HTTP/1.0');
      else this.countInterim();
    });
    request.on('upgrade', () => this.failAsMalformed('the server changes the protocol'));
    request.on('response', (response) => this.#receive(response));
    request.on('error', (error) => {
      // What comes after the end of the response does not matter.
      if (this.#response?.complete !== true) this.fail(error);
    });
  }

  #receive(response: IncomingMessage): void {
    this.#response = response;
    const { statusCode = 0 } = response;
    if (statusCode < MIN_STATUS) {
      this.failAsMalformed(`the status is ${statusCode}`);
      return;
    }
    // The parser of Node 20.19 lets both this and interim responses of HTTP/1.0 pass.
    if (response.rawHeaders.some((text, nth) => nth % 2 === 0 && text === '')) {
      this.failAsMalformed('a header has no name');
      return;
    }
    this.receiveHeaders(statusCode, parseRawHeaders(response.rawHeaders));
    response.on('data', (chunk: Uint8Array) => this.receiveData(chunk));
    response.on('end', () => {
      this.receiveEnd();
      this.disconnect();
    });
    // A lost connection has failed the exchange already.
    response.on('error', () => this.fail(new Error('the connection ended within the body')));
  }

  #count(octets: number): void {
    const { maxOctets } = this.#octetLimits;
    this.#octets += octets;
    if (this.#octets <= maxOctets) return;
    this.failAsMalformed(`the response takes more than ${maxOctets} octets, headers and framing included`);
  }
}
