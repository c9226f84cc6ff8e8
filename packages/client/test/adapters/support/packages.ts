/** The real packages that the adapters make obey, in versions for the Node that runs the tests. */
import { installAside } from '../../../../../test/support/aside.js';

const [nodeMajor] = process.versions.node.split('.').map(Number);

/** From its version 15 on, got needs Node 22. */
export const GOT_AND_CRAWLEE = installAside(nodeMajor >= 22 ? 'crawlee-got-16' : 'crawlee-got-14');
