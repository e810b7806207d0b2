import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packed } from './packed-modules.mjs';
import { whatIsSent } from './undici-parts.mjs';

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
 * Builds the provider as the one file that the engine starts, named as the engine expects it.
 *
 * Three things are done here once so that no start has to: the schema reply is encoded; all that the handshake does
 * not need is packed, to be unpacked when it is; and a short shell start replaces `#!/usr/bin/env node`, which also keeps
 * the young generation of V8 at 4 MB: at its default of 16, what a fleet leaves behind takes 20 MB more, and no less CPU.
 *
 * @returns the names of the packages that are in the file
 */
export async function buildProvider(root, folder, version) {
  const shim = join(root, 'provider-shim');
  const packages = new Set();
  const source = (...args) => bundled(packages, shim, ...args);
  const schemaReply = await encodeSchemaReply(source);
  const client = await source(`export * from './api/undici'; export * from './api/undici-proxy';`, [
    whatIsSent(),
  ]);
  const service = await source(
    `export * from './zone-service';`,
    [{ name: 'client-elsewhere', setup: clientElsewhere }],
    { ZONEWRIGHT_VERSION: JSON.stringify(version) },
  );
  const { plugin, trailer } = packed({ service, client, schemaReply });
  const main = await source(`import './main';`, [plugin]);
  await mkdir(folder, { recursive: true });
  // Without this, a package.json with "type": "module" in a folder above would change how Node reads the file.
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  const start = await readFile(join(root, 'scripts', 'provider-start.sh'));
  const name = join(folder, `terraform-provider-zone_v${version}`);
  await writeFile(`${name}.new`, Buffer.concat([start, main, trailer]), { mode: 0o755 });
  await rename(`${name}.new`, name);
  return [...packages].sort();
}

async function encodeSchemaReply(source) {
  const code = await source(`export * from './schema-reply';`, []);
  const module = { exports: {} };
  new Function('require', 'module', 'exports', Buffer.from(code).toString())(
    createRequire(import.meta.url),
    module,
    module.exports,
  );
  return module.exports.encodeSchemaReply();
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
  onLoad({ filter: /[/\\]api[/\\]undici(-proxy)?\.ts$/ }, () => ({
    contents: `module.exports = require('packed:client');`,
  }));
}
