/** Ways to break the small crawler, one at a time. */
import { type ServerParts, SOUND_SERVER } from './server-parts.js';

const DAY = 86_400;

/** The statuses of each kind that some crawler treats otherwise. */
const CLIENT_ERRORS = [
  400, 402, 404, 405, 406, 408, 409, 410, 411, 413, 414, 415, 416, 418, 421, 422, 423, 424, 425, 426, 428,
  431, 444, 451, 499,
];
const SERVER_ERRORS = [500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 522, 530, 599];
const FAILURES = ['dns', 'refused', 'timeout', 'reset', 'tls', 'invalid', 'cut'];

const CHANGES: { readonly [name: string]: Partial<ServerParts> & ThisType<ServerParts> } = {
  'the file is beside the URL': { robotsUrl: (url) => new URL('robots.txt', url).href },
  'the name of the file is in upper case for URLs in upper case': {
    robotsUrl: (url) => new URL(/ROBOTS/.test(url) ? '/ROBOTS.TXT' : '/robots.txt', url).href,
  },
  'the query is kept': { robotsUrl: (url) => `${new URL('/robots.txt', url).href}${new URL(url).search}` },
  'the fragment is kept': { robotsUrl: (url) => `${new URL('/robots.txt', url).href}${new URL(url).hash}` },
  'the scheme is always https': {
    robotsUrl: (url) => new URL('/robots.txt', url).href.replace(/^http:/, 'https:'),
  },
  'the port is dropped': {
    robotsUrl: (url) => `${new URL(url).protocol}//${new URL(url).hostname}/robots.txt`,
  },
  'www is added': {
    robotsUrl: (url) => new URL('/robots.txt', url).href.replace('//example.com', '//www.example.com'),
  },
  'a subdomain has the file of its domain': {
    robotsUrl: (url) => new URL('/robots.txt', url).href.replace(/\/\/(?:shop|other)\./, '//'),
  },
  'an IP address has no file': {
    robotsUrl: (url) => (/\d+\.\d+\.\d+\.\d+/.test(url) ? '' : new URL('/robots.txt', url).href),
  },
  'a default port is kept': {
    robotsUrl: (url) =>
      /:(?:443|80)\//.exec(url) === null
        ? new URL('/robots.txt', url).href
        : `${url.split('/').slice(0, 3).join('/')}/robots.txt`,
  },
  'hosts have case': { robotsUrl: (url) => `${url.split(/[/?#]/).slice(0, 3).join('/')}/robots.txt` },
  'the user is kept': {
    robotsUrl: (url) =>
      url.includes('@')
        ? `${url.split('/').slice(0, 3).join('/')}/robots.txt`
        : new URL('/robots.txt', url).href,
  },
  'host names are not made punycode': {
    robotsUrl: (url) =>
      /[^\0-\x7F]/.test(url)
        ? `${url.split('/').slice(0, 3).join('/')}/robots.txt`
        : new URL('/robots.txt', url).href,
  },
  'a site is a host, whatever the scheme': { siteOf: (url) => new URL(url).host },
  'a site is a host, whatever the port': {
    siteOf: (url) => `${new URL(url).protocol}//${new URL(url).hostname}`,
  },
  'a site is a domain': {
    siteOf: (url) => `${new URL(url).protocol}${new URL(url).host.split('.').slice(-2).join('.')}`,
  },
  'all sites share a file': { siteOf: () => '' },
  'a site is a URL': { siteOf: (url) => url },
  'a site is a folder': { siteOf: (url) => new URL('.', url).href },
  'a site is what is written': { siteOf: (url) => url.split('/').slice(0, 3).join('/') },
  'no redirect is followed': { isRedirect: () => false },
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((left) => [
      `a ${left} is not followed`,
      {
        isRedirect: (answer: Parameters<ServerParts['isRedirect']>[0]) =>
          answer.status !== left && SOUND_SERVER.isRedirect(answer),
      },
    ]),
  ),
  ...Object.fromEntries(
    [0, 1, 2, 3, 4, 6, 10].map((most) => [`${most} redirects are followed`, { mostRedirects: most }]),
  ),
  'redirects to other hosts are not followed': {
    target: (location, from) =>
      new URL(location, from).hostname === new URL(from).hostname ? new URL(location, from).href : '',
  },
  'redirects to another scheme are not followed': {
    target: (location, from) =>
      new URL(location, from).protocol === new URL(from).protocol ? new URL(location, from).href : '',
  },
  'redirects to another port are not followed': {
    target: (location, from) =>
      new URL(location, from).port === new URL(from).port ? new URL(location, from).href : '',
  },
  'a relative Location is not understood': { target: (location) => new URL(location).href },
  'a relative Location is relative to the first URL': {
    target: (location, _from, first) => new URL(location, first).href,
  },
  'a Location is always /robots.txt of its host': {
    target: (location, from) => new URL('/robots.txt', new URL(location, from)).href,
  },
  'too many redirects mean that nothing is allowed': { afterTooMany: () => 'disallow-all' },
  'too many redirects mean that everything is allowed': { afterTooMany: () => 'allow-all' },
  'the file of a redirect is for its own host': {
    siteOf: (url) =>
      url
        .replace(/^https:\/\/other\.example\.org/, 'https://www.example.com')
        .split('/')
        .slice(0, 3)
        .join('/'),
  },
  'only 200 is a success': { ofSuccess: (status) => (status === 200 ? 'rules' : 'allow-all') },
  'an empty file is an outage': {
    meaningOf: (answer, profile) =>
      answer.body === '' ? 'disallow-all' : SOUND_SERVER.meaningOf(answer, profile),
  },
  'a page of HTML is an outage': {
    meaningOf: (answer, profile) =>
      answer.headers?.['content-type'] === 'text/html'
        ? 'disallow-all'
        : SOUND_SERVER.meaningOf(answer, profile),
  },
  'a 204 is an outage': { ofSuccess: (status) => (status === 204 ? 'disallow-all' : 'rules') },
  'the file is not read': { ofSuccess: () => 'allow-all' },
  ...Object.fromEntries(
    [201, 202, 203, 206, 226, 299].map((left) => [
      `a ${left} is no success`,
      {
        ofSuccess: (status: number) =>
          (status === left ? 'disallow-all' : 'rules') as 'disallow-all' | 'rules',
      },
    ]),
  ),
  ...Object.fromEntries(
    CLIENT_ERRORS.map((left) => [
      `a ${left} means that nothing is allowed`,
      {
        ofClientError: (status: number, profile: Parameters<ServerParts['ofClientError']>[1]) =>
          status === left ? 'disallow-all' : SOUND_SERVER.ofClientError(status, profile),
      },
    ]),
  ),
  'the body of an error counts': { ofClientError: () => 'rules' },
  'every client error is an outage': { ofClientError: () => 'disallow-all' },
  '401 restricts the site': {
    ofClientError: (status, profile) =>
      status === 401 ? 'disallow-all' : SOUND_SERVER.ofClientError(status, profile),
  },
  '403 restricts the site': {
    ofClientError: (status, profile) =>
      status === 403 ? 'disallow-all' : SOUND_SERVER.ofClientError(status, profile),
  },
  '401 and 403 are like 404 under every profile': {
    ofClientError: (status, profile) =>
      status === 401 || status === 403 ? 'allow-all' : SOUND_SERVER.ofClientError(status, profile),
  },
  '429 is an outage under every profile': {
    ofClientError: (status, profile) =>
      status === 429 ? 'disallow-all' : SOUND_SERVER.ofClientError(status, profile),
  },
  '429 is no outage under google': {
    ofClientError: (status, profile) =>
      status === 429 ? 'allow-all' : SOUND_SERVER.ofClientError(status, profile),
  },
  ...Object.fromEntries(
    SERVER_ERRORS.map((left) => [
      `a ${left} means that everything is allowed`,
      {
        ofServerError: (status: number) =>
          (status === left ? 'allow-all' : 'disallow-all') as 'allow-all' | 'disallow-all',
      },
    ]),
  ),
  'the body of a server error counts': { ofServerError: () => 'rules' },
  ...Object.fromEntries(
    FAILURES.map((left) => [
      `the failure ${left} means that everything is allowed`,
      {
        ofFailure: (failure: string) =>
          (failure === left ? 'allow-all' : 'disallow-all') as 'allow-all' | 'disallow-all',
      },
    ]),
  ),
  'a body that is cut counts': { ofFailure: (failure) => (failure === 'cut' ? 'rules' : 'disallow-all') },
  'a 304 without a copy allows everything': {
    ofOther: (status) => (status === 304 ? 'allow-all' : 'disallow-all'),
  },
  ...Object.fromEntries(
    [300, 301, 302, 307].map((left) => [
      `a ${left} without Location allows everything`,
      {
        ofOther: (status: number) =>
          (status === left ? 'allow-all' : 'disallow-all') as 'allow-all' | 'disallow-all',
      },
    ]),
  ),
  'nothing is cached': { isKnown: () => false },
  'what is known stays for ever': { isKnown: ({ copy, absence }) => copy !== null || absence !== null },
  'a file is fresh for half a day': { byDefault: () => DAY / 2 },
  'a file is fresh for half an hour': { byDefault: () => 1800 },
  'a file is fresh for a minute': { byDefault: () => 60 },
  'a file is fresh for two days': { byDefault: () => 2 * DAY, longest: () => Infinity },
  'a file is fresh for a week under every profile': { byDefault: () => 7 * DAY, longest: () => Infinity },
  'a file is fresh for a day under every profile': { byDefault: () => DAY },
  'a file is fresh for a month': { byDefault: () => 30 * DAY, longest: () => Infinity },
  'that there is no file is not remembered': {
    isKnown: (site, now) => site.absence?.isOutage !== false && SOUND_SERVER.isKnown(site, now),
  },
  'max-age is not read': { readsMaxAge: () => false },
  'max-age is read under every profile': { readsMaxAge: () => true },
  'Expires is not read': { readsExpires: () => false },
  'Expires is read under every profile': { readsExpires: () => true },
  'max-age must be alone': {
    maxAge: (control) => (/^max-age=\d+$/i.test(control) ? SOUND_SERVER.maxAge(control) : undefined),
  },
  'max-age has case': {
    maxAge: (control) => (control === control.toLowerCase() ? SOUND_SERVER.maxAge(control) : undefined),
  },
  'max-age is in minutes': {
    maxAge: (control) => {
      const age = SOUND_SERVER.maxAge(control);
      return age === undefined ? undefined : age * 60;
    },
  },
  'a max-age of 0 is not read': { maxAge: (control) => SOUND_SERVER.maxAge(control) || undefined },
  'Expires comes before max-age': {
    lifetime(headers, now, profile) {
      const { 'cache-control': _, ...others } = headers;
      return SOUND_SERVER.lifetime.call(this, headers.expires === undefined ? headers : others, now, profile);
    },
  },
  'Age is not read': { age: () => 0 },
  'a max-age may keep a file for more than a day': { longest: () => Infinity },
  'a max-age may keep a file for a day at most, under every profile': { longest: () => DAY },
  'there is no shortest lifetime': { shortest: 0 },
  'the shortest lifetime is five minutes': { shortest: 300 },
  'no-store is not read': { isUnstorable: () => false },
  'the file of no-store is not kept': {
    lifetime: (headers, now, profile) =>
      headers['cache-control'] === 'no-store' ? 0 : SOUND_SERVER.lifetime(headers, now, profile),
  },
  'requests are never conditional': { conditions: () => ({}) },
  'only ETag makes a request conditional': {
    conditions: ({ headers }) => (headers.etag === undefined ? {} : { 'if-none-match': headers.etag }),
  },
  'only Last-Modified makes a request conditional': {
    conditions: ({ headers }) => ({ 'if-modified-since': headers['last-modified'] ?? '' }),
  },
  'a 304 confirms nothing': { isConfirmed: () => false },
  'a 304 does not renew the copy': {
    learn(site, answer, now, profile) {
      const freshUntil = site.copy?.freshUntil ?? now;
      SOUND_SERVER.learn.call(this, site, answer, now, profile);
      if (typeof answer !== 'string' && answer.status === 304 && site.copy !== null)
        site.copy = { ...site.copy, freshUntil };
    },
  },
  'a copy is confirmed by any answer': {
    isConfirmed: (answer, copy) => copy !== null && answer.failure === undefined,
  },
  'a copy is not used in an outage': { servesCopyInOutage: false },
  'a copy is used while the file is unavailable, under every profile': {
    copyServesWhileUnavailable: () => true,
  },
  'a copy is never used while the file is unavailable': { copyServesWhileUnavailable: () => false },
  'the first wait is a second': { firstWait: () => 1 },
  'the first wait is ten seconds': { firstWait: () => 10 },
  'the first wait is two minutes': { firstWait: () => 120 },
  'the first wait is a minute, also after a 503 under google': { firstWait: () => 60 },
  'waits do not grow': { waitFactor: 1 },
  'waits grow threefold': { waitFactor: 3 },
  'waits grow for ever': { longestWait: Infinity },
  'waits grow up to four minutes': { longestWait: 240 },
  'waits grow up to two hours': { longestWait: 7200 },
  'Retry-After is not read': { retryAfter: () => undefined },
  'Retry-After is read in minutes': {
    retryAfter: (value) => (/^\d+$/.test(value) ? Number(value) * 60 : undefined),
  },
  'Retry-After is no date': {
    retryAfter: (value, now) => (/^\d+$/.test(value) ? SOUND_SERVER.retryAfter(value, now) : undefined),
  },
  'Retry-After is an hour at most': { longestRetryAfter: 3600 },
  'Retry-After is a week at most': { longestRetryAfter: 7 * DAY },
  'Retry-After of a 429 is not read': {
    isTransient: (status) => status !== 429 && SOUND_SERVER.isTransient(status),
  },
  'a long outage is a day': { longAfter: DAY },
  'a long outage is a week': { longAfter: 7 * DAY },
  'a long outage is a year': { longAfter: 365 * DAY },
  'no outage is long': { longAfter: Infinity },
  'a long outage changes nothing': { afterLong: () => 'disallow-all' },
  'a long outage allows everything under every profile': { afterLong: () => 'allow-all' },
  'attempts may be years apart': { longestGap: Infinity },
  'redirects to private addresses are followed': { isInward: () => false },
  'a redirect to a private address is an unavailable file': { afterInward: 'allow-all' },
  ...Object.fromEntries(
    [
      '127.0.0.1',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.1.1',
      '0.0.0.0',
      'localhost',
      '[::1]',
      '[::]',
      '[fe80::1]',
      '[fd00::1]',
    ].map((address) => [
      `a redirect to ${address} is followed`,
      { isInward: (host: string) => host !== address && SOUND_SERVER.isInward(host) },
    ]),
  ),
  'content codings are left as they are': { codings: () => [] },
  'the names of codings have case': {
    codings: (header) => header.split(', ').filter((name) => name !== '' && name !== 'identity'),
  },
  'identity is an unknown coding': { codings: (header) => header.toLowerCase().split(', ').filter(Boolean) },
  'identity counts as a coding': {
    codings: (header) => header.toLowerCase().split(', ').filter(Boolean),
    mostCodings: 1,
    withoutCoding: (text, coding) =>
      coding === 'identity' ? text : SOUND_SERVER.withoutCoding(text, coding),
  },
  'one coding is accepted': { mostCodings: 1 },
  'any number of codings is accepted': { mostCodings: Infinity },
  'the first coding is removed first': { codings: (header) => SOUND_SERVER.codings(header).reverse() },
  'only the last coding is removed': { codings: (header) => SOUND_SERVER.codings(header).slice(-1) },
  ...Object.fromEntries(
    ['gzip', 'x-gzip', 'deflate', 'br'].map((name) => [
      `the coding ${name} is unknown`,
      {
        withoutCoding: (text: string, coding: string) =>
          coding === name ? undefined : SOUND_SERVER.withoutCoding(text, coding),
      },
    ]),
  ),
  'a body that is not what its coding says is empty': {
    withoutCoding: (text, coding) => SOUND_SERVER.withoutCoding(text, coding) ?? '',
  },
  'a body with an unknown coding is never read': { withUnknownCoding: () => null },
  'a body with an unknown coding is always read': { withUnknownCoding: (body) => body },
  'attempts must be within hours': { longestGap: DAY / 2 },
  'a success does not end an outage': {
    learn(site, answer, now, profile) {
      const since = site.absence?.since;
      SOUND_SERVER.learn.call(this, site, answer, now, profile);
      if (
        site.copy !== null &&
        site.absence !== null &&
        now - site.copy.confirmedAt > 8 * DAY &&
        since !== undefined
      )
        site.copy = null;
    },
  },
};

export const SERVER_FAULTS = Object.entries(CHANGES).map(([name, change]) => ({
  name,
  parts: { ...SOUND_SERVER, ...change } as ServerParts,
}));
