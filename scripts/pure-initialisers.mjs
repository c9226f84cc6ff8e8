/**
 * Lets bundlers leave out what a program does not use. A bundler keeps a constant that is made by a call, a spread or a getter, and a class
 * with a computed name, because making them could have an effect. No module of this package has one (`sideEffects` in package.json). So
 * they are made in a function whose call is marked as pure: `const TABLE = makeTable()` becomes `const TABLE = PURE (() => (makeTable()))()`.
 */

/** Nodes that may run code when they are evaluated. */
const MAY_RUN = new Set([
  'CallExpression',
  'NewExpression',
  'TaggedTemplateExpression',
  'SpreadElement',
  'MemberExpression',
]);

/** Nodes whose inside does not run when they are evaluated. */
const RUN_LATER = new Set(['FunctionExpression', 'ArrowFunctionExpression']);

export const pureInitialisers = {
  name: 'pure-initialisers',
  renderChunk(code) {
    let text = '';
    let end = 0;
    for (const { declarations = [] } of this.parse(code).body) {
      for (const { id, init } of declarations) {
        if (!mayRun(init)) continue;
        text += `${code.slice(end, init.start)}/* @__PURE__ */ (() => (${named(code.slice(init.start, init.end), id, init)}))()`;
        end = init.end;
      }
    }
    return { code: text + code.slice(end) };
  },
};

/** The text of an initialiser. A class without a name gets that of its constant, as it would outside a function. */
function named(text, id, init) {
  return init.type === 'ClassExpression' && init.id === null
    ? text.replace('class', `class ${id.name}`)
    : text;
}

/** Whether evaluating a node, or a list of nodes, may run code. */
function mayRun(node) {
  if (typeof node !== 'object' || node === null || RUN_LATER.has(node.type)) return false;
  return MAY_RUN.has(node.type) || node.computed === true || Object.values(node).some(mayRun);
}
