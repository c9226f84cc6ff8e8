/** What needs packages that may not be installed. Prints `optional: ` and how each of them fails. */
import { fetchRobots, redisStore } from '@robotstream/client';

const settings = { userAgent: 'FooBot/1.0', addresses: 'any' };
const URL_OF_NOTHING = 'redis://127.0.0.1:1';

const close = async (opened) => {
  await opened.close();
  return 'loaded';
};
const ways = [
  async () => (await fetchRobots('ftp://127.0.0.1:1/', settings)).outcome,
  async () => close(await redisStore({ url: URL_OF_NOTHING })),
];
const ends = [];
for (const way of ways) ends.push(await way().catch((error) => error.code ?? `${error}`));
console.log(`optional: ${ends.join(', ')}`);
process.exit(); // a client of Redis tries to connect again
