/**
 * The entry point `robotstream/page`: what pages say about themselves, in the header `X-Robots-Tag`, in meta elements and in links.
 */
export type {
  DirectiveReading,
  DirectiveSource,
  ImagePreview,
  PageDirective,
} from './directive.js';
export type { MergedDirectives } from './merge.js';
export { type PageDirectivesOptions, type PageReaderOptions, pageDirectives, pageReader } from './page.js';
export type { PageHeaders } from './page-headers.js';
export type { PageDirectives, PageLink, PageReader } from './page-reader.js';
export {
  CONTENT_USES,
  type ContentUse,
  type PageUsage,
  type PageUse,
  pageUsage,
  type UseReason,
} from './page-usage.js';
