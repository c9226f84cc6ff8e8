/**
 * Published figures about robots.txt, as data: where their definitions are, what was not read, and what each figure counts.
 */

/** The studies whose figures are computed again. */
export const STUDIES = ['web-almanac', 'common-crawl', 'imc25'] as const;

/** One of `STUDIES`. */
export type StudyName = (typeof STUDIES)[number];

/** Where a definition is. */
export interface StudySource {
  readonly title: string;
  readonly url: string;
  /** When it was read: `2026-11-26`. */
  readonly read: string;
}

/** What a figure counts. */
export interface Question {
  readonly title: string;
  /** How the study counts. */
  readonly theirs: string;
  /** How this package counts. */
  readonly ours: string;
  /** Whether there is a figure for each crawler. */
  readonly byAgent: boolean;
  /** Whether the study counts only files that were fetched: status 200, and what else it demands of them. */
  readonly needsFile: boolean;
  /** What the figure is a share of: all sites, or those with a file. */
  readonly of: 'sites' | 'files';
}

/** A study, and its figures by what the tables call them. */
export interface Study {
  readonly title: string;
  /** What it counts as a site, and which of its captures. */
  readonly unit: string;
  readonly sources: readonly StudySource[];
  /** What could not be read, so that it is not computed. */
  readonly notRead: readonly string[];
  readonly questions: Readonly<Record<string, Question>>;
}

const READ = '2026-11-26';

/** The crawlers of IMC'25 (run.sh of its repository). */
export const IMC25_AGENTS: readonly string[] = [
  'Amazonbot',
  'AI2Bot',
  'anthropic-ai',
  'Applebot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-Web',
  'ClaudeBot',
  'cohere-ai',
  'Diffbot',
  'FacebookBot',
  'Google-Extended',
  'GPTBot',
  'Kangaroo Bot',
  'Meta-ExternalAgent',
  'Meta-ExternalFetcher',
  'OAI-SearchBot',
  'omgili',
  'PerplexityBot',
  'Timpibot',
  'Webzio-Extended',
  'YouBot',
];

const OURS_NAMED =
  'The last capture of the site that says what crawlers may fetch has a file, and a group of it names the crawler.';

/** How much a file refuses, by all rules together. */
const OURS_DEGREE = 'The same, decided from all rules together, by the profile of the crawler.';

