/** The npm package robots-parser, as Crawlee calls it: the octets as UTF-8, and the file at the root of the site. */
import robotsParser from 'robots-parser';
import { answerEach } from './questions.mjs';

let parsed;
let robots;

await answerEach((body, agent, url) => {
  if (body !== parsed) {
    robots = robotsParser('http://example.com/robots.txt', body.toString('utf8'));
    parsed = body;
  }
  return robots.isAllowed(url, agent);
});
