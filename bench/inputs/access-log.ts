/** An access log as sites have it: browsers, a hundred and more bots, and many paths. */

const BROWSERS = 300;
const BOTS = 130;

/** The share of requests that are of bots, and of their requests those for robots.txt and for what is forbidden. */
const BOT_SHARE = 0.4;
const ROBOTS_SHARE = 0.02;
const FORBIDDEN_SHARE = 0.2;

/** The rules of the site: `/private/` is forbidden, and all of it to GPTBot. */
export const SITE_ROBOTS =
  'User-agent: *\nDisallow: /private/\nDisallow: /*?id=1\n\nUser-agent: GPTBot\nDisallow: /\n';

/** Lines of the Combined Log Format, as many as are asked for, the same each time. */
export function accessLog(lines: number): Buffer {
  const random = numbersFrom(1);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const browsers = Array.from(
    { length: BROWSERS },
    (_, i) =>
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (i % 40)}.0.${i}.0 Safari/537.36`,
  );
  const names = Array.from(
    { length: BOTS },
    (_, i) => `Example${String.fromCharCode(65 + (i % 26), 97 + i / 26)}Bot`,
  );
  const bots = ['GPTBot', 'bingbot', 'Googlebot', 'CCBot', ...names].map(
    (name) => `Mozilla/5.0 (compatible; ${name}/1.0; +https://example.com/bot)`,
  );
  const chunks: string[] = [];
  for (let i = 0; i < lines; i++) {
    const userAgent = random() < BOT_SHARE ? pick(bots) : pick(browsers);
    const kind = random();
    const path =
      kind < ROBOTS_SHARE
        ? '/robots.txt'
        : kind < FORBIDDEN_SHARE
          ? `/private/report-${Math.floor(random() * 20_000)}.html`
          : `/blog/2026/${Math.floor(random() * 50_000)}/a-long-title-of-a-page?colour=red`;
    const address = Array.from({ length: 4 }, () => Math.floor(random() * 255)).join('.');
    const time = new Date(Date.UTC(2026, 9, 1) + i * 900).toISOString();
    const clock = `${time.slice(8, 10)}/Oct/2026:${time.slice(11, 19)} +0000`;
    chunks.push(
      `${address} - - [${clock}] "GET ${path} HTTP/1.1" 200 ${Math.floor(random() * 60_000)} "https://www.example.com/somewhere/else" "${userAgent}"\n`,
    );
  }
  return Buffer.from(chunks.join(''));
}

/** Numbers from 0 to 1, the same for each seed (Numerical Recipes). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
