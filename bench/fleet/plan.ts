/**
 * The captures of a fleet run: files of the corpus, drawn with replacement, as if millions of sites had them. A seed gives every capture, so
 * any input can be made when a worker asks for it, and the rows that it must give are known without reading it.
 */
import { randomFrom } from '../inputs/random.js';
import type { RobotsFile } from '../inputs/robots-file.js';

/** How many captures there are, and which. */
export interface Plan {
  readonly seed: number;
  readonly inputs: number;
  readonly capturesPerInput: number;
}

/** What a site responds with. */
export interface Answer {
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A capture of a plan. */
export interface PlannedCapture {
  readonly url: string;
  /** In milliseconds since 1970. */
  readonly fetchedAt: number;
  /** The index of its answer in {@link answersOf}. */
  readonly answer: number;
}

const PAGE = Buffer.from(
  `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Not here</title></head>\n<body>\n${'<p>The page was moved, or it never was. Try the <a href="/">start</a>.</p>\n'.repeat(12)}</body>\n</html>\n`,
);
const NO_BODY = Buffer.alloc(0);

/**
 * The answers without a robots.txt, with the share of the captures that each is. 56 % of the captures of Common Crawl at the end of 2023 were
 * valid robots.txt files (https://padas-lab-de.github.io/robotstxt-study, read 2026-11-26). How the others divide is an assumption.
 */
const OTHER_ANSWERS: readonly (Answer & { readonly share: number })[] = [
  { share: 0.26, status: '404 Not Found', headers: { 'Content-Type': 'text/html' }, body: PAGE },
  {
    share: 0.11,
    status: '301 Moved Permanently',
    headers: { 'Content-Type': 'text/html', Location: 'https://moved.example/robots.txt' },
    body: NO_BODY,
  },
  { share: 0.03, status: '403 Forbidden', headers: { 'Content-Type': 'text/html' }, body: PAGE },
  { share: 0.02, status: '503 Service Unavailable', headers: { 'Content-Type': 'text/html' }, body: PAGE },
  { share: 0.02, status: '200 OK', headers: { 'Content-Type': 'text/html' }, body: PAGE },
];

/** What servers send with a robots.txt. */
const FILE_HEADERS = {
  Date: 'Mon, 01 Jan 2024 00:00:00 GMT',
  Server: 'nginx',
  'Content-Type': 'text/plain; charset=utf-8',
  'Last-Modified': 'Sun, 01 Oct 2023 00:00:00 GMT',
  ETag: '"5f7519a0-1a3"',
  Connection: 'close',
};

/** Every different answer: the other answers, then the files. */
export function answersOf(files: readonly RobotsFile[]): Answer[] {
  return [
    ...OTHER_ANSWERS,
    ...files.map(({ octets }) => ({ status: '200 OK', headers: FILE_HEADERS, body: octets })),
  ];
}

/** The months of the captures: those of an input are of one month, as a crawl takes some days. */
const FIRST_MONTHS = Array.from({ length: 6 }, (_, month) => Date.UTC(2024, month));
const SECONDS_OF_A_MONTH = 28 * 24 * 60 * 60;
const MS_A_SECOND = 1000;

/** The share of sites without TLS. */
const PLAIN_SHARE = 0.15;

/** So that all hosts are equally long. */
const HOST_DIGITS = 9;

/** @param answers how many different answers there are */
export function* capturesOf(plan: Plan, input: number, answers: number): Generator<PlannedCapture, void> {
  const { seed, capturesPerInput } = plan;
  const random = randomFrom(seed * 1_000_003 + input);
  const month = FIRST_MONTHS[input % FIRST_MONTHS.length] as number;
  for (let i = 0; i < capturesPerInput; i++) {
    const site = `${input * capturesPerInput + i}`.padStart(HOST_DIGITS, '0');
    yield {
      url: `${random.next() < PLAIN_SHARE ? 'http' : 'https'}://www.site-${site}.example/robots.txt`,
      fetchedAt: month + random.below(SECONDS_OF_A_MONTH) * MS_A_SECOND,
      answer: drawn(random.next(), answers, random.next()),
    };
  }
}

/** The index of an answer by two numbers from 0 up to 1. */
function drawn(kind: number, answers: number, file: number): number {
  let rest = kind;
  for (const [i, { share }] of OTHER_ANSWERS.entries()) {
    if (rest < share) return i;
    rest -= share;
  }
  return OTHER_ANSWERS.length + Math.floor(file * (answers - OTHER_ANSWERS.length));
}
