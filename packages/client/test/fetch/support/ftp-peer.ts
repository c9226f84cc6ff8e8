/** An FTP server on loopback that replies by a script. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { until } from './sockets.js';

/** A reply to a command, or what else to do; `null` for nothing. */
export type FtpReply = string | null | ((control: Socket, session: FtpSession) => void);

/** Replies by command, in upper case. `GREETING` is sent when a client connects. */
export type FtpScript = Readonly<Record<string, FtpReply>>;

/** One control connection. */
export interface FtpSession {
  readonly control: Socket;
  /** Waits for the data connection of this session. */
  data(): Promise<Socket>;
}

/** A server that accepts every login and has one file. */
export function serving(file: string | Uint8Array): FtpScript {
  return {
    GREETING: '220 ready',
    USER: '331 password',
    PASS: '230 in',
    TYPE: '200 binary',
    EPSV: (control, session) => void openData(control, session, 'epsv'),
    PASV: (control, session) => void openData(control, session, 'pasv'),
    RETR: async (control, session) => {
      const data = await session.data();
      control.write('150 here it comes\r\n');
      data.end(file);
      data.once('close', () => control.write('226 that was it\r\n'));
    },
    QUIT: (control) => control.end('221 bye\r\n'),
  };
}

export class FtpPeer {
  /** Commands as they came. */
  readonly commands: string[] = [];
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts one; it ends with the test. */
  static async start(script: FtpScript, host = '127.0.0.1'): Promise<FtpPeer> {
    const server = createServer();
    const peer = new FtpPeer(server);
    server.on('connection', (control) => peer.#serve(control, script));
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    onTestFinished(() => peer.stop());
    return peer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `ftp://${(this.#server.address() as AddressInfo).address}:${this.port}`;
  }

  get robotsUrl(): string {
    return `${this.origin}/robots.txt`;
  }

  /** Waits until there has been a connection and every one is closed, of control and of data. */
  async closed(): Promise<void> {
    await until(() => this.connections > 0 && this.#sockets.size === 0);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #serve(control: Socket, script: FtpScript): void {
    this.connections++;
    this.#watch(control);
    let resolveData: (socket: Socket) => void;
    const data = new Promise<Socket>((resolve) => {
      resolveData = resolve;
    });
    const session = {
      control,
      data: () => data,
      opened: (socket: Socket) => {
        this.#watch(socket);
        resolveData(socket);
      },
    };
    const say = (reply: FtpReply | undefined): void => {
      if (typeof reply === 'function') reply(control, session);
      else if (reply !== null) control.write(`${reply ?? '502 what?'}\r\n`);
    };
    say(script.GREETING);
    let received = '';
    control.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (let end = received.indexOf('\r\n'); end !== -1; end = received.indexOf('\r\n')) {
        const command = received.slice(0, end);
        received = received.slice(end + 2);
        this.commands.push(command);
        say(script[command.split(' ')[0].toUpperCase()]);
      }
    });
  }
}

/** Opens a server for the next data connection, and sends its address. */
function openData(control: Socket, session: FtpSession, how: 'epsv' | 'pasv'): void {
  const server = createServer((socket) => {
    server.close();
    (session as FtpSession & { opened(socket: Socket): void }).opened(socket);
  });
  control.once('close', () => server.close());
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    const pasv = `227 Entering Passive Mode (127,0,0,1,${port >> 8},${port & 255})`;
    control.write(how === 'epsv' ? `229 Entering Extended Passive Mode (|||${port}|)\r\n` : `${pasv}\r\n`);
  });
}
