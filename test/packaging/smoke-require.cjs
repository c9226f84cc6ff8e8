/** What `require` gives of each entry point is what `import` gives. Prints `require: ok`. */
const ENTRIES = [
  'robotstream',
  'robotstream/web',
  'robotstream/compare',
  'robotstream/crawlers',
  'robotstream/lint',
  'robotstream/page',
  'robotstream/compat/robots-parser',
  '@robotstream/client',
  '@robotstream/client/crawlee',
  '@robotstream/client/playwright',
  '@robotstream/survey',
  '@robotstream/audit',
];

async function compare(entry) {
  const required = require(entry);
  const imported = await import(entry);
  // Node's name for what `require` gives instead of the exports.
  const whole = imported['module.exports'];
  const same =
    whole === undefined
      ? Object.keys(imported).every((name) => required[name] === imported[name])
      : required === whole;
  if (!same) throw new Error(`require and import of ${entry} differ`);
}

Promise.all(ENTRIES.map(compare)).then(() => console.log('require: ok'));