export const PUBLISHED: Readonly<Record<StudyName, Study>> = {
  'web-almanac': {
    title: 'Web Almanac 2025 (HTTP Archive)',
    unit: 'An origin, scheme and port included, as its robots.txt was fetched once for the crawl; here, its last capture of the month.',
    sources: [
      {
        title: 'custom metric robots_txt.js',
        url: 'https://github.com/HTTPArchive/custom-metrics/blob/ce1f9ab292a8ed78a5ccc294398a3a65a0cf899a/dist/robots_txt.js',
        read: READ,
      },
      ...[
        ['seo/robots-txt-user-agent-usage-2025.sql', '22b7e23c206807c271656bea5a4f904365009571'],
        ['seo/robots-txt-status-codes -2025.sql', '1c70c48785a65cdba2526f2434ca4b6b22c43766'],
        ['seo/robots-txt-size-2025.sql', '749f4d508b70650c9cb232de5dff69249bad0c5a'],
        ['generative-ai/user-agent-named.sql', '265c477fc2ceaa34dd5b95338c400ddaf5f7abcb'],
        ['generative-ai/sites-with-robot-txt.sql', '265c477fc2ceaa34dd5b95338c400ddaf5f7abcb'],
      ].map(([path = '', commit = '']) => ({
        title: path,
        url: `https://github.com/HTTPArchive/almanac.httparchive.org/blob/${commit}/sql/2025/${encodeURI(path)}`,
        read: READ,
      })),
    ],
    notRead: [
      'The text of the chapters, and the results that they print.',
      'What the browser of the crawl did with redirects and failures: it follows redirects, and here a redirect is a capture of its own.',
    ],
    questions: {
      file: {
        title: 'Sites with a robots.txt',
        theirs:
          'Status 200, and a line with one of six names before a colon: user-agent, allow, disallow, crawl-delay, noindex, sitemap.',
        ours: 'A file was fetched, and has a group or a sitemap.',
        byAgent: false,
        needsFile: true,
        of: 'sites',
      },
      named: {
        title: 'Sites that name the crawler',
        theirs: 'A line "user-agent" has exactly the name, in any case, whatever the status.',
        ours: OURS_NAMED,
        byAgent: true,
        needsFile: false,
        of: 'sites',
      },
      'named-with-rules': {
        title: 'Sites that name the crawler above a rule',
        theirs:
          'The same, and lines allow, disallow, crawl-delay, noindex or without a colon follow, up to the next user-agent line, whatever the status.',
        ours: `${OURS_NAMED} The group has an allow or disallow line.`,
        byAgent: true,
        needsFile: false,
        of: 'sites',
      },
      'named-with-rules-200': {
        title: 'Sites with status 200 that name the crawler above a rule',
        theirs: 'The same with status 200, as a share of the sites with status 200.',
        ours: 'The same, as a share of the sites with a file.',
        byAgent: true,
        needsFile: true,
        of: 'files',
      },
      size: {
        title: 'Sizes in KiB',
        theirs: 'The length of the text in JavaScript, in UTF-16 units, whatever the status.',
        ours: 'The octets of the file.',
        byAgent: false,
        needsFile: false,
        of: 'sites',
      },
      class: {
        title: 'Status codes',
        theirs: 'The status of the response.',
        ours: 'The status of the last capture of the site that says what crawlers may fetch.',
        byAgent: false,
        needsFile: false,
        of: 'sites',
      },
    },
  },
  'common-crawl': {
    title: 'Robots.txt experiments and metrics (Common Crawl, IIPC WAC 2025)',
    unit: 'A host, www. included; of each URL its last capture of the month, and of several URLs all that were fetched.',
    sources: [
      ['src/cc-pyspark/robotstxt_statistics.py', 'how a file is read'],
      ['src/jupyter/metrics-top-k-sample.ipynb', 'what is counted'],
      ['src/script/get_robotstxt_ranked_list.py', 'statuses'],
      ['src/script/get_robotstxt_download_list.py', 'media types'],
      ['src/script/get_robotstxt_captures_athena.py', 'captures and redirects'],
    ].map(([path = '', what = '']) => ({
      title: `${path}: ${what}`,
      url: `https://github.com/commoncrawl/robotstxt-experiments/blob/ce24ddafe1d809984703fa090c23948af95eec33/${path}`,
      read: READ,
    })),
    notRead: [
      'The poster. Shares here are of the hosts that were captured; the study divides by the number of ranked hosts.',
      'Redirects are not followed here: the study looks their targets up in the index of URLs.',
      'The study leaves out user-agents that fewer than 250 files name; here the crawlers of the survey are counted, however rare.',
    ],
    questions: {
      class: {
        title: 'What hosts answer',
        theirs:
          'By status, the best of all URLs of the host, then by media type, then whether rules were found for a user-agent.',
        ours: 'What the last capture of the site that says what crawlers may fetch means under RFC 9309, then by the octets, then by the rules.',
        byAgent: false,
        needsFile: false,
        of: 'sites',
      },
      named: {
        title: 'Hosts that address the crawler',
        theirs: 'Rules were found below a user-agent line with exactly its name, in any case.',
        ours: OURS_NAMED,
        byAgent: true,
        needsFile: true,
        of: 'sites',
      },
      ...degrees('', 'Of these, '),
      ...degrees('any-', 'By its name, or else by *: '),
    },
  },
  imc25: {
    title: 'Somesite I Used To Crawl (Liu et al., IMC 2025)',
    unit: 'A site with a file. Here its last capture of the month with status 200.',
    sources: [
      ['robotstxt-parser/robots_analysis_final.py', 'the classifier'],
      ['robotstxt-parser/run.sh', 'the crawlers'],
      ['historical-analysis/topsites_disallow.ipynb', 'shares are of sites with a file'],
    ].map(([path = '', what = '']) => ({
      title: `${path}: ${what}`,
      url: `https://github.com/ucsdsysnet/ai-crawler-imc-25/blob/4de8f33036e4de1634fe9c97d41a869a3c5e67f2/${path}`,
      read: READ,
    })),
    notRead: [
      'The text of the paper beyond its abstract (arXiv 2411.15091).',
      'What decides between "mentioned" and "wildcard", and how files were fetched and decoded: the repository does not have it. Both are counted together here.',
    ],
    questions: {
      all: {
        title: 'Sites that fully disallow the crawler',
        theirs:
          "Google's parser refuses / and every path that is written after allow: or disallow: in the file.",
        ours: OURS_DEGREE,
        byAgent: true,
        needsFile: true,
        of: 'files',
      },
      some: {
        title: 'Sites that partially disallow the crawler',
        theirs: 'It refuses one of these paths, and allows another.',
        ours: OURS_DEGREE,
        byAgent: true,
        needsFile: true,
        of: 'files',
      },
      none: {
        title: 'Sites without restrictions',
        theirs: 'It allows all of these paths.',
        ours: OURS_DEGREE,
        byAgent: true,
        needsFile: true,
        of: 'files',
      },
    },
  },
};

