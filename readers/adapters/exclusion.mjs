/** The npm package exclusion: the octets as UTF-8, and the path and query of the URL as WHATWG's parser has them, which it leaves to its users. */
import { RobotsTxt } from 'exclusion';
import { answerEach } from './questions.mjs';

let parsed;
let robots;

await answerEach((body, agent, url) => {
  if (body !== parsed) {
    robots = new RobotsTxt(body.toString('utf8'));
    parsed = body;
  }
  const { pathname, search } = new URL(url);
  return robots.isPathAllowed(pathname + search, agent);
});
