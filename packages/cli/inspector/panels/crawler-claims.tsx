/** What is known about a crawler, claim by claim, each with the page that says so and the day on which it was read. */
import { SOURCES, SOURCES_OF, type Source } from 'built:crawler-sources';
import type { ComponentChildren } from 'preact';
import type { CrawlerFact } from 'robotstream/crawlers';
import type { CrawlerClaims, CrawlerRow } from '../engine/crawler-table.js';
import { readingTitle } from '../page/reading-title.js';
import { listed } from '../page/words.js';
import { purposeTitle } from './purpose-title.js';

interface Claim {
  readonly fact: CrawlerFact;
  /** What the claim is about. */
  readonly title: string;
  readonly says: ComponentChildren;
}

const PRACTICES: { readonly [practice in CrawlerClaims['robotsTxt']]: string } = {
  obeys: 'obeys it',
  'ignores-for-users': 'may ignore it, because it fetches what users ask for',
  'may-ignore': 'may ignore it',
  unknown: '',
};

export function CrawlerClaimsView({ row: { crawler, purposes, known } }: { row: CrawlerRow }) {
  if (known === null) return <p>The registry does not know this crawler: only the file names it.</p>;
  const read = SOURCES_OF[crawler] ?? {};
  const claims: readonly (Claim | false)[] = [
    { fact: 'purposes', title: 'Purpose', says: listed(purposes.map(purposeTitle)) },
    { fact: 'robotsTxt', title: 'robots.txt', says: PRACTICES[known.robotsTxt] },
    !known.obeysWildcard && { fact: 'obeysWildcard', title: 'Groups for *', says: 'ignores them' },
    known.tokens.length > 1 && {
      fact: 'fallbacks',
      title: 'Otherwise obeys groups for',
      says: listed(known.tokens.slice(1)),
    },
    { fact: 'profile', title: 'Reads files as', says: readingTitle(known.profile) },
    { fact: 'crawlDelay', title: 'Crawl-delay', says: known.crawlDelay },
    !known.sendsRequests && {
      fact: 'sendsRequests',
      title: 'Requests',
      says: 'sends none: it controls the use of pages that another crawler fetches',
    },
    known.isRetired && { fact: 'retired', title: 'In use', says: 'no: its operator has retired it' },
  ];
  return (
    <>
      <dl class="claims">
        {claims.map((claim) => {
          if (claim === false) return null;
          const { fact, title, says } = claim;
          const isUnread = known.unread.includes(fact);
          // An unread practice is unknown; an unread profile or purpose is what the page goes by.
          const isKnown = !isUnread || fact === 'profile' || fact === 'purposes' || fact === 'fallbacks';
          return (
            <div key={fact}>
              <dt>{title}</dt>
              <dd>
                {isKnown ? <>{says} </> : null}
                {isUnread ? (
                  <span class="hint">{isKnown ? '(assumed, not read)' : 'not read'}</span>
                ) : (
                  read[fact]?.map((index) => <SourceLink key={index} source={SOURCES[index] as Source} />)
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <p class="hint">
        About it: <PageLink page={known.page} />. Second-hand: from a page that reports or quotes what the
        operator says.
      </p>
    </>
  );
}

function SourceLink({ source: [page, dateRead, isFirstHand] }: { source: Source }) {
  return (
    <span class="hint source">
      <PageLink page={page} />, read {isFirstHand ? '' : 'second-hand '}
      {dateRead}
    </span>
  );
}

/** How many characters of an address are shown. */
const SHOWN_CHARACTERS = 60;

function PageLink({ page }: { page: string }) {
  const address = page.replace(/^https?:\/\/(?:www\.)?|\/$/g, '');
  const shown = address.length > SHOWN_CHARACTERS ? `${address.slice(0, SHOWN_CHARACTERS)}…` : address;
  return (
    <a href={page} target="_blank" rel="noreferrer" title={page}>
      {shown}
    </a>
  );
}
