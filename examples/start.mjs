/**
 * The main job on realistic input: a robots.txt arrives over a socket in awkward chunks, is parsed as it arrives, and
 * decides about URLs for several crawlers. `npm start` builds the package and runs this.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { parse } from 'robotstream';
import { fetch } from 'undici';

/** A file like those in the wild: a byte order mark, CRLF, split groups, and lines with mistakes. */
const ROBOTS_TXT = `\ufeff# robots.txt of a café in Besançon, see https://café.example/robots-policy
User-agent: *
Disallow: /admin/
Disallow: /*?session=
Disallow: /*.pdf$
Allow: /menu/*.pdf$
Crawl-delay: 2.5

# These may visit more often and see the gallery.
User-agent: ExampleBot
User-agent: MJ12bot
Crawl-delay: 1
Disallow: /admin/
Disallow: /search
Allow: /search/about
Disallow: /go?to=https://partner.example/
Disallow: /carte/déjeuner
Request-rate: 1/5

User-agent: Googlebot
Disallow: /admin/
Disallowed: /drafts/
Allow: /gallery/index.html
Disallow: /gallery/
Disallow: /%7Estaff/

user-agent: examplebot   # again: both groups count
Dissallow: /tmp/

User-agent: GreedyBot/2.0
Disallow: /

Please be kind to our server
Disallow /old
Host: café.example
Clean-param: ref&utm_source /menu/
Sitemap: https://café.example/sitemap.xml
Sitemap: https://café.example/sitemap-images.xml
`.replaceAll('\n', '\r\n');

/** Lengths of the chunks in octets, repeated. */
const CHUNK_OCTETS = [1, 5, 8, 2];

const octets = new TextEncoder().encode(ROBOTS_TXT);
const cuts = cutsOf(octets.length);
const server = await serve(octets, cuts);
const url = `http://127.0.0.1:${server.address().port}/robots.txt`;

// ---- The job itself: fetch, parse, ask. -------------------------------------------------------------

const response = await fetch(url);
const robots = await parse(response.body);

title(`Reading ${url}`);
console.log(`  ${robots.size} octets in ${cuts.length + 1} chunks: ${awkwardness(octets, cuts)}`);
console.log(
  `  ${robots.lineCount} lines; byte order mark: ${robots.byteOrderMark}; truncated: ${robots.truncated}`,
);

title('What it says');
for (const { userAgents, rules, extensions } of robots.groups) {
  console.log(`  ${userAgents.map(({ name }) => name).join(', ')}`);
  const records = [
    ...rules.map(({ line, directive, pattern }) => [line, directive, pattern]),
    ...extensions.map(({ line, name, value }) => [line, name, value]),
  ];
  for (const record of records.sort(([a], [b]) => a - b)) row(...record);
}
console.log('  for everyone');
for (const { line, url: sitemap } of robots.sitemaps) row(line, 'sitemap', sitemap);
console.log(
  `  host: ${robots.host}; ExampleBot waits ${robots.crawlDelay('ExampleBot')} s, others wait ${robots.crawlDelay('*')} s`,
);

title('What is wrong with it');
for (const { line, severity, code } of robots.diagnostics) row(line, severity, code);

title('Who may fetch what (RFC 9309)');
judge('ExampleBot', ['/menu/today', '/search?q=tea', '/search/about', '/tmp/x', '/carte/d%C3%A9jeuner']);
judge('MJ12bot', ['/tmp/x', '/go?to=https%3A%2F%2Fpartner.example%2F']);
judge('GreedyBot', ['/menu/today', '/robots.txt']);
judge('AnyoneElse', ['/menu/today.pdf', '/wine.pdf', '/a/../admin/']);

title('Where the profiles google and rfc9309 differ for Googlebot');
const [strict, google] = ['rfc9309', 'google'].map((profile) =>
  robots.matcher({ agents: 'Googlebot', profile }),
);
for (const path of ['/menu/today', '/drafts/new', '/gallery/', '/~staff/', '/public/../admin/']) {
  const verdicts = [strict, google].map((matcher) => matcher.check(new URL(url).origin + path));
  if (verdicts[0].allowed === verdicts[1].allowed) continue;
  console.log(`  ${path}`);
  for (const { profile, explanation } of verdicts) console.log(`    ${profile.padEnd(7)}  ${explanation}`);
}

server.close();

// ---- Helpers. ------------------------------------------------------------------------------------------

function judge(agent, paths) {
  const matcher = robots.matcher({ agents: agent });
  console.log(`  ${agent}`);
  for (const path of paths) {
    console.log(`    ${path}\n      ${matcher.check(new URL(url).origin + path).explanation}`);
  }
}

function title(text) {
  console.log(`\n${text}`);
}

function row(line, name, value) {
  console.log(`    ${String(line).padStart(2)}  ${`${name}`.padEnd(12)}  ${value}`);
}

/** Serves a file as /robots.txt, each chunk in its own write. */
async function serve(file, cutOffsets) {
  const http = createServer(async (request, answer) => {
    if (request.url !== '/robots.txt') {
      answer.writeHead(404).end();
      return;
    }
    answer.writeHead(200, { 'content-type': 'text/plain' });
    answer.socket.setNoDelay(true);
    let start = 0;
    for (const end of [...cutOffsets, file.length]) {
      await new Promise((resolve) => answer.write(file.subarray(start, end), resolve));
      await new Promise(setImmediate);
      start = end;
    }
    answer.end();
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return http;
}

/** The offsets at which the file is cut. */
function cutsOf(length) {
  const offsets = [];
  for (let at = 0, i = 0; ; i++) {
    at += CHUNK_OCTETS[i % CHUNK_OCTETS.length];
    if (at >= length) return offsets;
    offsets.push(at);
  }
}

/** Counts what the cuts split. */
function awkwardness(file, cutOffsets) {
  const CR = 0x0d;
  const LF = 0x0a;
  const isIn = (first, last) => (octet) => octet >= first && octet <= last;
  const count = (splits) => cutOffsets.filter((cut) => splits(file[cut - 1], file[cut])).length;
  const isContinuation = isIn(0x80, 0xbf); // UTF-8
  const isLetter = (octet) => isIn(0x41, 0x5a)(octet) || isIn(0x61, 0x7a)(octet);
  const breaks = count((before, after) => before === CR && after === LF);
  const characters = count((_, after) => isContinuation(after));
  const words = count((before, after) => isLetter(before) && isLetter(after));
  return `${breaks} split a CRLF, ${characters} a character, ${words} a word`;
}
