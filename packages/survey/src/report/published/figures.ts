/**
 * Published figures again, from the captures and the kept files of a survey: as the study counts, as this package counts, and why they differ.
 */
import { PROFILES } from 'robotstream';
import { callersFor, readingOf, resolveProfile } from 'robotstream/internal';
import { FolderError } from '../../part/folder.js';
import { readSurveyFile } from '../../part/survey-file.js';
import { nameOf } from '../../questions.js';
import { readPart } from '../../stored/read-table.js';
import { partNames } from '../../stored/survey-folder.js';
import { type Engine, type ResultRow, withEngine } from '../engine.js';
import { createViews, errorOfPart, findParts } from '../sources.js';
import { HOST_MACROS } from '../statements.js';
import { almanacAnswers } from './almanac.js';
import { commonCrawlAnswers } from './common-crawl.js';
import { type Answer, type AskedCrawler, StudiedFile } from './file.js';
import { imc25Answers } from './imc25.js';
import { FIGURES, SITE_COUNTS, selecting } from './selection.js';
import { type Cause, IMC25_AGENTS, PUBLISHED, type Question, type StudyName } from './studies.js';

/** A count, and what it is a part of. */
export interface FigureCount {
  readonly count: number;
  readonly of: number;
}

/** Why the figure of a study differs. */
export interface FigureCause {
  /** Why, by its code. */
  readonly cause: Cause;
  /** How many sites more the study counts because of it, and how many fewer. */
  readonly more: number;
  readonly fewer: number;
  /** The robots.txt of one such site, and a line that shows why; 0 if none does. */
  readonly url: string;
  readonly line: number;
}

/** A published figure, computed again. */
export interface Figure {
  /** Such as `2026-11`; empty for captures without a date. */
  readonly month: string;
  /** What it counts: a key of the questions of the study. */
  readonly question: string;
  /** Such as a status or a range of sizes; else empty. */
  readonly detail: string;
  /** Empty if it is about no crawler. */
  readonly agent: string;
  /** As the study counts. */
  readonly theirs: FigureCount;
  /** As this package counts. */
  readonly ours: FigureCount;
  readonly causes: readonly FigureCause[];
}

/** How many readings of files differ because of a cause. */
export interface ReadingCount {
  readonly cause: Cause;
  /** Of a file for a crawler. */
  readonly readings: number;
  readonly files: number;
}

/** The figures of a study, and how it reads the files. */
export interface Figures {
  readonly figures: readonly Figure[];
  /** How many distinct files there are, and about how many crawlers each is asked. */
  readonly files: number;
  readonly crawlers: number;
  /** How many readings differ: of a file for a crawler. */
  readonly differingReadings: number;
  /** The same by cause, the most frequent first. A reading may have several. */
  readonly differing: readonly ReadingCount[];
}

const ANSWERS: Readonly<
  Record<StudyName, (file: StudiedFile, crawlers: readonly AskedCrawler[]) => Answer[]>
> = {
  'web-almanac': almanacAnswers,
  'common-crawl': commonCrawlAnswers,
  imc25: imc25Answers,
};

/** How many answers are added to the table at once. */
const ANSWERS_AT_ONCE = 20_000;

/** What the columns of `answers` are in the order in which they are added, as texts. */
const ANSWER_COLUMNS = [
  'digest',
  'question',
  'detail',
  'agent',
  'theirs',
  'ours',
  'cause',
  'line',
  'isFallback',
];

/**
 * Computes the figures, in the order of months, questions and crawlers.
 *
 * @throws {FolderError} (rejects) if the folder has no captures, or their files were not kept
 * @throws {Error} (rejects) if the folder or a part cannot be read
 */
export async function publishedFigures(folder: string, study: StudyName): Promise<Figures> {
  const parts = await findParts(folder);
  const bodies = (await partNames(folder)).get('bodies') ?? [];
  if (parts.files.captures.length === 0 || bodies.length === 0)
    throw new FolderError(
      `${folder} has no tables captures and bodies: published figures are computed from the files, which a survey with --keep-bodies keeps`,
    );
  const crawlers = await crawlersOf(folder, study);
  return await withEngine(async (engine) => {
    try {
      await createViews(engine, parts);
      for (const statement of HOST_MACROS) await engine.rows(statement);
      await createQuestions(engine, PUBLISHED[study].questions);
      const files = await readAnswers(engine, folder, bodies.sort(), (octets) =>
        ANSWERS[study](new StudiedFile(octets), crawlers),
      );
      for (const statement of selecting(study)) await engine.rows(statement);
      const figures = figuresOf(await engine.rows(FIGURES), await engine.rows(SITE_COUNTS), study);
      const counted = await engine.rows(DIFFERING);
      const differingReadings = Number(counted.find(({ cause }) => cause === null)?.readings ?? 0);
      const differing = counted.filter(
        ({ cause }) => cause !== null,
      ) as readonly unknown[] as readonly ReadingCount[];
      return { figures, files, crawlers: crawlers.length, differingReadings, differing };
    } catch (error) {
      throw await errorOfPart(engine, parts, error);
    }
  });
}

