/**
 * What reading a file costs, counted: calls that every step over octets or nodes makes, and memory retained. As JSON.
 *
 * Usage: node --expose-gc proportion.mjs FOLDER FAMILY LINES
 */
import { pathToFileURL } from 'node:url';

const [folder, family, linesGiven] = process.argv.slice(2);
const { isAllowed, parseSync } = await import(pathToFileURL(`${folder}/core.mjs`).href);

const lines = Number(linesGiven);
const repeated = (line) => Array.from({ length: lines }, (_, i) => line(i)).join('\n');

/** Files that are hard on whoever looks at each line for each line. */
const FAMILIES = {
  'user-agent lines, then rules': `${repeated((i) => `user-agent: a${i}`)}\n${repeated((i) => `disallow: /${i}`)}\n`,
  groups: repeated((i) => `user-agent: a${i}\ndisallow: /${i}`),
  'groups of one name': repeated((i) => `user-agent: a\ndisallow: /${i}`),
  'user-agent lines and extensions in turn': repeated((i) => `user-agent: a\ncrawl-delay: soon${i}`),
  'rules before any user-agent line': repeated((i) => `disallow: /${i}`),
  records: repeated((i) => `x${i}: ${i}`),
  comments: repeated((i) => `# ${i}`),
  'lines of one octet': repeated(() => 'a'),
  'blank lines and rules in turn': `user-agent: a\n${repeated((i) => `\ndisallow: /${i}`)}`,
};

const body = new TextEncoder().encode(FAMILIES[family]);

/** What is asked of a file, each on a document of its own. */
const QUESTIONS = {
  parse: (document) => document.lineCount,
  groups: (document) => document.groups.map(({ extensions }) => extensions),
  records: (document) => [document.otherRecords, document.sitemaps, document.comments],
  diagnostics: (document) => document.diagnostics,
  json: (document) => JSON.stringify(document),
  delay: (document) => document.crawlDelay('a'),
  verdict: (document) => document.matcher({ agents: 'a' }).isAllowed('/1/page'),
  groupsUnderKoster: (document) => document.groupsUnder('koster-1996').map(({ extensions }) => extensions),
};

const steps = {};
for (const [question, ask] of Object.entries(QUESTIONS))
  steps[question] = counted(() => ask(parseSync(body)));
steps.oneQuestion = counted(() => isAllowed(body, '/1/page', { agents: 'a' }));
console.log(JSON.stringify({ octets: body.length, steps, retained: retained() }));

/** How many calls are made of what reads octets four at a time, and of what every node and every decoding needs. */
function counted(run) {
  let calls = 0;
  const counting = [
    [DataView.prototype, 'getInt32'],
    [Uint8Array.prototype, 'subarray'],
    [TextDecoder.prototype, 'decode'],
    [Array.prototype, 'push'],
    [Map.prototype, 'get'],
    [Map.prototype, 'set'],
  ].map(([owner, name]) => {
    const original = owner[name];
    owner[name] = function (...args) {
      calls++;
      return original.apply(this, args);
    };
    return () => {
      owner[name] = original;
    };
  });
  run();
  for (const restore of counting) restore();
  return calls;
}

/** Octets that a document and all its nodes retain. */
function retained() {
  const held = [];
  const hold = () => {
    for (let i = 0; i < 8; i++) {
      const document = parseSync(body);
      held.push([document, document.groups.map(({ extensions }) => extensions), document.comments]);
    }
    globalThis.gc();
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  // The first calls also compile code, and release what that took.
  hold();
  hold();
  const once = hold();
  return (hold() - once) / 8;
}
