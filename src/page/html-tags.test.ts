/** Which meta elements a page has, by its octets: tokens, text, templates, SVG, encodings. */
import * as parse5 from 'parse5';
import { expect, test } from 'vitest';
import { pageDirectives, pageReader } from './index.js';

const META = '<meta name=robots content=noindex>';

async function isFound(html: string | Uint8Array, headers: Record<string, string> = {}): Promise<boolean> {
  return (await pageDirectives({ agents: 'ExampleBot', html, headers })).noindex;
}

test.each([
  '<META NAME="ROBOTS" CONTENT="NOINDEX">',
  "<meta content='noindex' name='robots'/>",
  '<meta\nname\n=\nrobots\fcontent\t=\tnoindex>',
  '<meta name="robots"content="noindex">',
  '<meta name=robots content="follow, &#110;oindex">',
  '<meta name=robots content="follow&comma;noindex">',
  '<meta name=robots content=noindex content=index>',
  `<body><p>${META}`,
  `</head></body></html>${META}`,
  `<!-- > -->${META}`,
  `<!-->${META}`,
  `<!--a--!>${META}`,
  `<![CDATA[>${META}`,
  `<!doctype html "a>b">${META}`,
  `<script>a</script>${META}`,
  `<script><!--<script></script>--></script>${META}`,
  `<title>${META}</title>${META}`,
  `<noscript>${META}</noscript>`,
  `<svg>${META}</svg>`,
  `<svg><title><meta name=robots content=noindex></title></svg>`,
  `<svg><style>${META}`,
  `<svg><title></title></svg>${META}`,
  `<svg><foreignObject><title></title></foreignObject></svg>${META}`,
  `<math><mi>${META}`,
  `<svg><![CDATA[<p>]]>${META}`,
  `<template></template>${META}`,
  `</template>${META}`,
  `<table><tr>${META}`,
  `<a title=">">${META}`,
])('found: %s', async (html) => {
  expect(await isFound(html)).toBe(true);
});

test.each([
  '<meta name=robots content=index content=noindex>',
  '<meta name=other name=robots content=noindex>',
  '<meta property=robots content=noindex>',
  '<meta name=robots content=noindex',
  '<meta name=robots content="&noindex;">',
  `<!-- ${META}`,
  `<!-- ${META} -->`,
  `<!--a-- >${META}`,
  `<title>${META}`,
  `<TEXTAREA>${META}</textarea>`,
  `<style>${META}</style>`,
  `<script>"${META}"</script>`,
  `<script><!--<script></script>${META}`,
  `<iframe>${META}</iframe>`,
  `<noembed>${META}</noembed>`,
  `<noframes>${META}</noframes>`,
  `<xmp>${META}</xmp>`,
  `<plaintext>${META}`,
  `<template>${META}</template>`,
  `<template><template></template>${META}</template>`,
  `<svg><![CDATA[${META}]]></svg>`,
  `<a title="${META}">`,
  `<a title='${META}`,
  `<svg><desc><title>${META}`,
])('not found: %s', async (html) => {
  expect(await isFound(html)).toBe(false);
});

test.each([
  ['utf-16le', true],
  ['utf-16be', true],
  ['utf-16le', false],
] as const)('%s, with a byte order mark: %s', async (encoding, isMarked) => {
  const text = `${isMarked ? '\ufeff' : ''}${META}`;
  const octets = new Uint8Array(text.length * 2);
  const view = new DataView(octets.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), encoding === 'utf-16le');
  const headers = isMarked ? {} : { 'Content-Type': `text/html; charset="${encoding}"` };
  expect(await isFound(octets, headers)).toBe(true);
  expect(await isFound(octets)).toBe(isMarked);
});

test('the encoding is found in the header, then in the page', async () => {
  const linkOf = async (start: string, contentType?: string): Promise<string> => {
    const octets = new Uint8Array([
      ...new TextEncoder().encode(`${start}<a href="`),
      0xe9,
      ...new TextEncoder().encode('">'),
    ]);
    const headers = contentType === undefined ? {} : { 'content-type': contentType };
    const { links } = await pageDirectives({ agents: 'ExampleBot', html: octets, headers, links: true });
    return links[0]?.href;
  };
  expect(await linkOf('')).toBe('\ufffd');
  expect(await linkOf('<meta charset=windows-1252>')).toBe('é');
  expect(await linkOf('<meta http-equiv=Content-Type content="text/html; charset=iso-8859-7">')).toBe('ι');
  expect(await linkOf('<!--<meta charset=windows-1252>-->')).toBe('\ufffd');
  expect(await linkOf('<meta charset=utf-16>')).toBe('\ufffd');
  expect(await linkOf('<meta charset=no-such>')).toBe('\ufffd');
  expect(await linkOf('<meta charset=windows-1252>', 'text/html;charset=iso-8859-7')).toBe('ι');
});

test('octets may arrive in chunks of any size', async () => {
  const octets = new TextEncoder().encode(`<!-- ü -->${' '.repeat(2000)}<title>&amp;</title>${META}<p>`);
  for (const size of [1, 7, 1023, 1024, 1025]) {
    const reader = await pageReader({ agents: 'ExampleBot' });
    for (let at = 0; at < octets.length; at += size) reader.write(octets.subarray(at, at + size));
    expect(reader.end()).toMatchObject({ noindex: true, truncated: false });
    expect(reader.isOver).toBe(true);
    reader.write(octets);
    expect(reader.end()).toMatchObject({ noindex: true, truncated: false });
  }
});

test('an attribute that arrives octet by octet is not copied for each octet', async () => {
  let writes = 0;
  class Counted extends parse5.Tokenizer {
    override write(...given: Parameters<parse5.Tokenizer['write']>): void {
      writes++;
      super.write(...given);
    }
  }
  const { TokenizerMode } = parse5;
  const reader = await pageReader({ agents: 'ExampleBot', parse5: { Tokenizer: Counted, TokenizerMode } });
  for (const octet of new TextEncoder().encode(
    `<meta name=robots content="noindex,${'a'.repeat(20_000)}">`,
  )) {
    reader.write(Uint8Array.of(octet));
  }
  expect(reader.end().noindex).toBe(true);
  expect(writes).toBeLessThan(25);
});

test('SVG may be nested to any depth', async () => {
  expect(await isFound(`${'<svg><g>'.repeat(100_000)}${'</x>'.repeat(100_000)}${META}`)).toBe(true);
});
