import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { packed } from './packed-modules.mjs';

/** What every bundle of the provider shares. */
const COMMON = {
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  // Their place is THIRD-PARTY-NOTICES.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/**
 * Builds the provider as the file that the engine starts, named as the engine expects it, and the one that Node.js loads.
 *
 * The first is a short shell start, followed by what the handshake does not need, packed, to be unpacked when it is. The
 * schema replies in it are encoded here once, so that no start has to. The second is `.cjs`: Node.js then reads no package.json
 * of the folders above, which could change how it reads the file.
 *
 * Node.js gets no flag of V8: with one, V8 refuses the compiled code that Node.js brings for its own modules, and a start
 * compiles them anew, which takes as long as all the rest of it.
 *
 * @returns the names of the packages that are in the files
 */
export async function buildProvider(root, folder, version) {
  const shim = join(root, 'provider-shim');
  const packages = new Set();
  const source = (...args) => bundled(packages, shim, ...args);
  const replies = await encodeSchemaReplies(source);
  const client = await source(
    `export * from './api/http/undici'; export * from './api/http/undici-proxy';`,
    [],
  );
  const service = await source(
    `export * from './zone-service';`,
    [
      { name: 'client-elsewhere', setup: clientElsewhere },
      { name: 'without-descriptions', setup: withoutDescriptions },
    ],
    { ZONEWRIGHT_VERSION: JSON.stringify(version) },
  );
  const start = await readFile(join(root, 'scripts', 'provider-start.sh'));
  const { plugin, bytes } = packed({ service, client, replies }, start.length);
  const main = await source(`import './main';`, [plugin]);
  await mkdir(folder, { recursive: true });
  await replace(join(folder, 'zone-provider.cjs'), main, 0o644);
  await replace(join(folder, `terraform-provider-zone_v${version}`), Buffer.concat([start, bytes]), 0o755);
  return [...packages].sort();
}

async function replace(path, content, mode) {
  await writeFile(`${path}.new`, content, { mode });
  await rename(`${path}.new`, path);
}

async function encodeSchemaReplies(source) {
  const code = await source(`export * from './schema-reply';`, []);
  const module = { exports: {} };
  new Function('require', 'module', 'exports', Buffer.from(code).toString())(
    createRequire(import.meta.url),
    module,
    module.exports,
  );
  return module.exports.encodeSchemaReplies();
}

async function bundled(packages, shim, contents, plugins, define = {}) {
  const result = await build({
    ...COMMON,
    stdin: { contents, resolveDir: shim, loader: 'ts' },
    plugins,
    define,
  });
  for (const path of Object.keys(result.metafile.inputs)) {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path) ?? [];
    if (name !== undefined) packages.add(name);
  }
  return result.outputFiles[0].contents;
}

/** Inside the service, the HTTP client is `packed:client`. */
function clientElsewhere({ onLoad, onResolve }) {
  onResolve({ filter: /^packed:client$/ }, ({ path }) => ({ path, external: true }));
  onLoad({ filter: /[/\\]api[/\\]http[/\\]undici(-proxy)?\.ts$/ }, () => ({
    contents: `module.exports = require('packed:client');`,
  }));
}

/** Only the schema replies hold the texts that describe the attributes, and they are encoded already. */
function withoutDescriptions({ onLoad }) {
  onLoad({ filter: /[/\\]schema[/\\].*\.ts$/ }, async ({ path }) => ({
    contents: emptied(await readFile(path, 'utf8'), 'description'),
    loader: 'ts',
  }));
}

/** The source with '' for each text that a member of this name is given. */
function emptied(source, name) {
  const file = ts.createSourceFile('', source, ts.ScriptTarget.Latest);
  const texts = [];
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText(file) === name && isText(node.initializer))
      texts.push(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return texts.reduceRight(
    (rest, text) => `${rest.slice(0, text.getStart(file))}''${rest.slice(text.end)}`,
    source,
  );
}

function isText(node) {
  return (
    ts.isStringLiteralLike(node) || (ts.isBinaryExpression(node) && isText(node.left) && isText(node.right))
  );
}
