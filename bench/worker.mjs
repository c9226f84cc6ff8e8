// @ts-check
/** The other end of `harness/child.mjs`. */
const [name, parameters] = process.argv.slice(2);

try {
  const { default: job } = await import(`./jobs/${name}.mjs`);
  const result = await job(JSON.parse(parameters));
  process.send?.({ result });
} catch (error) {
  process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
