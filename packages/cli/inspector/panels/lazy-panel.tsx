/** A panel whose code is loaded when its tab is first opened. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Fault } from './parts.js';

/**
 * @param load loads the panel; if it fails, the page says so, and tries again when the tab is opened again
 */
export function lazyPanel(load: () => Promise<ComponentType>): ComponentType {
  const loaded = signal<{ readonly View: ComponentType } | null>(null);
  const hasFailed = signal(false);
  return function LazyPanel() {
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
    if (loaded.value !== null) return <loaded.value.View />;
    if (hasFailed.value) return <Fault fault="This tab cannot be loaded. Open it again to try again." />;
    return <p class="hint">Loading…</p>;
  };
}
