/**
 * Everything about one URL, as a page for people.
 */
import type { AboutUrl, PageLicense, TdmStatement } from '@robotstream/client';
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

interface Line {
  readonly text: string;
  /** Whether it is a detail of the line above. */
  readonly isDetail?: boolean;
  readonly paint?: (text: string) => string;
}

/** How many characters of a text from elsewhere are shown. */
const MAX_CHARACTERS = 300;

export function pageText(about: AboutUrl, { agent, heading, width }: PageView, style: Style): string {
  const { url, contradictions } = about;
  const rows: Row[] = [
    ['robots.txt', robotsLines(about, style)],
    ['response', responseLines(about, style)],
    ['page says', directiveLines(about)],
    ['canonical', canonicalLines(about)],
    ['Content-Usage', usageLines(about, about.usage.contentUsage?.categories)],
    ['Content-Signal', usageLines(about, about.usage.contentSignal?.categories)],
    ['licenses', licenseLines(about, style)],
    ['TDMRep', tdmLines(about)],
  ];
  const found = contradictions.map(({ code, message }) => `${code}: ${excerpt(message, MAX_CHARACTERS * 2)}`);
  const closing = found.map((text) => ({ text, paint: style.bad }));
  const none = { text: 'none', paint: style.good };
  return [
    `${style.bold(visible(url))}\nfor ${namesText([agent])}, ${heading}\n\n`,
    ...rows.map((row) => rowText(row, width, style)),
    '\n',
    rowText(['contradictions', closing.length > 0 ? closing : [none]], width, style),
  ].join('');
}

const NAME_WIDTH = 'Content-Signal'.length + 2;

/** The narrowest that the texts get, however narrow the terminal is. */
const MIN_TEXT_WIDTH = 24;

/** A fact, its texts beside its name; on a narrow terminal below it. */
function rowText([name, lines]: Row, width: number, style: Style): string {
  const isNarrow = width - NAME_WIDTH < MIN_TEXT_WIDTH;
  const indentation = ' '.repeat(isNarrow ? 2 : NAME_WIDTH);
  const textWidth = Math.max(width - indentation.length, MIN_TEXT_WIDTH);
  const wrapped = lines.flatMap(({ text, isDetail = false, paint = (one: string) => one }) => {
    const indent = isDetail ? '  ' : '';
    return wrap(text.split(' '), textWidth - indent.length).map((part) => indent + paint(part));
  });
  if (isNarrow) return `${style.dim(name)}\n${wrapped.map((text) => `${indentation}${text}\n`).join('')}`;
  return wrapped.map((text, i) => `${style.dim((i === 0 ? name : '').padEnd(NAME_WIDTH))}${text}\n`).join('');
}

