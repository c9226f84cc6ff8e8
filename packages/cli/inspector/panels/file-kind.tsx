/** What a file is that is no robots.txt: one notice, before everything else that the page says about it. */
import type { FileSummary } from '../engine/summary.js';
import { usePage } from '../page/page.js';
import { count } from '../page/words.js';

/** What each kind of file is called, after “This is”. */
const KINDS: { readonly [kind in NonNullable<FileSummary['kind']>]: string } = {
  html: 'an HTML page',
  xml: 'an XML file',
  json: 'JSON',
  pdf: 'a PDF file',
  gzip: 'compressed by gzip',
  zip: 'a ZIP archive',
  zstd: 'compressed by zstd',
  png: 'a PNG picture',
  jpeg: 'a JPEG picture',
  gif: 'a GIF picture',
  webp: 'a WebP picture',
  ico: 'an icon',
  'utf-16le': 'text in UTF-16',
  'utf-16be': 'text in UTF-16',
  'utf-32le': 'text in UTF-32',
  'utf-32be': 'text in UTF-32',
};

export function FileKindNotice() {
  const { answer, isPending } = usePage().summary.value;
  if (answer === null || answer.kind === null || isPending) return null;
  const { kind, ruleCount } = answer;
  return (
    <p class="notice file-kind" role="alert">
      <strong>This is {KINDS[kind]}, not a robots.txt.</strong>{' '}
      {ruleCount === 0
        ? 'Crawlers read no rule in it, so they may fetch everything.'
        : `Even so, crawlers read ${count(ruleCount, 'rule')} in it.`}
    </p>
  );
}
