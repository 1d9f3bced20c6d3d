import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * A path from the root, with forward slashes.
 * @param {string} path
 */
const fromRoot = (path) => relative(root, path).replaceAll(sep, '/');

/**
 * A folder with its subfolders, unless these have their own rule, and the folders that it may import. A folder may
 * import itself. `folder/**` means a folder and everything below it. An allowed file is an entry point: nothing else
 * of its folder may be imported. A key that is a file adds to the rule of its folder.
 * @typedef {Readonly<Record<string, readonly string[]>>} Layers
 */

/**
 * The folder whose rule applies to a file; null if there is none.
 * @param {Layers} layers
 * @param {string} path of a file from the root, with forward slashes
 */
export const layerOf = (layers, path) => {
  let found = null;
  for (const name of Object.keys(layers))
    if (path.startsWith(`${name}/`) && name.length > (found ?? '').length) found = name;
  return found;
};

/**
 * Why a file must not import another one; null if it may.
 * @param {Layers} layers
 * @param {string} from
 * @param {string} to
 */
export const whyForbidden = (layers, from, to) => {
  const [importer, imported] = [layerOf(layers, from), layerOf(layers, to)];
  if (importer === null) return `No rule for the folder of ${from}: add it to the layers in .oxlintrc.json.`;
  if (imported === importer) return null;
  const allowed = [...(layers[importer] ?? []), ...(layers[from] ?? [])];
  const isAllowed = allowed.some((name) =>
    name.endsWith('/**')
      ? `${imported ?? ''}/`.startsWith(name.slice(0, -2))
      : name === imported || name === to,
  );
  return isAllowed
    ? null
    : `${importer} must not import ${imported ?? to}: see the layers in .oxlintrc.json.`;
};

/** A plugin of oxlint that checks all imports against the layers. */
export default {
  meta: { name: 'vouch' },
  rules: {
    layers: {
      meta: { type: 'problem', schema: [{ type: 'object' }] },
      /** @param {any} context */
      create(context) {
        /** @type {[Layers]} */
        const [layers] = context.options;
        const from = fromRoot(context.filename);
        /** @param {any} node */
        const check = (node) => {
          const target = node.source?.value;
          if (typeof target !== 'string' || !target.startsWith('.')) return;
          const message = whyForbidden(layers, from, fromRoot(resolve(dirname(context.filename), target)));
          if (message !== null) context.report({ node, message });
        };
        return {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          TSImportType: check,
        };
      },
    },
  },
};
