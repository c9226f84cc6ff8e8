/** The first lines of a file as text, laid out as in the editor, so that nothing moves when the editor replaces it. */
import { decodeLines } from './octet-text.js';

/** More lines than any screen has. */
const MAX_LINES = 200;
/** More characters than any screen is wide. */
const MAX_CHARACTERS = 1000;

export function FilePreview({ octets, label }: { octets: Uint8Array; label: string }) {
  const lines = decodeLines(octets.subarray(0, MAX_LINES * MAX_CHARACTERS))
    .lines.slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_CHARACTERS));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
    <section class="file-preview" tabIndex={0} aria-label={label}>
      <pre class="file-preview-numbers" aria-hidden="true">
        {lines.map((_, index) => index + 1).join('\n')}
      </pre>
      <pre>{lines.join('\n')}</pre>
    </section>
  );
}
