/**
 * What the verdicts for a crawler do not show: each mark has a sign for tables, and a meaning that follows the crawler's name.
 */
/** Every mark, in the order of the signs. */
export const CRAWLER_MARKS = {
  'sends-no-requests': {
    sign: '¹',
    meaning: 'sends no requests: it controls the use of pages that another crawler fetches',
  },
  'ignores-for-users': {
    sign: '²',
    meaning: 'may ignore robots.txt, because it fetches what users ask for',
  },
  'ignores-wildcard': { sign: '³', meaning: 'never obeys the groups for "*"' },
  'may-ignore': { sign: '⁴', meaning: 'may ignore robots.txt' },
  unread: {
    sign: '⁵',
    meaning: 'is not verified: no source says whether it obeys robots.txt',
  },
  'unread-fallbacks': {
    sign: '⁶',
    meaning: 'is not verified: no source says to which names it falls back',
  },
  retired: { sign: '⁷', meaning: 'is retired: its operator no longer uses it' },
} as const;

/** What a table or an explanation says about a crawler beside the verdict. */
export type CrawlerMark = keyof typeof CRAWLER_MARKS;