function dateText(ms: number | null): string {
  return ms === null
    ? 'at no known time'
    : `${new Date(ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
}

function robotsLines({ robots }: AboutUrl, style: Style): Line[] {
  const { allowed, explanation, url, status, fault, validatedAt } = robots;
  const paint = allowed ? style.good : style.bad;
  const source = [
    `${visible(url)}, ${status === null ? (fault ?? 'no status') : `status ${status}`}`,
    dateText(validatedAt),
  ];
  return [
    { text: excerpt(explanation, MAX_CHARACTERS), paint },
    { text: source.join(', '), paint: style.dim },
  ];
}

function responseLines({ page }: AboutUrl, style: Style): Line[] {
  const { status, contentType, redirects, fault, faultMessage, fetchedAt, lastModified, finalUrl } = page;
  const hops = redirects.map((one) => ({
    text: excerpt(`${one.status} to ${one.location ?? 'no usable URL'}`, MAX_CHARACTERS),
  }));
  if (fault !== null) {
    const reason = NOT_FETCHED[fault];
    const why =
      reason === undefined
        ? `${fault}: ${excerpt(faultMessage ?? '', MAX_CHARACTERS)}`
        : `not fetched, because ${reason}; --ignore-rules fetches it, for the owner of the site`;
    return [...hops, { text: why, paint: style.warning }];
  }
  const modified = lastModified === null ? [] : [`last modified ${excerpt(lastModified, 60)}`];
  const parts = [
    `status ${status}`,
    excerpt(contentType ?? 'no Content-Type', 100),
    dateText(fetchedAt),
    ...modified,
  ];
  const at = redirects.length > 0 ? [{ text: excerpt(finalUrl ?? '', MAX_CHARACTERS) }] : [];
  return [...hops, ...at, { text: parts.join(', ') }];
}

/** Why a page is not fetched that could be, by its fault. */
const NOT_FETCHED: Readonly<Record<string, string>> = {
  disallowed: 'the rules refuse it',
  deferred: 'the rules are not known for now',
};

function directiveLines({ page: { directives } }: AboutUrl): Line[] {
  if (directives === null) return [{ text: UNKNOWN }];
  const applying = directives.directives.filter(({ reading }) => reading === 'known');
  const lines = applying.slice(0, MAX_LINES).map(({ name, value, agent, source }) => {
    const said = value === null ? name : `${name}: ${value}`;
    const where = source === 'header' ? 'X-Robots-Tag' : 'meta';
    return { text: excerpt(`${said} (${where}${agent === null ? '' : `, for ${agent}`})`, MAX_CHARACTERS) };
  });
  const merged = ['noindex', 'nofollow', 'nosnippet', 'noarchive', 'noai'] as const;
  const together = merged.filter((name) => directives[name]);
  const first =
    together.length === 0 ? 'nothing against indexing, links, snippets, copies or AI' : together.join(', ');
  const cut = directives.truncated ? [{ text: 'the page is larger than is read' }] : [];
  return [{ text: first }, ...lines, ...cut];
}

const UNKNOWN = 'unknown: the page was not read';
const NO_ROBOTS = 'unknown: robots.txt was not read';
const MAX_LINES = 10;

function canonicalLines({ page }: AboutUrl): Line[] {
  const { canonical, directives, isCanonicalAllowed } = page;
  if (canonical === null) return directives === null ? [{ text: UNKNOWN }] : [{ text: 'none is named' }];
  const verdict = isCanonicalAllowed === null ? '' : isCanonicalAllowed ? ', allowed' : ', refused';
  return [{ text: `${excerpt(canonical, MAX_CHARACTERS)}${verdict}` }];
}

function usageLines({ robots }: AboutUrl, categories: AboutCategories | undefined): Line[] {
  if (robots.deferred) return [{ text: NO_ROBOTS }];
  if (!robots.allowed) return [{ text: 'does not apply, because the rules refuse the page' }];
  const stated = Object.entries(categories ?? {}).filter(([, one]) => one?.preference !== 'unknown');
  if (stated.length === 0) return [{ text: 'nothing is stated' }];
  return stated.map(([category, one]) => {
    const places = [
      ...(one?.lines ?? []).slice(0, MAX_LINES).map((line) => `line ${line}`),
      ...(one?.inHeader ? ['header'] : []),
    ];
    return { text: `${category} ${one?.preference} (${places.join(', ')})` };
  });
}

type AboutCategories = Readonly<
  Record<
    string,
    { readonly preference: string; readonly lines: readonly number[]; readonly inHeader: boolean } | undefined
  >
>;

function licenseLines({ licenses, licensesOfOthers, robots, page }: AboutUrl, style: Style): Line[] {
  const others =
    licensesOfOthers.length === 0
      ? []
      : [
          {
            text: `robots.txt names others for other crawlers: line ${licensesOfOthers.slice(0, MAX_LINES).join(', ')}`,
            paint: style.dim,
          },
        ];
  const missing = [
    ...(robots.deferred ? [{ text: NO_ROBOTS }] : []),
    ...(page.directives === null ? [{ text: UNKNOWN }] : []),
  ];
  const named = licenses.slice(0, MAX_LINES).flatMap((license) => oneLicense(license, style));
  return [...(licenses.length === 0 ? [{ text: 'none is named' }] : named), ...others, ...missing];
}

function oneLicense(license: PageLicense, style: Style): Line[] {
  const { source, line, value, url, fault, faultMessage, fetchedAt, lastModified, uses } = license;
  const where = line === null ? source : `${source} line ${line}`;
  const name = { text: `${excerpt(url ?? value, MAX_CHARACTERS)} (${where})` };
  if (uses === null)
    return [
      name,
      {
        isDetail: true,
        text: `${fault}: ${excerpt(faultMessage ?? '', MAX_CHARACTERS)}`,
        paint: style.warning,
      },
    ];
  const modified = lastModified === null ? '' : `, last modified ${excerpt(lastModified, 60)}`;
  const lines = Object.entries(uses).map(([use, { outcome, reason, element, line: at, offers }]) => {
    const payments = [
      ...new Set(offers.map(({ payment }) => [payment.type, payment.amount ?? ''].join(' ').trim())),
    ];
    const terms = payments.length === 0 ? '' : `, ${excerpt(payments.join(' or '), 100)}`;
    const server = offers.some((offer) => offer.server !== null) ? ', by a license of its server' : '';
    const decider = at === null ? reason : `${reason}: <${element}> in line ${at}`;
    return { isDetail: true, text: `${use} ${outcome}${terms}${server} (${decider})` };
  });
  return [name, { isDetail: true, text: `${dateText(fetchedAt)}${modified}`, paint: style.dim }, ...lines];
}

function tdmLines({ tdm, page }: AboutUrl): Line[] {
  const { reservation, policy, statements, file } = tdm;
  const said =
    reservation === null
      ? 'nothing is stated'
      : reservation === 1
        ? 'rights are reserved'
        : 'rights are not reserved';
  const missing = [
    ...(file.fault === null ? [] : [`tdmrep.json was not read (${file.fault})`]),
    ...(page.directives === null ? ['the page was not read'] : []),
  ];
  return [
    { text: `${said}${policy === null ? '' : `, policy ${excerpt(policy, MAX_CHARACTERS)}`}` },
    ...statements.map((statement) => ({ text: statementText(statement) })),
    ...missing.map((text) => ({ text: `unknown: ${text}` })),
  ];
}

function statementText({ source, text }: TdmStatement): string {
  const name = { file: 'tdmrep.json', header: 'header tdm-reservation', meta: 'meta tdm-reservation' }[
    source
  ];
  return `${name}: ${excerpt(text, 160)}`;
}
