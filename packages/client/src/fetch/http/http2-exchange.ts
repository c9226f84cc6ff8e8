/**
 * An HTTP/2 request on its own connection, by Node's own client.
 *
 * undici 7 speaks HTTP/2 as well, but accepts a body as complete if the server ends it with RST_STREAM. A file that is cut
 * short allows what its missing lines disallow.
 */
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import type { Socket } from 'node:net';
import { type HeaderValues, parseRawHeaders } from '../exchange.js';
import { AccessError, type AccessFault } from '../faults.js';
import { HttpExchange, type HttpRequest, MIN_STATUS } from '../http-exchange.js';
import type { OctetLimits, Stage, TimeLimits } from '../limits.js';

/**
 * How often the octets that have arrived are counted, in milliseconds. Padding and frames of unknown types never become
 * events, so counting is the only way to notice a server that sends nothing else.
 */
const COUNT_INTERVAL_MS = 50;

/** Node's errors for a server that violates the protocol. */
const PROTOCOL_ERROR =
  /ERR_HTTP2_(?:ERROR|TOO_MANY|HEADER|INVALID)|NGHTTP2_(?:PROTOCOL|COMPRESSION|FRAME_SIZE)_ERROR/;

export class Http2Exchange extends HttpExchange {
  readonly #socket: Socket;
  readonly #octetLimits: OctetLimits;
  #session: ClientHttp2Session | null = null;
  #counting: NodeJS.Timeout | undefined;

  /** @param socket an established connection on which HTTP/2 was agreed; it is closed with the exchange */
  constructor(request: HttpRequest, limits: TimeLimits, socket: Socket, octetLimits: OctetLimits) {
    super(request, limits);
    this.#socket = socket;
    this.#octetLimits = octetLimits;
  }

  protected override send(): void {
    const { url, headers } = this.request;
    this.enter('headers');
    this.#counting = setInterval(() => this.#count(), COUNT_INTERVAL_MS).unref();
    this.#session = connect(url.origin, {
      createConnection: () => this.#socket,
      settings: { enablePush: false, maxHeaderListSize: this.#octetLimits.maxHeaderOctets },
    });
    this.#session.on('error', (error) => this.fail(error));
    this.#listen(this.#session.request({ ':path': url.pathname + url.search, ...headers }));
  }

  protected override disconnect(): void {
    clearInterval(this.#counting);
    this.#session?.destroy();
    this.#socket.destroy();
  }

  protected override faultOf(error: unknown, stage: Stage): AccessError {
    if (error instanceof AccessError) return error;
    const { code = '', message = String(error) } = error as { code?: unknown; message?: string };
    const isMalformed = PROTOCOL_ERROR.test(String(code)) || PROTOCOL_ERROR.test(message);
    const beforeBody: AccessFault = isMalformed ? 'malformed-response' : 'connection-reset';
    const fault = stage === 'body' ? 'body-cut-off' : beforeBody;
    return new AccessError(fault, `${this.request.url.href}: ${message}`, { cause: error });
  }

  #listen(stream: ClientHttp2Stream): void {
    stream.on('response', ({ ':status': status = 0, ...headers }, _flags, ...rest: unknown[]) => {
      if (status < MIN_STATUS) {
        this.failAsMalformed(`the status is ${status}`);
        return;
      }
      // Node keeps the first of several lines of some headers only; the list that it passes as well has them all.
      const [lines] = rest;
      const all = Array.isArray(lines) ? parseRawHeaders(lines) : (headers as HeaderValues);
      const { maxHeaderOctets } = this.#octetLimits;
      if (octetsOf(all) > maxHeaderOctets) {
        this.failAsMalformed(`the headers have more than ${maxHeaderOctets} octets`);
        return;
      }
      this.receiveHeaders(status, all);
    });
    stream.on('headers', () => this.countInterim());
    stream.on('data', (chunk: Uint8Array) => this.receiveData(chunk));
    const end = watchedEnd(stream);
    stream.on('end', () => {
      if (this.stage === 'body' && end.isBySender) this.#complete();
      else this.fail(new Error(`the stream was reset (${stream.rstCode})`));
    });
    stream.on('error', (error) => this.fail(error));
    stream.on('close', () => this.fail(new Error(`the stream was closed (${stream.rstCode})`)));
    // After a frame that is too large, a session of Node 20.19 does not notice that its connection is closed.
    this.#socket.once('close', () => {
      setImmediate(() => {
        if (!end.isBySender) this.fail(new Error('the connection was closed'));
      });
    });
  }

  #complete(): void {
    this.receiveEnd();
    this.disconnect();
  }

  #count(): void {
    const { maxOctets } = this.#octetLimits;
    if (this.#socket.bytesRead <= maxOctets) return;
    this.failAsMalformed(`the response takes more than ${maxOctets} octets, headers and framing included`);
  }
}

/** How many octets the names and values of headers have. `maxHeaderListSize` does not limit the first response of a connection. */
function octetsOf(headers: HeaderValues): number {
  let octets = 0;
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values ?? []].flat()) octets += name.length + value.length;
  }
  return octets;
}

/**
 * Whether the body ends because the server says so (END_STREAM) or because the stream or its connection is closed. Node
 * ends the readable stream in both cases. But a closed stream is marked as closed before it ends, and one that the
 * server ends is still open at that moment. Only `push` is called then: the event `end` comes later, when both are closed.
 */
function watchedEnd(stream: ClientHttp2Stream): { readonly isBySender: boolean } {
  const end = { isBySender: false };
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) end.isBySender ||= !stream.closed;
    return push(chunk, encoding);
  };
  return end;
}
