/**
 * The domains that the names of crawlers' addresses are in, as operators document them.
 */
import type { Claim } from './claim.js';

/** What a page says about the names of addresses. */
interface DomainStatement {
  /** The name of an address ends with one of these, after a dot. */
  readonly domains: readonly string[];
  /** The product tokens of the crawlers; all of the operator if absent. */
  readonly crawlers?: readonly string[];
  readonly page: string;
  readonly dateRead: string;
  /** At most 25 words of the page. */
  readonly quotation: string;
}

/**
 * By operator, as the registry names them. A page of a third party that repeats what the operator says has the operator's page in its quotation or
 * its address. Operators that are not listed document no names, or no page about them was read.
 */
export const OPERATOR_DOMAINS: Readonly<Record<string, readonly DomainStatement[]>> = {
  Google: [
    {
      domains: ['googlebot.com', 'google.com'],
      page: 'https://developers.google.com/search/docs/advanced/crawling/verifying-googlebot',
      dateRead: '2026-11-25',
      quotation: 'Verify that the domain name is either googlebot.com or google.com.',
    },
    {
      domains: ['gae.googleusercontent.com'],
      page: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers',
      dateRead: '2026-11-25',
      quotation:
        'matches ***-***-***-***.gae.googleusercontent.com or google-proxy-***-***-***-***.google.com respectively',
    },
  ],
  Microsoft: [
    {
      domains: ['search.msn.com'],
      crawlers: ['bingbot', 'adidxbot', 'MicrosoftPreview'],
      page: 'https://www.bing.com/webmaster/help/how-to-verify-bingbot-3905dc26',
      dateRead: '2026-11-25',
      quotation: 'verify that it resolves to a name that end with search.msn.com',
    },
  ],
  Apple: [
    {
      domains: ['applebot.apple.com'],
      crawlers: ['Applebot'],
      page: 'https://gist.github.com/applch/2f55c39510b37338b26eb046cab672d3',
      dateRead: '2026-11-25',
      quotation: 'reverse DNS shows it in the *.applebot.apple.com domain',
    },
  ],
  Amazon: [
    {
      domains: ['crawl.amazonbot.amazon'],
      crawlers: ['Amazonbot'],
      page: 'https://repost.aws/questions/QUKdLk-sznTDOe-cyN-AyXGQ/how-to-identify-amazonbot',
      dateRead: '2026-11-25',
      quotation: 'Verify the retrieved domain name is a subdomain of crawl.amazonbot.amazon',
    },
  ],
};

/** The domains of a crawler; undefined if none are documented. */
export function domainsOf({ crawler }: Claim): readonly string[] | undefined {
  if (crawler === undefined) return undefined;
  const statements = Object.hasOwn(OPERATOR_DOMAINS, crawler.operator)
    ? OPERATOR_DOMAINS[crawler.operator]
    : [];
  const domains = (statements ?? [])
    .filter(({ crawlers }) => crawlers === undefined || crawlers.includes(crawler.token))
    .flatMap((statement) => statement.domains);
  return domains.length === 0 ? undefined : domains;
}
