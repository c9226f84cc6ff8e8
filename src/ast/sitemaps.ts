/**
 * The sitemap lines of a file, as RFC 9309 reads it.
 */
import { LOWER_S } from '../ascii.js';
import { RFC_9309_READING } from '../profiles.js';
import { SITEMAP } from '../stream/fields.js';
import {
  flagsOf,
  type Reading,
  ROW_LINE,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  readingTable,
  readRow,
} from '../stream/row.js';
import { type LineVisitor, visitDirectives } from '../stream/scan.js';
import type { Sitemap } from './nodes.js';
import { isParsed, type ParsedFile, rowsUnder, type UnreadFile } from './parsed-file.js';
import { type ShownFile, SitemapNode } from './row-nodes.js';

/**
 * The sitemap lines of a file, in file order. If its lines have not been read, only the sitemaps among them are.
 *
 * @param shown the same file, as nodes show it
 */
export function sitemapsOf(shown: ShownFile, file: UnreadFile | ParsedFile): readonly Sitemap[] {
  return isParsed(file) ? sitemapsInRows(shown, file) : sitemapsInOctets(shown, file);
}

function sitemapsInRows(shown: ShownFile, file: ParsedFile): readonly Sitemap[] {
  const rows = rowsUnder(file, RFC_9309_READING);
  const table = readingTable(RFC_9309_READING);
  const sitemaps: Sitemap[] = [];
  for (let at = 0; at < rows.length; at += ROW_STRIDE) {
    if (readRow(flagsOf(rows, at), table) !== SITEMAP) continue;
    sitemaps.push(
      new SitemapNode(shown, rows[at + ROW_LINE], rows[at + ROW_VALUE_START], rows[at + ROW_VALUE_END]),
    );
  }
  return sitemaps;
}

function sitemapsInOctets(shown: ShownFile, file: UnreadFile): readonly Sitemap[] {
  const visitor = new SitemapVisitor(shown);
  visitDirectives(file.octets, RFC_9309_READING, visitor);
  return visitor.sitemaps;
}

/** Makes the sitemaps of a file, and skips all other lines. */
class SitemapVisitor implements LineVisitor {
  readonly sitemaps: Sitemap[] = [];
  private readonly shown: ShownFile;

  constructor(shown: ShownFile) {
    this.shown = shown;
  }

  wants(firstLetter: number): boolean {
    return firstLetter === LOWER_S;
  }

  rulesOut(): boolean {
    return true;
  }

  blank(): void {}

  directive(
    reading: Reading,
    _octets: Uint8Array,
    valueStart: number,
    valueEnd: number,
    line: number,
  ): boolean {
    if (reading === SITEMAP) this.sitemaps.push(new SitemapNode(this.shown, line, valueStart, valueEnd));
    return true;
  }
}
