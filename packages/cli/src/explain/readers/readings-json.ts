/**
 * Readings as JSON.
 */
import type { FileKind } from 'robotstream';
import type { FoundReadings, UrlReading } from 'robotstream/readers';

/** How readers judge one URL. */
export interface UrlAnswer {
  readonly url: string;
  readonly readings: readonly UrlReading[];
}

/** The readings of one URL as an object. */
export function urlJson({ url, readings }: UrlAnswer, agent: string, kind: FileKind | null): object {
  return { url, agent, kind, readings };
}

/** The lines of a file that are read otherwise, as an object. */
export function fileJson(
  { lines, areAllTried }: FoundReadings,
  agent: string,
  kind: FileKind | null,
): object {
  return { agent, kind, lines, areAllTried };
}
