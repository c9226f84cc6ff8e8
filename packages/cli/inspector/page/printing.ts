/** Whether the page is being printed: paper has all of what the screen folds. */
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export function usePrinting(): ReadonlySignal<boolean> {
  const isPrinted = useSignal(false);
  useEffect(() => {
    const ending = new AbortController();
    for (const event of ['beforeprint', 'afterprint']) {
      const follow = (): void => {
        isPrinted.value = event === 'beforeprint';
      };
      window.addEventListener(event, follow, ending);
    }
    return () => ending.abort();
  }, [isPrinted]);
  return isPrinted;
}
