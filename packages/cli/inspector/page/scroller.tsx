/** A region that scrolls sideways, so that the page does not. It is reached by keyboard and has a name. */
import type { ComponentChildren } from 'preact';

export function Scroller({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
    <section class="scroller" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
