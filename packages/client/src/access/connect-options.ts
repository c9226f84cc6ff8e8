/**
 * How connections are made without a dispatcher.
 */
import type { TcpNetConnectOpts } from 'node:net';
import type { ConnectionOptions as TlsOptions } from 'node:tls';

/** How a connection is made: options of `net.connect` and `tls.connect`, except the host and the port. */
export type ConnectOptions = Omit<
  Partial<TcpNetConnectOpts> & TlsOptions,
  'host' | 'port' | 'path' | 'socket' | 'signal' | 'timeout' | 'ALPNProtocols' | 'servername' | 'onread'
>;
