/**
 * The formats of logs, as one table, and how the format of a log is recognised.
 */
import { aString, type OptionCheck } from 'robotstream/internal';
import { beginsWithHost, ClfReader } from './clf.js';
import { ALB_FORM, CLOUDFRONT_FORM, ColumnReader, W3C_FORM } from './columns.js';
import {
  CADDY_NAMES,
  CLOUDFRONT_JSON_NAMES,
  JsonReader,
  LOGPUSH_NAMES,
  NGINX_NAMES,
  objectIn,
} from './json-lines.js';
import type { LineReader } from './log-request.js';
import { isPattern, PatternReader } from './pattern.js';

interface FormatEntry {
  /** What it is, for people. */
  readonly title: string;
  /** Other names that are accepted. */
  readonly aliases: readonly string[];
  /** Whether a line looks like one of this format. The first format that says so is tried. */
  readonly resembles: (line: string) => boolean;
  readonly reader: () => LineReader;
}

const hasMember = (name: string) => (line: string) =>
  line.startsWith('{') && Object.hasOwn(objectIn(line) ?? {}, name);

/** Whether Caddy reports a request to its own administration, which it may do before the first request of a client. */
const isOfCaddyItself = (line: string) => objectIn(line)?.logger === 'admin.api';

/** Every format, in the order in which they are tried. */
const FORMATS = {
  cloudfront: {
    title: 'CloudFront, standard logs: tabs between the fields, or JSON',
    aliases: ['aws-cloudfront'],
    resembles: (line) =>
      /^#Fields:.*x-edge-location/i.test(line) ||
      /^\d{4}-\d{2}-\d{2}\t\d{2}:\d{2}:\d{2}\t(?:[^\t]*\t){8}/.test(line) ||
      hasMember('x-edge-location')(line),
    reader: () =>
      new EitherReader(new ColumnReader(CLOUDFRONT_FORM), new JsonReader(CLOUDFRONT_JSON_NAMES, true)),
  },
  w3c: {
    title: 'W3C Extended, as IIS writes it: the line #Fields: names the columns',
    aliases: ['iis', 'w3c-extended', 'extended'],
    resembles: (line) => /^#Fields:/i.test(line),
    reader: () => new ColumnReader(W3C_FORM),
  },
  caddy: {
    title: 'Caddy, JSON',
    aliases: ['caddy-json'],
    resembles: (line) => hasMember('request')(line) && typeof objectIn(line)?.request === 'object',
    reader: () => new JsonReader(CADDY_NAMES),
  },
  logpush: {
    title: 'Cloudflare Logpush, the dataset of HTTP requests',
    aliases: ['cloudflare', 'cloudflare-logpush'],
    resembles: hasMember('EdgeStartTimestamp'),
    reader: () => new JsonReader(LOGPUSH_NAMES),
  },
  json: {
    title: 'JSON with the names of nginx variables, or common ones',
    aliases: ['nginx-json'],
    resembles: (line) => line.startsWith('{') && !isOfCaddyItself(line),
    reader: () => new JsonReader(NGINX_NAMES),
  },
  alb: {
    title: 'AWS Application Load Balancer',
    aliases: ['aws-alb', 'elb'],
    resembles: (line) => /^(?:https?|h2|wss?|grpcs?) \d{4}-\d{2}-\d{2}T\S+ \S+ \S+:\d+ /.test(line),
    reader: () => new ColumnReader(ALB_FORM),
  },
  vhost: {
    title: 'Combined after the name of the virtual host (Apache: vhost_combined)',
    aliases: ['vhost_combined', 'vhost-combined'],
    resembles: beginsWithHost,
    reader: () => new ClfReader(true),
  },
  combined: {
    title: 'Combined and Common (Apache, nginx); a Common log has no User-Agent, so it names no crawler',
    aliases: ['common', 'clf', 'apache', 'nginx'],
    resembles: () => true,
    reader: () => new ClfReader(false),
  },
} as const satisfies Readonly<Record<string, FormatEntry>>;

/** The name of a format of logs. */
export type LogFormatName = keyof typeof FORMATS;

/** Every format that is known, with what it is. A pattern of Apache or nginx may be given in place of a name. */
export const LOG_FORMATS: Readonly<Record<LogFormatName, string>> = Object.freeze(
  Object.fromEntries(Object.entries(FORMATS).map(([name, { title }]) => [name, title])) as Record<
    LogFormatName,
    string
  >,
);

const ENTRIES = Object.entries(FORMATS) as [LogFormatName, FormatEntry][];

/**
 * A reader for a format: its name, one of its other names, or a pattern.
 *
 * @throws {TypeError} if there is no such format, or the pattern lacks something
 */
export function readerFor(format: string): LineReader {
  if (isPattern(format)) return new PatternReader(format);
  const wanted = format.toLowerCase();
  const entry = ENTRIES.find(([name, { aliases }]) => name === wanted || aliases.includes(wanted))?.[1];
  if (entry !== undefined) return entry.reader();
  throw new TypeError(
    `no format of logs is named ${JSON.stringify(format)}; the formats are ${Object.keys(FORMATS).join(', ')}, and patterns such as '%h %t "%r" %>s "%{User-Agent}i"'`,
  );
}

/** The value is a format. */
export const aFormat: OptionCheck = (value, name) => {
  aString(value, name);
  readerFor(value as string);
};

/** How much of a line is looked at to recognise its format. */
const MAX_LOOK_OCTETS = 64 * 1024;

/** The reader of the format that a line has; undefined if none reads it. */
export function recognised(octets: Buffer, start: number, end: number): LineReader | undefined {
  const line = octets.toString('utf8', start, Math.min(end, start + MAX_LOOK_OCTETS));
  for (const [, { resembles, reader }] of ENTRIES) {
    if (!resembles(line)) continue;
    const candidate = reader();
    if (candidate.read(octets, start, end) !== null) return reader();
  }
  return undefined;
}

/** Reads lines of two kinds, such as those of a service that writes one of two formats. */
class EitherReader implements LineReader {
  readonly #columns: LineReader;
  readonly #json: LineReader;

  constructor(columns: LineReader, json: LineReader) {
    this.#columns = columns;
    this.#json = json;
  }

  read(octets: Buffer, start: number, end: number): ReturnType<LineReader['read']> {
    return (octets[start] === 0x7b ? this.#json : this.#columns).read(octets, start, end);
  }
}
