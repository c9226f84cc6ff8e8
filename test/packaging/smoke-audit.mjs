/** An audit of three requests. Prints `audit: ok`. */
import { audit, logRequests } from '@robotstream/audit';

const line = (second, path) =>
  `192.0.2.7 - - [24/Nov/2026:10:00:0${second} +0000] "GET ${path} HTTP/1.1" 200 512 "-" "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)"\n`;
const log = new Blob([line(0, '/robots.txt'), line(5, '/blog/'), line(9, '/private/report')]);

const { crawlers } = await audit(logRequests(log.stream()), {
  robots: 'User-agent: *\nDisallow: /private/\n',
});
const found = crawlers.map(({ crawler, requests, disallowed, ...rest }) => [
  crawler,
  requests,
  disallowed,
  rest.class,
]);
const expected = [['GPTBot', 2, 1, 'disobeys-after-asking']];
if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(JSON.stringify(found));
console.log('audit: ok');