/** The crawlers of the survey; those of IMC'25 for that study, or if the survey names none. */
async function crawlersOf(folder: string, study: StudyName): Promise<readonly AskedCrawler[]> {
  const facts = await readSurveyFile(folder);
  const given = (facts?.questions.agents ?? []).filter((agent) => nameOf(agent) !== '*');
  const agents = study === 'imc25' || given.length === 0 ? IMC25_AGENTS.map(registered) : given;
  const all = study === 'imc25' ? agents : ['*', ...agents];
  return all.map((agent) => ({
    name: nameOf(agent),
    callers: callersFor(agent),
    profile: resolveProfile(readingOf(agent, undefined) ?? PROFILES.rfc9309),
  }));
}

type Agent = Parameters<typeof nameOf>[0];

/** The crawler of a name, as the registry knows it if it does. */
function registered(name: string): Agent {
  const crawler = { crawler: name } as Agent;
  try {
    callersFor(crawler);
    return crawler;
  } catch {
    return name;
  }
}

async function createQuestions(engine: Engine, questions: Readonly<Record<string, Question>>): Promise<void> {
  await engine.rows('CREATE OR REPLACE TEMP TABLE questions (question VARCHAR, needsFile BOOLEAN)');
  const rows = Object.entries(questions).map(([question, { needsFile }]) => `('${question}', ${needsFile})`);
  await engine.rows(`INSERT INTO questions VALUES ${rows.join(', ')}`);
}

const DIFFERING = `SELECT cause, count(DISTINCT {digest: digest, agent: agent}) AS readings, count(DISTINCT digest) AS files
FROM answers
WHERE theirs <> ours AND agent <> ''
GROUP BY GROUPING SETS ((cause), ())
ORDER BY readings DESC, cause`;

/**
 * Makes the table `answers`: what each distinct file says.
 *
 * @returns how many there are
 */
async function readAnswers(
  engine: Engine,
  folder: string,
  names: readonly string[],
  answersOf: (octets: Uint8Array) => readonly Answer[],
): Promise<number> {
  await engine.rows(`CREATE OR REPLACE TEMP TABLE answers (digest VARCHAR, question VARCHAR, detail VARCHAR, agent VARCHAR, theirs BOOLEAN,
  ours BOOLEAN, cause VARCHAR, line INTEGER, isFallback BOOLEAN)`);
  await engine.rows(
    `CREATE OR REPLACE TEMP TABLE new_answers (${ANSWER_COLUMNS.map((name) => `${name} VARCHAR`).join(', ')})`,
  );
  const known = new Set<string>();
  let rows: string[][] = [];
  const add = async () => {
    await engine.append('new_answers', rows);
    await engine.rows('INSERT INTO answers SELECT * FROM new_answers');
    await engine.rows('DELETE FROM new_answers');
    rows = [];
  };
  for (const name of names) {
    for await (const { digest, body } of readPart(folder, 'bodies', name)) {
      const key = digest.slice(0, KEY_CHARACTERS);
      if (known.has(key)) continue;
      known.add(key);
      for (const { question, detail, agent, theirs, ours, cause, line, isFallback } of answersOf(
        Buffer.from(body, 'base64'),
      ))
        rows.push([
          digest,
          question,
          detail,
          agent,
          `${theirs}`,
          `${ours}`,
          cause ?? '',
          `${line}`,
          `${isFallback}`,
        ]);
      if (rows.length >= ANSWERS_AT_ONCE) await add();
    }
  }
  await add();
  return known.size;
}

/** How much of a digest tells files apart in memory. */
const KEY_CHARACTERS = 20;

function figuresOf(rows: readonly ResultRow[], counts: readonly ResultRow[], study: StudyName): Figure[] {
  const totals = new Map(counts.map((row) => [row.month, row]));
  const figures = new Map<string, Figure & { readonly causes: FigureCause[] }>();
  for (const row of rows) {
    const [month, question, detail, agent] = [row.month, row.question, row.detail, row.agent].map(String) as [
      string,
      string,
      string,
      string,
    ];
    const asked = PUBLISHED[study].questions[question];
    if (asked === undefined) continue; // an answer that other figures need
    const key = JSON.stringify([month, question, detail, agent]);
    const total = totals.get(month);
    const figure = figures.get(key) ?? {
      month,
      question,
      detail,
      agent,
      theirs: {
        count: Number(row.theirs),
        of: Number(asked.of === 'files' ? total?.theirFiles : total?.theirs),
      },
      ours: { count: Number(row.ours), of: Number(asked.of === 'files' ? total?.ourFiles : total?.ours) },
      causes: [],
    };
    figures.set(key, figure);
    if (row.cause === null || row.cause === '') continue;
    figure.causes.push({
      cause: row.cause as Cause,
      more: Number(row.more),
      fewer: Number(row.fewer),
      url: String(row.url),
      line: Number(row.line),
    });
  }
  return [...figures.values()];
}
