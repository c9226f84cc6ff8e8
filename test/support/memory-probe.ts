/**
 * Loaded into a process with `--import`, for a test that started it with an IPC channel: answers each message with the octets that
 * are reachable.
 */
import { reachableOctets } from './reachable.js';

process.on('message', async () => process.send?.(await reachableOctets()));
// It keeps no process from ending.
process.channel?.unref();
