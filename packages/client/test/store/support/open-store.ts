/** The store that needs a package, and domains, for a bundle that is loaded where none is installed. Used by `missing-package.test.ts`. */
export { domainOf } from '../../../src/pacing/turn-key.js';
export { redisStore } from '../../../src/store/redis-store.js';
