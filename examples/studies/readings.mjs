/** How published studies read a robots.txt. README.md says where the definitions are. */

const RECORD = /^([a-z0-9_-]+)\s*:\s*([^\u2028\u2029]*)$/;
const COUNTED_AS_RULES = new Set(['allow', 'disallow', 'crawl-delay', 'noindex', 'other']);

/**
 * The Web Almanac: the agents of a file in lower case, and whether rules follow the lines that name them.
 *
 * @param {string} text
 * @returns {Map<string, boolean>}
 */
export function readAsAlmanac(text) {
  const found = new Map();
  let agents = [];
  let last = '';
  for (const line of withoutComments(text).trim().toLowerCase().split('\n')) {
    if (line === '') continue;
    const [, type = 'other', value = ''] = RECORD.exec(line) ?? [];
    const agent = value.trim();
    if (type === 'user-agent') {
      if (!found.has(agent)) found.set(agent, false);
      agents = last === type ? [...agents, agent] : [agent];
    } else if (COUNTED_AS_RULES.has(type)) for (const name of agents) found.set(name, true);
    last = type;
  }
  return found;
}

/** A comment begins with a # at the start of a line or after white space, which goes with it. */
function withoutComments(text) {
  return text
    .split(/[\r\n]+/)
    .map(withoutComment)
    .join('\n');
}

function withoutComment(line) {
  for (let at = line.indexOf('#'); at !== -1; at = line.indexOf('#', at + 1))
    if (at === 0 || /\s/.test(line[at - 1])) return line.slice(0, at).trimEnd();
  return line;
}

/** A record with a name that the study of Common Crawl knows: the value ends before a CR and a comment. */
const KNOWN_LINE =
  /^\s*(user-agent|disallow|allow|crawl-delay|sitemap|clean-param|host|noindex)\s*:\s*([^\r#]*)/i;
const HTML_START = /^(?:<html|<!doctype html)\b/i;

/**
 * Common Crawl: what the rules of each agent allow, as the agent is written; nothing of a file that begins like HTML. Once there was a rule, each user-agent line
 * begins a group, also one that follows another.
 *
 * @param {Uint8Array} octets
 * @returns {Map<string, 'disallow-all' | 'allow-all' | 'allow-part'>}
 */
export function readAsCommonCrawl(octets) {
  const lines = Buffer.from(octets)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split('\n');
  const rules = new Map();
  if (HTML_START.test(lines[0])) return rules;
  let active = new Set();
  let wasRule = false;
  for (const line of lines) {
    const [, name = '', written = ''] = KNOWN_LINE.exec(line) ?? [];
    const value = written.trim().replace(/\s+/g, ' ');
    const directive = name.toLowerCase();
    if (directive === 'user-agent') active = wasRule ? new Set([value]) : active.add(value);
    if (directive !== 'allow' && directive !== 'disallow') continue;
    wasRule = true;
    for (const agent of active) rules.set(agent, [...(rules.get(agent) ?? []), `${directive} ${value}`]);
  }
  return new Map([...rules].map(([agent, its]) => [agent, classOf(its)]));
}

const ALLOWS_ALL = new Set(['disallow ', 'allow ', 'allow /', 'allow *', 'allow /*']);

/** Only one line alone is all or nothing. */
function classOf(rules) {
  if (rules.length !== 1) return 'allow-part';
  if (rules[0] === 'disallow /') return 'disallow-all';
  return ALLOWS_ALL.has(rules[0]) ? 'allow-all' : 'allow-part';
}

/** A path that no file has. */
const DUMMY = '/dummy-testing-path-54321';

/**
 * IMC'25: the paths that the classifier tries beside `/`: the second word of each line with `allow: `, or what is between its first two colons.
 *
 * @param {string} text
 */
export function pathsToTry(text) {
  const paths = new Set();
  for (const line of text.split('\n')) {
    const lower = line.toLowerCase();
    const path = lower.includes('allow: ')
      ? line.trim().split(/\s+/)[1]
      : lower.includes('allow:')
        ? line.split(':')[1]
        : undefined;
    if (path !== undefined && path !== '/') paths.add(path);
  }
  return paths.add(DUMMY);
}

/**
 * IMC'25: how much is refused, by a parser's answers about these paths.
 *
 * @param {(url: string) => boolean} isAllowed
 * @param {ReadonlySet<string>} paths
 * @returns {'all' | 'some' | 'none'}
 */
export function judge(isAllowed, paths) {
  const root = isAllowed('https://example.com/');
  for (const path of paths)
    if (isAllowed(`https://example.com${path.replace(/\$$/, '')}`) !== root) return 'some';
  return root ? 'none' : 'all';
}
