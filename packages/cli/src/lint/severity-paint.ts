import type { Style } from '../../../command-line/src/terminal.js';
import type { Severity } from './linted.js';

/** How a severity is painted. */
export function paintOf(severity: Severity, style: Style): (text: string) => string {
  return { error: style.bad, warning: style.warning, info: style.dim }[severity];
}
