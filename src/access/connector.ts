/**
 * How connections are made: a connector for undici's agents that checks the very address it connects to.
 */
import {
  connect as connectTcp,
  isIP,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { connect as connectTls, type ConnectionOptions as TlsOptions } from 'node:tls';
import type { buildConnector } from 'undici';
import { type AddressPolicy, addressCheck, guardedLookup, refusedAddress } from './addresses.js';
import { AccessError } from './faults.js';

/** How a connection is made: of the options of `net.connect` and `tls.connect`, those that do not say to whom. */
export type ConnectOptions = Omit<
  Partial<TcpNetConnectOpts> & TlsOptions,
  'host' | 'port' | 'path' | 'socket' | 'signal' | 'timeout' | 'ALPNProtocols' | 'servername' | 'onread'
>;

/**
 * A connector for an undici agent of the caller's own, that connects only to addresses of a policy:
 * `new Agent({ connect: addressGuard('public') })`.
 *
 * It speaks HTTP/1.1 and has no time limit; `fetchRobots` has.
 *
 * @param options how connections are made: `ca`, `lookup`, `localAddress`, …
 */
export function addressGuard(policy: AddressPolicy, options: ConnectOptions = {}): buildConnector.connector {
  return connector(policy, options, () => {});
}

/**
 * The connector.
 *
 * @param onSocket receives each socket before it is connected
 * @param beforeConnect receives the address that is connected to first; connecting waits for it
 */
export function connector(
  policy: AddressPolicy,
  options: ConnectOptions,
  onSocket: (socket: Socket) => void,
  beforeConnect: (address: string) => Promise<void> = async () => {},
): buildConnector.connector {
  const isAllowed = addressCheck(policy);
  const lookup = delayedLookup(guardedLookup(isAllowed, options.lookup), beforeConnect);
  const connectNow: buildConnector.connector = ({ hostname, port, protocol }, callback) => {
    const isTls = protocol === 'https:';
    const target = {
      ...options,
      host: hostname,
      port: Number(port) || (isTls ? HTTPS_PORT : HTTP_PORT),
      lookup,
      path: undefined,
      socket: undefined,
    } as TcpNetConnectOpts;
    const socket = isTls ? connectTls({ ...target, ...tlsTarget(hostname) }) : connectTcp(target);
    socket.setNoDelay(true);
    onSocket(socket);

    let isConnected = false;
    let isDone = false;
    const done = (error: Error | null): void => {
      if (isDone) return;
      isDone = true;
      if (error === null) callback(null, socket);
      else callback(error, null);
    };
    socket.once('connect', () => {
      isConnected = true;
    });
    socket.once(isTls ? 'secureConnect' : 'connect', () => done(null));
    socket.on('error', (error) => done(connectFault(error, hostname, isTls && isConnected)));
    socket.once('close', () => done(connectFault(new Error('closed'), hostname, isTls && isConnected)));
  };
  return (options, callback) => {
    const { hostname } = options;
    if (isIP(hostname) === 0) connectNow(options, callback);
    else if (!isAllowed(hostname)) queueMicrotask(() => callback(refusedAddress(hostname, [hostname]), null));
    else {
      beforeConnect(hostname).then(
        () => connectNow(options, callback),
        (error) => callback(error, null),
      );
    }
  };
}

/** A lookup whose first address is announced, and waited for, before it is returned. */
function delayedLookup(
  lookup: LookupFunction,
  beforeConnect: (address: string) => Promise<void>,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      const first = typeof found === 'string' ? found : found[0]?.address;
      if (error || first === undefined) callback(error, found, family);
      else {
        beforeConnect(first).then(
          () => callback(null, found, family),
          (reason) => callback(reason, []),
        );
      }
    });
  };
}

const HTTP_PORT = 80;
const HTTPS_PORT = 443;

/** An IP address is no server name (RFC 6066 §3); the certificate is compared with `host` then. */
function tlsTarget(hostname: string): Pick<TlsOptions, 'ALPNProtocols' | 'servername'> {
  return { ALPNProtocols: ['http/1.1'], servername: isIP(hostname) === 0 ? hostname : '' };
}

function connectFault(error: Error, hostname: string, isTlsUnderWay: boolean): AccessError {
  if (error instanceof AccessError) return error;
  return isTlsUnderWay
    ? new AccessError('tls-failed', `TLS with ${hostname} failed: ${error.message}`, { cause: error })
    : new AccessError('connect-failed', `No connection to ${hostname}: ${connectMessage(error)}`, {
        cause: error,
      });
}

/** What is to be read of an error; one of several attempts (RFC 8305) has no message of its own. */
function connectMessage(error: Error): string {
  return error instanceof AggregateError
    ? error.errors.map((e: Error) => e.message).join('; ')
    : error.message;
}
