/** What the entry points without sockets and files do, in short, on whatever runs them. Prints `core: ok`. */
import { isAllowed, lineEvents, parse, parseSync, RobotsError, robotsFromResponse } from 'robotstream';
import { differences, reachOf } from 'robotstream/compare';
import { crawlerReport } from 'robotstream/crawlers';
import { readLicense } from 'robotstream/license';
import { fix, lint } from 'robotstream/lint';
import { pageDirectives } from 'robotstream/page';
import * as web from 'robotstream/web';

const FILE = 'User-agent: *\r\nDisallow: /caf\u00e9\nAllow: /caf\u00e9/*.html$\n# end';
const octets = new TextEncoder().encode(FILE);

/** The file in chunks of one octet. */
async function* trickle() {
  for (const octet of octets) yield Uint8Array.of(octet);
}

const ask = { agents: 'FooBot' };
const stream = new ReadableStream({
  start(controller) {
    controller.enqueue(octets);
    controller.close();
  },
});
for (const document of [
  parseSync(octets),
  parseSync(FILE),
  await parse(trickle()),
  await parse(stream),
  await parse(new Response(FILE)),
  (await robotsFromResponse(new Response(FILE))).document,
]) {
  const verdict = document.matcher(ask).check('https://example.com/caf%C3%A9');
  expectSame([verdict.allowed, verdict.rule?.line, verdict.reason], [false, 2, 'disallow-rule']);
  expectSame(document.matcher(ask).isAllowed('/caf\u00e9/1.html'), true);
}
expectSame((await robotsFromResponse(new Response(null, { status: 503 }))).meaning, 'disallow-all');
expectSame(isAllowed(octets, '/caf\u00e9', ask), false);
const types = [];
for await (const { type } of lineEvents(trickle())) types.push(type);
expectSame(types, ['start', 'user-agent', 'disallow', 'allow', 'comment', 'end']);

// Every entry point takes what the others make.
const document = parseSync(FILE);
expectSame(lint(document).findings, lint(web.parseSync(FILE)).findings);
expectSame(fix(document).fixed, []);
expectSame(crawlerReport(document, ['FooBot']).length, 1);
const matcher = document.matcher(ask);
expectSame(reachOf(matcher).extent, 'something');
expectSame(differences(matcher, web.parseSync(octets).matcher(ask)).opens, []);
expectSame(web.RobotsError === RobotsError, true);
const headers = { 'x-robots-tag': 'noindex' };
expectSame((await pageDirectives({ ...ask, headers })).noindex, true);
const refusal = await readLicense('<rsl/>').catch(({ code }) => code);
expectSame(['xml-package-missing', 'license-invalid'].includes(refusal), true);
console.log('core: ok');

function expectSame(actual, expected) {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value));
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}
