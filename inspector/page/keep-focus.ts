/** Focus that an element loses because it is removed: the browser would give it to nothing. */

/**
 * Gives the focus to a part of a region when the element of the region that has it is removed, so that the keyboard goes on there.
 *
 * @param selector names that part, which may be replaced meanwhile
 */
export function keepFocus(region: HTMLElement, selector: string): void {
  let focused: EventTarget | null = null;
  region.addEventListener('focusin', ({ target }) => {
    focused = target;
  });
  new MutationObserver(() => {
    if (focused === null || region.contains(focused as Node)) return;
    focused = null;
    if (document.activeElement !== document.body) return;
    region.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }).observe(region, { childList: true, subtree: true });
}