/** The figures about how much a file refuses, of Common Crawl. */
function degrees(prefix: string, beginning: string): Readonly<Record<string, Question>> {
  const rest = { ours: OURS_DEGREE, byAgent: true, needsFile: true, of: 'sites' } as const;
  return {
    [`${prefix}disallow-all`]: {
      title: `${beginning}hosts that disallow all`,
      theirs: 'The rules are exactly one line "Disallow: /".',
      ...rest,
    },
    [`${prefix}allow-all`]: {
      title: `${beginning}hosts that allow all`,
      theirs: 'The rules are exactly one line: "Disallow:", or Allow with nothing, /, * or /*.',
      ...rest,
    },
    [`${prefix}allow-part`]: {
      title: `${beginning}hosts that allow a part`,
      theirs: 'Any other rules.',
      ...rest,
    },
  };
}

/** Why a figure of a study differs, by a code that the tables have. */
export const CAUSES = {
  units: 'several origins, hosts or captures of a site are counted, or one that is not the last',
  status:
    'the status is not one with which a file applies, or a file applies that the study leaves out by status or media type',
  class: 'the status or the file means something else',
  indented: 'a line that begins with white space is not read',
  spelling: 'a line whose name is spelled otherwise, such as "useragent", is not read',
  'more-text': 'a user-agent line with more than the name, such as a version or a comment, does not count',
  'rules-apart': 'rules after another line, such as a sitemap or a line that is not read, are not counted',
  'no-rule': 'lines other than allow and disallow count as rules, or a group without rules does not count',
  'no-group': 'a file without a group for the crawler or for * is not counted as allowing all',
  'several-agents': 'of several user-agent lines above rules, only the last one counts',
  'case-apart': 'groups whose names differ in case are classified apart',
  'last-agent': 'a file without a group for * counts as allowing all for the last user-agent in it',
  'equal-rules':
    'rules that together refuse everything, or nothing, count as a part unless they are one certain line',
  'line-breaks': 'lines that end with CR are read as one',
  html: 'a file that begins like HTML is not read',
  'own-reading': 'the crawler does not read as the parser of Google does, which the study asks',
  'name-never-matches':
    'the parser of Google compares the name whole with the letters, - and _ of the line, so that a name with other characters never matches',
  'path-not-tried': 'no path of the file shows what the rules do',
  undecided: 'the rules are too many to be compared within the limit of steps',
  characters: 'characters are counted, not octets',
  other: 'another reading of lines',
} as const;

/** A key of {@link CAUSES}. */
export type Cause = keyof typeof CAUSES;
