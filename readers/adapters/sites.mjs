/** Sites for programs that read robots.txt only while they crawl: a proxy on loopback that is every site. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { questions, writeAnswer, writeError } from './questions.mjs';

/** The page that links to all sites, where a crawl can start. */
export const START = 'http://start.test/';

/** The path of a page of each site that has only its link, for programs that do not know the file of another site when they see its link. */
export const ENTRY = '/entry-of-the-site.html';

/** How many sites one crawl has. */
const SITES_EACH = 1_000;

const ENTITIES = { '&': 'amp', '"': 'quot', '<': 'lt', '>': 'gt' };

const ORIGIN = /^http:\/\/example\.com(?=[/?#]|$)/;

/** No page can have these in a link: a program trims them, or reads another character. */
const NOT_IN_LINKS = /[\0-\x20\x7f]|\p{Surrogate}/u;

/**
 * Answers all questions. Each file with each URL is a site of its own, so that every request says which question it belongs to. Whichever crawler is
 * asked about, the program has its own name.
 *
 * @param {(proxy: string, hosts: string[]) => Promise<ReadonlySet<string>>} crawl starts at START or at the ENTRY of every host, through the proxy at
 * `host:port`, and says for which hosts the program reports that robots.txt forbids the link
 */
export async function answerByCrawling(crawl) {
  const sites = new Map();
  const asked = [];
  for await (const { id, body, url } of questions()) {
    const key = `${url}\n${body.toString('latin1')}`;
    let site = sites.get(key);
    if (site === undefined) {
      site = { host: `s${sites.size}.test`, body, url, requests: [] };
      sites.set(key, site);
    }
    asked.push({ id, site });
  }
  const all = [...sites.values()].filter(({ url }) => ORIGIN.test(url) && !NOT_IN_LINKS.test(url));
  for (let from = 0; from < all.length; from += SITES_EACH) {
    await judge(all.slice(from, from + SITES_EACH), crawl);
  }
  for (const { id, site } of asked) {
    if (site.allowed === undefined)
      writeError(id, 'not-asked', 'The program does not ask about this URL as it stands.');
    else writeAnswer(id, site.allowed);
  }
}

async function judge(sites, crawl) {
  const byHost = new Map(sites.map((site) => [site.host, site]));
  const page = pageOf(sites.map(linkTo));
  const server = createServer(({ url }, response) => {
    const [, host = '', target = ''] = /^http:\/\/([^/]+)(.*)$/.exec(url) ?? [];
    const site = byHost.get(host);
    if (target !== ENTRY) site?.requests.push(url);
    if (host === 'start.test') answer(response, 'text/html; charset=utf-8', page);
    else if (target === ENTRY && site !== undefined)
      answer(response, 'text/html; charset=utf-8', pageOf([linkTo(site)]));
    else answer(response, 'text/plain', target === '/robots.txt' && site !== undefined ? site.body : 'x');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const forbidden = await crawl(`127.0.0.1:${server.address().port}`, [...byHost.keys()]);
  server.closeAllConnections();
  server.close();
  for (const site of sites) site.allowed = verdict(site, forbidden.has(site.host));
}

/** A link is judged if the file was read; a permitted one is requested, too. The two have to agree. */
function verdict({ host, requests }, isForbidden) {
  const [first, ...others] = requests;
  if (first !== `http://${host}/robots.txt`) return undefined;
  if (isForbidden) return others.length === 0 ? false : undefined;
  return others.length > 0 ? true : undefined;
}

function linkTo({ host, url }) {
  return url.replace(ORIGIN, `http://${host}`);
}

function pageOf(links) {
  const escaped = links.map((link) => link.replace(/[&"<>]/g, (sign) => `&${ENTITIES[sign]};`));
  return `<!doctype html><title>Links</title>\n${escaped.map((link) => `<a href="${link}">x</a>`).join('\n')}\n`;
}

function answer(response, type, body) {
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}
