/** The real packages that the adapters make obey, in versions for the Node that runs the tests. */
import { installAside } from '../../../../../test/support/aside.js';

const [nodeMajor] = process.versions.node.split('.').map(Number);

/** From its version 15 on, got needs Node 22, and its promises cannot be cancelled. */
const isLatestGot = nodeMajor >= 22;

export const GOT_AND_CRAWLEE = installAside(isLatestGot ? 'crawlee-got-16' : 'crawlee-got-14');

/** How a call of got can be given up. */
export const WAYS_TO_LEAVE_GOT = isLatestGot ? (['abort'] as const) : (['abort', 'cancel'] as const);

export const NODE_FETCH = installAside('node-fetch');
