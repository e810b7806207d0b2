import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import ts from 'typescript';

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
 * The notices of the packages in them come last in the first file, so that they go wherever it goes.
 *
 * @returns these notices
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
  const script = await readFile(join(root, 'scripts', 'provider-start.sh'), 'utf8');
  const start = Buffer.from(script.replace(/^ *#[^!].*\n/gm, ''));
  const functions = { service: moduleFunction(service), client: moduleFunction(client) };
  const { plugin, bytes } = packed({ ...functions, replies }, start.length);
  const main = await source(`import './main';`, [plugin]);
  await mkdir(folder, { recursive: true });
  await replace(join(folder, 'zone-provider.cjs'), main, 0o644);
  const notices = await noticesOf(root, [...packages].sort());
  const whole = Buffer.concat([start, bytes, Buffer.from(`\n${notices}`)]);
  await replace(join(folder, `terraform-provider-zone_v${version}`), whole, 0o755);
  return notices;
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
    contents: undescribed(await readFile(path, 'utf8')),
    loader: 'ts',
  }));
}

/** Which argument describes an attribute: the functions of schema/zone/values.ts. */
const DESCRIBED_BY = { computed: 1, computedObjects: 1, optional: 1, defaulted: 2, zoneOfObject: 0 };

/** The source with '' for each text that describes an attribute. */
function undescribed(source) {
  const file = ts.createSourceFile('', source, ts.ScriptTarget.Latest);
  const texts = [];
  const visit = (node) => {
    const isMember = ts.isPropertyAssignment(node) && node.name.getText(file) === 'description';
    const argument = ts.isCallExpression(node) && DESCRIBED_BY[node.expression.getText(file)];
    const text = isMember ? node.initializer : node.arguments?.[argument];
    if (text && isText(text)) texts.push(text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts.reduceRight(
    (rest, text) => `${rest.slice(0, text.getStart(file))}''${rest.slice(text.end)}`,
    source,
  );
}

function isText(node) {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isBinaryExpression(node) && isText(node.left) && isText(node.right))
  );
}

/**
 * Packs the service, the HTTP client and the replies that describe the provider. Each is unpacked when it is first required, and the code is
 * run (provider-shim/packed-code.ts); the client is `packed:client` to the service.
 *
 * The compressed bytes follow the shell lines in the file that the engine starts. In the file that Node.js loads they would
 * have to be text, or be read as if they were, at every start.
 *
 * @param {number} start where in the file the bytes begin
 * @returns the plugin for the bundle, and the bytes
 */
function packed({ service, client, replies }, start) {
  const both = Buffer.concat([replies.schema, replies.identities]);
  const parts = [both, service, client].map(compressed);
  const [ofReply, ofService, ofClient] = parts.map((part, index) => ({
    from: parts.slice(0, index).reduce((sum, before) => sum + before.length, start),
    length: part.length,
    id: createHash('sha256').update(part).digest('hex').slice(0, ID_DIGITS),
  }));
  const plugin = {
    name: 'packed',
    setup({ onLoad, onResolve, initialOptions }) {
      const { resolveDir } = initialOptions.stdin;
      const module = (contents) => ({ contents, resolveDir, loader: 'js' });
      onResolve({ filter: /^packed:client$/ }, ({ path }) => ({ path, namespace: 'packed' }));
      onLoad({ filter: /[/\\]zone-service\.ts$/ }, () =>
        module(`
          const find = (id) => id === 'packed:client' ? require('packed:client') : process.getBuiltinModule(id);
          module.exports = ${running('service', service, { ...ofService, isLast: false })};`),
      );
      onLoad({ filter: /[/\\]schema-reply\.ts$/ }, () =>
        module(`
          const unpacked = require('./program').unpack(${JSON.stringify(ofReply)});
          const replies = {
            schema: unpacked.subarray(0, ${replies.schema.length}),
            identities: unpacked.subarray(${replies.schema.length}),
          };
          exports.encodeSchemaReplies = () => replies;`),
      );
      onLoad({ filter: /.*/, namespace: 'packed' }, () =>
        module(`
          const find = (id) => process.getBuiltinModule(id);
          module.exports = ${running('client', client, { ...ofClient, isLast: true })};`),
      );
    },
  };
  return { plugin, bytes: Buffer.concat(parts) };
}

/** A module as the function to run. Put together at each start, the whole text would be in memory twice. */
function moduleFunction(code) {
  return Buffer.concat([Buffer.from('(function(require,module,exports){'), code, Buffer.from('\n})')]);
}

/** Digits of the hash by which the code knows its bytes: those of another build, or damaged ones, may decompress to something, too. */
const ID_DIGITS = 32;

function compressed(source) {
  return brotliCompressSync(source, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    },
  });
}

/** Code that runs the packed module with `find` as its `require`, and whose value is what it exports. */
function running(name, source, place) {
  const described = JSON.stringify({ name: `zone-provider/${name}.js`, size: source.length, ...place });
  return `require('./packed-code').runPacked(${described}, find)`;
}

const HEAD = `The provider's file contains parts of the packages below, which ask that their notices go with them.
Every other package that Zonewright uses is installed beside it, with its own licence.
`;

/** Name, version, licence and notice of every package that is in the provider's file. */
async function noticesOf(root, packages) {
  const notices = await Promise.all(packages.map((name) => notice(join(root, 'node_modules', name))));
  return [HEAD, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
}

async function notice(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`the package ${name} is bundled and has no licence file`);
  return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
}
