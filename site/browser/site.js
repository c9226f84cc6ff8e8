/** The search, and the menu on a narrow screen. The index is loaded when the search is first opened. */
(() => {
  const MAX_RESULTS = 20;
  const root = document.documentElement.dataset.root;
  const dialog = document.getElementById('search');
  const query = document.getElementById('query');
  const found = document.getElementById('found');
  const results = document.getElementById('results');
  let index;
  let rows;

  globalThis.siteSearch = {
    use(given) {
      rows = given;
      index = new MiniSearch({
        fields: ['title', 'page', 'text'],
        // `robotstream/lint`, `User-agent:` and `isAllowed()` are found by their words; `is allowed` is not `isAllowed`.
        tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== ''),
        searchOptions: {
          prefix: true,
          fuzzy: (word) => (word.length > 4 ? 0.2 : false),
          boost: { title: 6, page: 2 },
          // A page comes before a part of another one.
          boostDocument: (id) => (rows[id].address.includes('#') ? 1 : 1.5),
          combineWith: 'AND',
        },
      });
      index.addAll(rows.map((row, id) => ({ id, ...row })));
      search();
    },
  };

  function open() {
    if (dialog.open) return;
    dialog.showModal();
    query.select();
    if (index !== undefined) return;
    found.textContent = 'Loading…';
    load('assets/minisearch.js', () => load('assets/search-index.js'));
  }

  function load(address, then) {
    const script = document.createElement('script');
    script.src = root + address;
    script.onload = then ?? null;
    script.onerror = () => {
      found.textContent = 'The search could not be loaded.';
    };
    document.head.append(script);
  }

  function search() {
    const text = query.value.trim();
    const hits = text === '' || index === undefined ? [] : index.search(text);
    results.replaceChildren(...hits.slice(0, MAX_RESULTS).map(item));
    if (index === undefined) return;
    found.textContent = text === '' ? '' : hits.length === 0 ? 'Nothing found' : `${hits.length} found`;
  }

  function item({ id, terms }) {
    const { title, page, address, text } = rows[id];
    const link = document.createElement('a');
    link.href = root + address;
    link.append(element('strong', title), element('span', page), element('small', excerpt(text, terms)));
    const row = document.createElement('li');
    row.append(link);
    return row;
  }

  function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  }

  /** The text around the first of the words that were found. */
  function excerpt(text, terms) {
    const lower = text.toLowerCase();
    const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
    const start = Math.max(0, Math.min(...places, text.length) - 40);
    return (
      (places.length > 0 && start > 0 ? '…' : '') + text.slice(places.length > 0 ? start : 0).slice(0, 120)
    );
  }

  document.getElementById('open-search').addEventListener('click', open);
  query.addEventListener('input', search);
  // A link to a place on the same page has to be seen.
  results.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target === query) {
      event.preventDefault();
      results.querySelector('a')?.click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [query, ...results.querySelectorAll('a')];
    stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(document.activeElement) + step))].focus();
  });
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, [contenteditable]') !== null;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });

  const menu = document.querySelector('.menu');
  const narrow = matchMedia('(max-width: 56rem)');
  const fold = () => {
    if (menu !== null) menu.open = !narrow.matches;
  };
  fold();
  narrow.addEventListener('change', fold);
  // Scrolls the menu alone, not the page.
  const current = menu?.querySelector('[aria-current="page"]');
  if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 3;
})();
