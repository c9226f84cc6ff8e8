/**
 * The tables of a survey, as data: their columns, what each holds, and its type.
 */

import { type OptionCheck, oneOf } from 'robotstream/internal';

/**
 * The type of a column. A `list` is a list of strings. A `timestamp` is a text in a row, as `Date.prototype.toISOString` writes it, and a
 * timestamp in Parquet. `octets` are text in Base64 in a row, and octets in Parquet.
 */
export type ColumnType = 'string' | 'integer' | 'double' | 'boolean' | 'timestamp' | 'list' | 'octets';

/** A value of a column; null where the column says so. */
export type Cell = string | number | boolean | readonly string[] | null;

/** A column of a table. */
export interface Column {
  /** The type of its cells. */
  readonly type: ColumnType;
  /** Whether a row may have null. */
  readonly nullable: boolean;
  /** What the column holds, for people. */
  readonly title: string;
}

function column<Type extends ColumnType>(type: Type, title: string) {
  return { type, nullable: false, title } as const;
}

function nullable<Type extends ColumnType>(type: Type, title: string) {
  return { type, nullable: true, title } as const;
}

/** Where a row is from: the same columns in every table. */
const PLACE = {
  source: column('string', 'The name of the input.'),
  inputOffset: column(
    'integer',
    'Where the record begins in the input as it is stored, in octets. In a compressed input, where its compressed member begins; in a folder, the number of its file, from 0.',
  ),
  offsetInMember: column(
    'integer',
    'Where the record begins in its compressed member, in octets after decompression; else 0.',
  ),
};

/** When a capture was fetched: the same columns in the tables of captures and verdicts. */
const DATE = {
  fetchedAt: nullable(
    'timestamp',
    'When it was fetched, in UTC, in milliseconds: `2024-05-01T12:30:00.000Z`. Of a date without a time, such as `2024-05`, the beginning.',
  ),
  datePrecision: nullable(
    'string',
    'How precisely the archive states `fetchedAt`: `year`, `month`, `day`, `minute` or `second`; null without a date.',
  ),
};

/** Which site a robots.txt is of, and where a redirect leads: the same columns in the tables of captures and verdicts. */
const AUTHORITY = nullable(
  'string',
  'Scheme, host and port that the file governs (RFC 9309 §2.3); null if the URL is no site’s robots.txt, as with a query.',
);
const LOCATION = nullable('string', 'Where a redirect leads, as an absolute URL; null if it is none.');

export { RESTRICTIONS, type Restriction } from 'robotstream/compare';

