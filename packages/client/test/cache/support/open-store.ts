/** The stores that need packages, and domains, for a bundle that is loaded where none is installed. Used by `missing-packages.test.ts`. */
export { domainOf } from '../../../src/cache/domain.js';
export { redisStore } from '../../../src/cache/redis-store.js';
export { sqliteStore } from '../../../src/cache/sqlite-store.js';
