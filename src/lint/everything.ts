/**
 * Patterns that match every URL.
 */

/** Whether a pattern matches every URL: `/`, `*`, `/*` and the like. */
export function isEverything(pattern: string): boolean {
  return pattern !== '' && ['', '/'].includes(pattern.replaceAll('*', ''));
}
