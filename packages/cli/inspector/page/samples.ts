/** Files to try the page with. */
import type { StateStore } from '../state/store.js';

/** A file, and a question about it. */
export interface Sample {
  readonly title: string;
  readonly file: string;
  readonly urls: readonly string[];
  readonly crawlers: string;
}

export const SAMPLES: readonly Sample[] = [
  {
    title: 'News site and AI',
    file: `# Search engines may index us. AI models may not be trained on us.
User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
Disallow: /preview/
Disallow: /*?session=
Allow: /

User-agent: GPTBot
User-agent: ClaudeBot
User-agent: CCBot
User-agent: Google-Extended
Disallow: /
Allow: /press/

Sitemap: https://news.example/sitemap.xml
`,
    urls: ['/', '/2026/11/storm', '/preview/draft-7', '/2026/11/storm?session=9f2', '/press/logo.svg'],
    crawlers: 'Googlebot, bingbot, Google-Extended, GPTBot, OAI-SearchBot, ClaudeBot, CCBot',
  },
  {
    title: 'Shop',
    file: `User-agent: *
Disallow: /cart
Disallow: /account/
Disallow: /*?*sort=
Disallow: /*.pdf$
Allow: /account/login
Crawl-delay: 2

User-agent: AhrefsBot
User-agent: SemrushBot
Crawl-delay: 30
Disallow: /search

Sitemap: https://shop.example/sitemap.xml
`,
    urls: [
      '/',
      '/shoes?sort=price',
      '/cart',
      '/account/login',
      '/size-guide.pdf',
      '/size-guide.pdf?v=2',
      '/search?q=boots',
    ],
    crawlers: 'Googlebot, bingbot, AhrefsBot, SemrushBot',
  },
  {
    title: 'What often goes wrong',
    file: `User-agent: Googlebot
Disallow: /admin

User-agent: *
Disallow: admin
Disallow: /tmp
Allow: /tmp/public
Disalow: /private
Noindex: /old

User-agent: Googlebot-News
Disallow:

Disallow: /caf\u00e9
Disallow: /a%2Fb
`,
    urls: ['/admin', '/tmp/public/a', '/private', '/caf%C3%A9', '/a/b', '/a%2fb'],
    crawlers: 'Googlebot, Googlebot-News, AdsBot-Google, bingbot',
  },
];

/** Shows a sample. */
export function openSample(
  { store, announce }: { readonly store: StateStore; announce(text: string): void },
  { title, file, urls, crawlers }: Sample,
): void {
  store.choose({
    file: new TextEncoder().encode(file),
    fileName: 'robots.txt',
    urls: urls.join('\n'),
    crawlers,
    chosen: null,
  });
  announce(`The sample “${title}” is open.`);
}