/** The tables, by name. No column has a name that SQL needs quotes for. */
export const TABLES = {
  captures: {
    ...PLACE,
    recordId: nullable('string', 'The id of the record, as written.'),
    url: column('string', 'The URL that was fetched, as written.'),
    authority: AUTHORITY,
    ...DATE,
    httpStatus: nullable('integer', 'The HTTP status; null if the archive has only the file.'),
    outcome: column(
      'string',
      '`success`, `unavailable`, `unreachable`, `redirect`, `not-robots` or `no-payload`.',
    ),
    kind: nullable(
      'string',
      'What the payload is, by its octets: `robots`, `html`, `json`, `xml`, `binary` or `empty`; null without a payload.',
    ),
    location: LOCATION,
    contentType: nullable(
      'string',
      'The media type that the archive found, else the one that the response states.',
    ),
    octets: nullable('integer', 'The size of the payload without codings.'),
    truncated: nullable('boolean', 'Whether the payload is cut off, or longer than the parsing limit.'),
    digest: nullable('string', 'The SHA-256 of the kept payload in hexadecimal digits; null without one.'),
    revisit: column('boolean', 'Whether the payload is that of an earlier response, as of a WARC `revisit`.'),
    digestCheck: column(
      'string',
      'Whether the payload has the digest that the archive states: `valid`, `mismatch` or `unchecked`.',
    ),
    lineCount: nullable(
      'integer',
      'Lines of the file; null if there is no file to read, here and in the columns that follow.',
    ),
    groupCount: nullable('integer', 'Groups of the file.'),
    ruleCount: nullable('integer', 'Rules in groups.'),
    sitemapCount: nullable('integer', 'Sitemap records.'),
    usageRecordCount: nullable('integer', 'Content-Usage and Content-Signal records.'),
    licenses: nullable('list', 'The values of License records (RSL 1.0), as written, each once.'),
    errorCount: nullable('integer', 'Diagnostics of the severity error.'),
    warningCount: nullable('integer', 'Diagnostics of the severity warning.'),
  },
  verdicts: {
    ...PLACE,
    url: column('string', 'The URL of the robots.txt, as written.'),
    authority: AUTHORITY,
    ...DATE,
    agent: column('string', 'The crawler.'),
    profile: column(
      'string',
      'The profile by which it is judged: its own, such as `google` for Googlebot, unless one is named.',
    ),
    path: column('string', 'The path that was asked about.'),
    allowed: nullable('boolean', 'Whether the crawler may fetch it; null if that is not known.'),
    line: column('integer', 'The line of the deciding rule; 0 if no rule decides.'),
    directive: nullable('string', '`allow` or `disallow`; null if no rule decides.'),
    pattern: nullable('string', 'The path pattern of the deciding rule; null if no rule decides.'),
    reason: nullable(
      'string',
      'The reason of the verdict, or what the status means: `status-allows-all`, `status-disallows-all`; `redirect` if the capture of `location` says what crawlers may fetch; else null.',
    ),
    location: LOCATION,
    selectedBy: nullable(
      'string',
      '`token` if a group names the crawler, `star` if the groups for `*` apply, `none` if no group does; null without a file.',
    ),
    restriction: nullable(
      'string',
      'How much of the site the crawler may not fetch: `none`, `paths`, `few` or `many` sections, `most` or `all`; null if that is not known.',
    ),
    refusedShare: nullable(
      'double',
      'Of the paths that the rules of the file name, at most 25, spread evenly over the file, the share that the crawler may not fetch, from 0 to 1; null without such paths.',
    ),
    crawlDelay: nullable('double', 'The crawl delay for the crawler, in seconds.'),
    appliedUsage: nullable(
      'list',
      'The preferences that apply to the use of the content: `content-usage:train-ai=disallowed`, `content-signal:ai-train=allowed`; null if the crawler may not fetch the path, so that none applies, or without a file.',
    ),
    statedUsage: nullable(
      'list',
      'The preferences that the file states for the crawler and the path, also if the crawler may not fetch it; null without a file.',
    ),
  },
  rules: {
    ...PLACE,
    url: column('string', 'The URL of the robots.txt, as written.'),
    groupNumber: column('integer', 'The number of the group in the file, from 1.'),
    agents: column('list', 'The product tokens of the group.'),
    line: column('integer', 'The line of the rule.'),
    directive: column('string', '`allow` or `disallow`.'),
    pattern: column('string', 'The path pattern.'),
  },
  pages: {
    ...PLACE,
    url: column('string', 'The URL of the page, as written.'),
    authority: nullable('string', 'Scheme, host and port of the site; null if the URL has none.'),
    ...DATE,
    httpStatus: nullable('integer', 'The HTTP status; null if the archive has only the page.'),
    contentType: nullable(
      'string',
      'The media type that the archive found, else the one that the response states.',
    ),
    octets: nullable('integer', 'The size of the payload without codings; null without a payload.'),
    truncated: column(
      'boolean',
      'Whether the HTML is cut off, is longer than 2 MiB, or has more than 10,000 directives, so that the row may lack some.',
    ),
    headerUsage: column(
      'list',
      'The preferences that the header `Content-Usage` states: `content-usage:train-ai=disallowed`.',
    ),
    agent: column('string', 'The crawler.'),
    inHeader: column('boolean', 'Whether `X-Robots-Tag` has a directive for the crawler.'),
    inMeta: column('boolean', 'Whether a meta element has a directive for the crawler.'),
    noindex: column('boolean', 'The page is not to be shown in search results: `noindex` or `none`.'),
    nofollow: column('boolean', 'The links of the page are not to be followed: `nofollow` or `none`.'),
    indexifembedded: column(
      'boolean',
      'The content may be indexed where another page embeds it, despite `noindex`.',
    ),
    nosnippet: column('boolean', 'No text of the page is to be shown: `nosnippet` or `max-snippet: 0`.'),
    noarchive: column('boolean', 'No copy of the page is to be offered.'),
    nocache: column('boolean', 'Bing’s directive: no copy of the page is to be offered.'),
    notranslate: column('boolean', 'No translation of the page is to be offered.'),
    noimageindex: column('boolean', 'The images of the page are not to be indexed.'),
    noai: column('boolean', 'The content is not to be used to train AI.'),
    noimageai: column('boolean', 'The images of the page are not to be used to train AI.'),
    maxSnippet: nullable('integer', 'The longest text to show, in characters; null for no limit.'),
    maxImagePreview: nullable(
      'string',
      'The largest image to show: `none`, `standard` or `large`; null for no limit.',
    ),
    maxVideoPreview: nullable('integer', 'The longest video to show, in seconds; null for no limit.'),
    unavailableAfter: nullable(
      'timestamp',
      'When the page is no longer to be shown in search results; null if it does not say.',
    ),
    directives: column(
      'list',
      'The directives that apply to the crawler, the first 100: where each is, which crawler it names, and what it says: `header:*:noindex`, `meta:examplebot:max-snippet=50`.',
    ),
    unknownDirectives: column(
      'list',
      'Those whose name is not known, or whose value has no meaning, likewise: `meta:*:noml`.',
    ),
  },
  bodies: {
    digest: column('string', 'The SHA-256 of the payload, as in the table `captures`.'),
    body: column('octets', 'The payload: in Base64, except in Parquet.'),
  },
  faults: {
    source: PLACE.source,
    inputOffset: PLACE.inputOffset,
    code: column('string', 'What is wrong, by its code.'),
    message: column('string', 'What is wrong, for people.'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Column>>>>;

/** The name of a table: a key of `TABLES`. */
export type TableName = keyof typeof TABLES;

type CellOf<Type extends ColumnType> = {
  string: string;
  integer: number;
  double: number;
  boolean: boolean;
  timestamp: string;
  octets: string;
  list: readonly string[];
}[Type];

/** A row of a table: a value for each column. */
export type RowOf<Table extends TableName> = {
  readonly [Name in keyof (typeof TABLES)[Table]]: (typeof TABLES)[Table][Name] extends {
    type: infer Type extends ColumnType;
    nullable: infer IsNullable;
  }
    ? CellOf<Type> | (IsNullable extends true ? null : never)
    : never;
};

/** A row, with the table that it belongs to. */
export type SurveyRow = {
  [Table in TableName]: {
    readonly table: Table;
    readonly row: RowOf<Table>;
    /** What the archive calls the capture: the `id` of a line of NDJSON, of any type, or the id of a WARC record; null if there is none. */
    readonly id: unknown;
  };
}[TableName];

/** Rows of one table that share most of their cells. */
export interface SharedRows<Table extends TableName> {
  readonly table: Table;
  readonly id: unknown;
  readonly length: number;
  /** The cells, some columns in each part: an object for each row, the same one for rows that share it, or a single one for all rows. */
  readonly parts: readonly (readonly Partial<RowOf<Table>>[])[];
  /** A row of its own. */
  rowAt(nth: number): RowOf<Table>;
}

/** A row, or several that share cells. */
export type SurveyRows = SurveyRow | SharedRows<'verdicts'>;

/** The value is the name of a table. */
export const aTable: OptionCheck = oneOf(...Object.keys(TABLES));

/** Takes the octets of a table, in order. */
export type Output = (octets: Uint8Array) => Promise<void>;

/** Writes the rows of one table. */
export interface TableWriter<Table extends TableName = TableName> {
  /** Adds a row. It goes to the output with the next {@link flush}. */
  write(row: RowOf<Table>): void;
  /** Writes what is complete to the output. */
  flush(): Promise<void>;
  /** Writes the rest. */
  end(): Promise<void>;
}
