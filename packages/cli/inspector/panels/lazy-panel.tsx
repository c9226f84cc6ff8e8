/** A panel whose code is loaded when its tab is first opened, or another part of the page when it is first shown. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Fault } from './parts.js';

/**
 * @param load loads the panel; if it fails, the page says so, and tries again when the tab is opened again
 */
export function lazyPanel<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loaded = signal<{ readonly View: ComponentType<Props> } | null>(null);
  const hasFailed = signal(false);
  return function LazyPanel(props: Props) {
    useLayoutEffect(() => {
      if (loaded.peek() !== null) return;
      hasFailed.value = false;
      load().then(
        (View) => {
          loaded.value = { View };
        },
        () => {
          hasFailed.value = true;
        },
      );
    }, []);
    if (loaded.value !== null) return <loaded.value.View {...props} />;
    if (hasFailed.value) return <Fault fault="This tab cannot be loaded. Open it again to try again." />;
    return <p class="hint">Loading…</p>;
  };
}
