/**
 * Everything about one URL, as a page for people.
 */
import type { AboutUrl, PageLicense } from '@robotstream/client';
import { wrap } from '../../../command-line/src/help.js';
import { excerpt, type Style, visible } from '../../../command-line/src/terminal.js';
import { namesText } from '../caller.js';

export interface PageView {
  readonly agent: string;
  /** How the crawler reads, such as `under rfc9309`. */
  readonly heading: string;
  readonly width: number;
}

/** A fact: its name, and any number of lines. */
type Row = readonly [name: string, lines: readonly Line[]];

/** A line, perhaps in a colour. One that begins with {@link DETAIL} is a detail of the line above. */
type Line = string | readonly [text: string, paint: (text: string) => string];

const DETAIL = '  ';

/** How many characters of a text from elsewhere are shown. */
const MAX_CHARACTERS = 300;

export function pageText(about: AboutUrl, { agent, heading, width }: PageView, style: Style): string {
  const { url, contradictions } = about;
  const rows: Row[] = [
    ['robots.txt', robotsLines(about, style)],
    ['response', responseLines(about, style)],
    ['page says', directiveLines(about)],
    ['canonical', [canonicalText(about)]],
    ['Content-Usage', usageLines(about, about.usage.contentUsage?.categories)],
    ['Content-Signal', usageLines(about, about.usage.contentSignal?.categories)],
    ['licenses', licenseLines(about, style)],
    ['TDMRep', tdmLines(about)],
  ];
  const closing = contradictions.map(
    ({ code, message }): Line => [`${code}: ${excerpt(message, MAX_CHARACTERS * 2)}`, style.bad],
  );
  return [
    `${style.bold(visible(url))}\nfor ${namesText([agent])}, ${heading}\n\n`,
    ...rows.map((row) => rowText(row, width, style)),
    '\n',
    rowText(['contradictions', closing.length > 0 ? closing : [['none', style.good]]], width, style),
  ].join('');
}

const NAME_WIDTH = 'Content-Signal'.length + 2;

/** A fact, its texts beside its name. */
function rowText([name, lines]: Row, width: number, style: Style): string {
  const wrapped = lines.flatMap((line) => {
    const [written, paint] = typeof line === 'string' ? [line, (text: string) => text] : line;
    const indent = written.startsWith(DETAIL) ? DETAIL : '';
    const words = written.slice(indent.length).split(' ');
    return wrap(words, width - NAME_WIDTH - indent.length).map((part) => indent + paint(part));
  });
  return wrapped.map((text, i) => `${style.dim((i === 0 ? name : '').padEnd(NAME_WIDTH))}${text}\n`).join('');
}

