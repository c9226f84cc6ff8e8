/**
 * A test loads this into a process with `--import`, and starts the process with an IPC channel. It answers each message with
 * the number of reachable octets.
 */
import { reachableOctets } from './reachable.js';

process.on('message', async () => process.send?.(await reachableOctets()));
// The channel does not keep the process alive.
process.channel?.unref();
