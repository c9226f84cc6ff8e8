/** The meta elements and links that `robotstream/page` finds are those of the tree that parse5 builds. */
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect } from 'vitest';
import { pageDirectives } from '../../src/page/index.js';
import { checkProperty } from '../support/property.js';

/** Elements whose tags may come in any order. Those whose meaning depends on the tree in other ways (`select`, `frameset`) are left out. */
const NAMES = [
  ...[
    'head',
    'body',
    'html',
    'p',
    'div',
    'span',
    'b',
    'table',
    'tr',
    'td',
    'noscript',
    'template',
    'ul',
    'li',
  ],
  ...[
    'title',
    'textarea',
    'style',
    'script',
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'plaintext',
    'font',
    'br',
  ],
];

const aMeta = fc
  .record({
    name: fc.constantFrom('robots', 'ROBOTS', "'robots'", '"r&#111;bots"', 'other', ' robots'),
    content: fc.constantFrom(
      'noindex',
      "'no>index'",
      '"a&comma;b"',
      'x/',
      '"&lt;"',
      '"&notit;"',
      '&#0;',
      '""',
    ),
    rest: fc.constantFrom('', '/', ' content=second', ' name=second', ' <', ' =', '\n'),
    isReversed: fc.boolean(),
  })
  .map(({ name, content, rest, isReversed }) =>
    isReversed
      ? `<meta content=${content} name=${name}${rest}>`
      : `<META NAME=${name} content=${content}${rest}>`,
  );

const aLink = fc.constantFrom(
  '<a href=x>',
  '<a href="a&amp;b">',
  '<area href=y rel=nofollow>',
  '<a>',
  '</a>',
);

const aPiece = fc.oneof(
  { weight: 4, arbitrary: aMeta },
  { weight: 2, arbitrary: aLink },
  fc.constantFrom(...NAMES).map((name) => `<${name}>`),
  fc.constantFrom(...NAMES).map((name) => `</${name}>`),
  fc.constantFrom(
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<!',
    '<?x>',
    '</',
    '<',
    '>',
    '"',
    "'",
    'text',
    ' ',
    '\0',
    '&',
    '=',
    '\r\n',
    ']]>',
  ),
);

/** SVG and MathML, with elements that contain HTML and others that do not. Each is closed, because what ends an open one depends on the tree. */
const { foreign: aForeign } = fc.letrec<{ foreign: string; inside: string }>((tie) => ({
  foreign: fc
    .tuple(
      fc.constantFrom(
        ['svg', 'g'],
        ['svg', 'style'],
        ['svg', 'title'],
        ['svg', 'desc'],
        ['svg', 'foreignObject'],
        ['math', 'mi'],
        ['math', 'mrow'],
      ),
      fc.array(tie('inside'), { maxLength: 3 }),
    )
    .map(([[root, child], inside]) => `<${root}><${child}>${inside.join('')}</${child}></${root}>`),
  inside: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('text', '<![CDATA[<meta name=robots content=a>]]>', '<image>', '<a href=z>z</a>'),
    tie('foreign'),
  ),
}));

/** The directives of the meta elements, sorted, and the links, each once, because a tree has a link twice if its `a` element is not closed. */
async function found(html: string): Promise<[metas: string[], links: string[]]> {
  const { directives, links } = await pageDirectives({ agents: 'ExampleBot', html, links: true });
  return [directives.map(({ name }) => name).sort(), unique(links.map(({ href, rel }) => `${href} ${rel}`))];
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

/** The directives and links in the tree of parse5. */
function expected(html: string): [metas: string[], links: string[]] {
  const metas: string[] = [];
  const links: string[] = [];
  visit(parse(html, { scriptingEnabled: false }));
  return [metas.sort(), unique(links)];

  function visit(node: DefaultTreeAdapterTypes.Node): void {
    if ('tagName' in node && node.namespaceURI === 'http://www.w3.org/1999/xhtml') {
      const attribute = (name: string) => node.attrs.find((one) => one.name === name)?.value;
      if (node.tagName === 'meta' && attribute('name')?.trim().toLowerCase() === 'robots') {
        const items = (attribute('content') ?? '').split(',').map((item) => item.trim().toLowerCase());
        metas.push(...items.filter((item) => item !== ''));
      }
      const href = attribute('href');
      if (/^(?:a|area)$/.test(node.tagName) && href !== undefined)
        links.push(`${href} ${attribute('rel') ?? ''}`);
    }
    // The content of a template is not among its children.
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  }
}

checkProperty(
  'in HTML',
  fc.asyncProperty(fc.array(aPiece, { maxLength: 12 }), async (pieces) => {
    const html = pieces.join('');
    expect(await found(html)).toEqual(expected(html));
  }),
  { runsShare: 0.5 },
);

checkProperty(
  'in and around SVG and MathML',
  fc.asyncProperty(
    fc.array(fc.oneof(aForeign, aMeta, aLink, fc.constantFrom('<p>', '</p>', '<title>', '</title>')), {
      maxLength: 8,
    }),
    async (pieces) => {
      const html = `<body>${pieces.join('')}`;
      expect(await found(html)).toEqual(expected(html));
    },
  ),
  { runsShare: 0.5 },
);