function dateText(ms: number | null): string {
  return ms === null
    ? 'at no known time'
    : `${new Date(ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
}

function robotsLines({ robots }: AboutUrl, style: Style): Line[] {
  const { allowed, explanation, url, status, fault, validatedAt } = robots;
  const answer = status === null ? (fault ?? 'no status') : `status ${status}`;
  return [
    [excerpt(explanation, MAX_CHARACTERS), allowed ? style.good : style.bad],
    [`${visible(url)}, ${answer}, ${dateText(validatedAt)}`, style.dim],
  ];
}

function responseLines({ page }: AboutUrl, style: Style): Line[] {
  const { status, contentType, redirects, fault, faultMessage, fetchedAt, lastModified, finalUrl } = page;
  const hops = redirects.map((one) =>
    excerpt(`${one.status} to ${one.location ?? 'no usable URL'}`, MAX_CHARACTERS),
  );
  if (fault !== null) {
    const reason = NOT_FETCHED[fault];
    const why =
      reason === undefined
        ? `${fault}: ${excerpt(faultMessage ?? '', MAX_CHARACTERS)}`
        : `not fetched, because ${reason}; --ignore-rules fetches it, for the owner of the site`;
    return [...hops, [why, style.warning]];
  }
  if (redirects.length > 0) hops.push(excerpt(finalUrl ?? '', MAX_CHARACTERS));
  const type = excerpt(contentType ?? 'no Content-Type', 100);
  return [...hops, `status ${status}, ${type}, ${dateText(fetchedAt)}${modifiedText(lastModified)}`];
}

function modifiedText(lastModified: string | null): string {
  return lastModified === null ? '' : `, last modified ${excerpt(lastModified, 60)}`;
}

/** Why a page is not fetched that could be, by its fault. */
const NOT_FETCHED: Readonly<Record<string, string>> = {
  disallowed: 'the rules refuse it',
  deferred: 'the rules are not known for now',
};

function directiveLines({ page: { directives } }: AboutUrl): Line[] {
  if (directives === null) return [UNKNOWN];
  const applying = directives.directives.filter(({ reading }) => reading === 'known');
  const lines = applying.slice(0, MAX_LINES).map(({ name, value, agent, source }) => {
    const said = value === null ? name : `${name}: ${value}`;
    const where = source === 'header' ? 'X-Robots-Tag' : 'meta';
    return excerpt(`${said} (${where}${agent === null ? '' : `, for ${agent}`})`, MAX_CHARACTERS);
  });
  const merged = ['noindex', 'nofollow', 'nosnippet', 'noarchive', 'noai'] as const;
  const together = merged.filter((name) => directives[name]).join(', ');
  const cut = directives.truncated ? ['the page is larger than is read'] : [];
  return [together || 'nothing against indexing, links, snippets, copies or AI', ...lines, ...cut];
}

const NONE = 'none is named';
const NOTHING = 'nothing is stated';
const UNKNOWN = 'unknown: the page was not read';
const NO_ROBOTS = 'unknown: robots.txt was not read';
const MAX_LINES = 10;

function canonicalText({ page }: AboutUrl): string {
  const { canonical, directives, isCanonicalAllowed } = page;
  if (canonical === null) return directives === null ? UNKNOWN : NONE;
  const verdict = isCanonicalAllowed === null ? '' : isCanonicalAllowed ? ', allowed' : ', refused';
  return `${excerpt(canonical, MAX_CHARACTERS)}${verdict}`;
}

function usageLines({ robots }: AboutUrl, categories: AboutCategories | undefined): Line[] {
  if (robots.deferred) return [NO_ROBOTS];
  if (!robots.allowed) return ['does not apply, because the rules refuse the page'];
  const stated = Object.entries(categories ?? {}).filter(([, { preference }]) => preference !== 'unknown');
  if (stated.length === 0) return [NOTHING];
  return stated.map(([category, { preference, lines, inHeader }]) => {
    const places = lines.slice(0, MAX_LINES).map((line) => `line ${line}`);
    if (inHeader) places.push('header');
    return `${category} ${preference} (${places.join(', ')})`;
  });
}

type AboutCategories = Readonly<
  Record<string, NonNullable<AboutUrl['usage']['contentSignal']>['categories']['ai-train']>
>;

function licenseLines({ licenses, licensesOfOthers, robots, page }: AboutUrl, style: Style): Line[] {
  const lines = licenses.slice(0, MAX_LINES).flatMap((license) => oneLicense(license, style));
  if (licenses.length === 0) lines.push(NONE);
  const others = licensesOfOthers.slice(0, MAX_LINES).join(', ');
  if (others !== '') lines.push([`robots.txt names others for other crawlers: line ${others}`, style.dim]);
  if (robots.deferred) lines.push(NO_ROBOTS);
  if (page.directives === null) lines.push(UNKNOWN);
  return lines;
}

function oneLicense(license: PageLicense, style: Style): Line[] {
  const { source, line, value, url, fault, faultMessage, fetchedAt, lastModified, uses } = license;
  const where = line === null ? source : `${source} line ${line}`;
  const name = `${excerpt(url ?? value, MAX_CHARACTERS)} (${where})`;
  if (uses === null)
    return [name, [`${DETAIL}${fault}: ${excerpt(faultMessage ?? '', MAX_CHARACTERS)}`, style.warning]];
  const lines = Object.entries(uses).map(([use, { outcome, reason, element, line: at, offers }]) => {
    const payments = [
      ...new Set(offers.map(({ payment }) => [payment.type, payment.amount ?? ''].join(' ').trim())),
    ];
    const terms = payments.length === 0 ? '' : `, ${excerpt(payments.join(' or '), 100)}`;
    const server = offers.some((offer) => offer.server !== null) ? ', by a license of its server' : '';
    const decider = at === null ? reason : `${reason}: <${element}> in line ${at}`;
    return `${DETAIL}${use} ${outcome}${terms}${server} (${decider})`;
  });
  return [name, [`${DETAIL}${dateText(fetchedAt)}${modifiedText(lastModified)}`, style.dim], ...lines];
}

function tdmLines({ tdm, page }: AboutUrl): Line[] {
  const { reservation, policy, statements, file } = tdm;
  const said = reservation === null ? NOTHING : `rights are ${reservation === 1 ? '' : 'not '}reserved`;
  const lines = [`${said}${policy === null ? '' : `, policy ${excerpt(policy, MAX_CHARACTERS)}`}`];
  for (const { source, text } of statements) {
    const name = source === 'file' ? 'tdmrep.json' : `${source} tdm-reservation`;
    lines.push(`${name}: ${excerpt(text)}`);
  }
  if (file.fault !== null) lines.push(`unknown: tdmrep.json was not read (${file.fault})`);
  if (page.directives === null) lines.push(UNKNOWN);
  return lines;
}
