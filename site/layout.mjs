/** The HTML around the content of a page: header, navigation, content, what is on the page. */
import { escapeHtml } from 'markdown-it/lib/common/utils.mjs';
import { relative } from './render.mjs';

/**
 * @param {object} parts
 * @param {import('./source-pages.mjs').Page} parts.page
 * @param {string} parts.html
 * @param {import('./render.mjs').Rendered['headings']} parts.headings
 * @param {import('./source-pages.mjs').Navigation} parts.navigation
 */
export function layout({ page, html, headings, navigation }) {
  const to = (target) => escapeHtml(relative(page.target, target));
  const root = to('index.html').replace(/index\.html$/, '');
  const isHome = page === navigation.home;
  const title = isHome ? page.title : `${page.title} · robotstream`;
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('assets/style.css')}">
<script src="${to('assets/theme.js')}"></script>
<script defer src="${to('assets/site.js')}"></script>
${page.source === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${to(page.source)}">\n`}</head>
<body class="${page.kind}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${to('index.html')}">robotstream</a>
<nav aria-label="Site">${headerLinks(page, navigation, to)}</nav>
<button type="button" id="open-search" aria-haspopup="dialog">Search <kbd>/</kbd></button>
<button type="button" id="theme" aria-label="Dark mode" aria-pressed="false"><span aria-hidden="true">◐</span></button>
</header>
${page.kind === 'playground' ? playground(to) : document({ page, html, headings, navigation, to })}
<dialog id="search" aria-label="Search">
<form method="dialog"><input type="search" id="query" aria-label="Search for" autocomplete="off" spellcheck="false" placeholder="Search for"><button>Close</button></form>
<p id="found" role="status"></p>
<ol id="results"></ol>
</dialog>
</body>
</html>
`;
}

function headerLinks(page, { sections }, to) {
  const links = [
    ['Guide', sections[0].items[0].page.target, page.kind === 'guide'],
    ['API', 'api/index.html', page.kind === 'reference'],
    ['Playground', 'playground.html', page.kind === 'playground'],
  ];
  return links
    .map(
      ([text, target, isHere]) =>
        `<a href="${to(target)}"${isHere ? ' aria-current="true"' : ''}>${text}</a>`,
    )
    .join('');
}

function document({ page, html, headings, navigation, to }) {
  const contents = headings.map(
    ({ level, text, anchor }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`,
  );
  return `<div class="columns">
<details class="menu" open><summary>Pages</summary>
<nav aria-label="Pages">${page.kind === 'reference' ? entryList(page, navigation, to) : sectionList(page, navigation, to)}</nav>
</details>
<main id="content" tabindex="-1">
${html}<p class="as-markdown"><a href="${to(page.source)}">This page as Markdown</a></p>
</main>
${contents.length < 2 ? '' : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${contents.join('')}</ul></nav>`}
</div>`;
}

function sectionList(page, { sections }, to) {
  return sections
    .map(
      ({ title, items }) =>
        `<p>${escapeHtml(title)}</p><ul>${items.map((item) => listItem(item.page, item.page.title, page, to)).join('')}</ul>`,
    )
    .join('');
}

/** The entry points, and the names of the one that the page is about. */
function entryList(page, { entries }, to) {
  const items = entries.map(({ name, index, names }) => {
    const inside = name === page.entry ? names.map((one) => listItem(one, one.title, page, to)).join('') : '';
    return listItem(index, name, page, to, inside === '' ? '' : `<ul>${inside}</ul>`);
  });
  return `<p>API reference</p><ul>${items.join('')}</ul>`;
}

function listItem({ target }, text, page, to, inside = '') {
  const current = target === page.target ? ' aria-current="page"' : '';
  return `<li><a href="${to(target)}"${current}>${escapeHtml(text)}</a>${inside}</li>`;
}

/**
 * The inspector as it is built. It has its own address, so that a link to it works without the frame. It is dark if the site is: a frame
 * gets the color scheme of its element.
 */
function playground(to) {
  return `<main id="content" tabindex="-1">
<h1 class="hidden">Playground</h1>
<iframe src="${to('inspector/index.html')}" title="The inspector: a robots.txt, and what it means for crawlers"></iframe>
</main>`;
}
