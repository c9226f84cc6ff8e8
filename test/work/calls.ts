/** Every public function that has something to do with a file, as programs call it. The readers that are services read as the engine does. */
import * as compare from '../../src/compare/index.js';
import robotsParser from '../../src/compat/robots-parser.js';
import * as crawlers from '../../src/crawlers/index.js';
import * as core from '../../src/index.js';
import * as linting from '../../src/lint/index.js';
import * as pages from '../../src/page/index.js';
import * as readers from '../../src/readers/index.js';

/** A file that is asked about, as octets and as a document that nothing has asked before. */
export interface AskedFile {
  readonly octets: Uint8Array;
  document(): core.RobotsDocument;
}

type Call = (file: AskedFile) => unknown;

const AGENT = 'FooBot';
const URL_OF_FILE = '/a/b?c=d';

const matcherOf = ({ document }: AskedFile, agents = AGENT) => document().matcher({ agents });
const ofDocument =
  (call: (document: core.RobotsDocument) => unknown): Call =>
  ({ document }) =>
    call(document());

async function passed(iterable: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of iterable);
}

export const CALLS: Readonly<Record<string, Call>> = {
  parse: ({ octets }) => core.parse([octets]),
  parseSync: ({ octets }) => core.parseSync(octets),
  isAllowed: ({ octets }) => core.isAllowed(octets, URL_OF_FILE, { agents: AGENT }),
  fileKind: ({ octets }) => core.fileKind(octets),
  robotsFromResponse: ({ octets }) => core.robotsFromResponse(new Response(new Uint8Array(octets))),
  lineEvents: ({ octets }) => passed(core.lineEvents([octets])),
  lineEventBatches: ({ octets }) => passed(core.lineEventBatches([octets])),
  LineParser: ({ octets }) => {
    const parser = new core.LineParser();
    for (const _ of [...parser.write(octets), ...parser.end()]);
  },
  LineTransform: ({ octets }) => passed(new core.LineTransform().end(octets)),
  LineTransformStream: ({ octets }) =>
    passed(new Response(new Uint8Array(octets)).body?.pipeThrough(new core.LineTransformStream()) as never),
  lineDiagnostics: ofDocument((document) => Array.from(document.lines(), core.lineDiagnostics)),
  stringify: ofDocument(core.stringify),
  contentUsageOfHeader: ({ octets }) => core.contentUsageOfHeader(new TextDecoder().decode(octets)),
  productTokens: ({ octets }) => core.productTokens(new TextDecoder().decode(octets)),
  'RobotsDocument.toJSON': ofDocument((document) => JSON.stringify(document)),
  'what a RobotsDocument has': ofDocument((document) => [
    document.comments,
    document.diagnostics,
    document.groupsUnder('koster-1996'),
    document.groupAt(document.lineCount),
    document.records('host'),
    document.otherRecords,
    document.sitemaps,
    document.cleanParams,
  ]),
  'what a RobotsDocument says to a crawler': ofDocument((document) => [
    document.selectAgent([AGENT, 'BarBot']),
    document.crawlDelay(AGENT),
    document.requestRate(AGENT),
    document.visitTime(AGENT),
    document.usage(AGENT, URL_OF_FILE),
  ]),
  'RobotsDocument.matchers': ofDocument((document) =>
    document.matchers([AGENT, 'BarBot', '*']).map((matcher) => matcher.isAllowed(URL_OF_FILE)),
  ),
  'Matcher.isAllowed': (file) => matcherOf(file).isAllowed(URL_OF_FILE),
  'Matcher.check': (file) => matcherOf(file).check(URL_OF_FILE).rule,
  'Matcher.explain': (file) => JSON.stringify(matcherOf(file).explain(URL_OF_FILE)),
  reachOf: (file) => compare.reachOf(matcherOf(file)),
  restrictionOf: (file) => compare.restrictionOf(matcherOf(file)),
  ruleUses: (file) => compare.ruleUses(matcherOf(file)),
  differences: (file) => compare.differences(matcherOf(file), matcherOf(file, 'BarBot')),
  patternWords: ofDocument((document) => {
    const rule = document.groups[0]?.rules[0];
    if (rule !== undefined) compare.patternWords(rule);
  }),
  crawlerDifferences: ({ document }) =>
    crawlers.crawlerDifferences({ document: document() }, { document: document() }),
  crawlerReport: ofDocument((document) => crawlers.crawlerReport(document, [AGENT, 'Googlebot'])),
  crawlersNamedIn: ofDocument((document) => crawlers.crawlersNamedIn([{ document }])),
  lint: ofDocument((document) => linting.lint(document)),
  fix: ofDocument((document) => linting.fix(document)),
  readings: ofDocument((document) => readers.readings(document, URL_OF_FILE, { agents: AGENT })),
  lineReadings: ofDocument((document) => readers.lineReadings(document, { agents: AGENT })),
  pageDirectives: ({ octets }) => pages.pageDirectives({ agents: AGENT, html: octets }),
  'pageDirectives of a header': ({ octets }) =>
    pages.pageDirectives({ agents: AGENT, headers: { 'X-Robots-Tag': new TextDecoder().decode(octets) } }),
  'robots-parser': ({ octets }) => {
    const robot = robotsParser('https://example.com/robots.txt', new TextDecoder().decode(octets));
    robot.isAllowed(`https://example.com${URL_OF_FILE}`, AGENT);
    robot.getCrawlDelay(AGENT);
  },
  ...Object.fromEntries(
    Object.entries(readers.READERS)
      .filter(([name]) => /\d$/.test(name))
      .map(([name, profile]): [string, Call] => [
        `the reader ${name}`,
        ({ document }) => document().matcher({ agents: AGENT, profile }).check(URL_OF_FILE).rule,
      ]),
  ),
};

/** Exported functions that read no file: names, statuses, settings. */
export const OF_NO_FILE: readonly string[] = [
  ...'RobotsError accessByPurpose accessOf combineContentUsage crawler crawlersOf'.split(' '),
  ...'defineProfile findCrawler pageReader pageUsage robotsUrl sameScope writeRobots'.split(' '),
];
