import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import {
  appOf,
  isStack,
  stacksOf,
  type SynthesizableApp,
  type SynthesizableStack,
  synthesis,
  inTemporaryFolder,
} from './root-modules';

/** A synthesized document: blocks of Terraform's JSON syntax by kind, such as `resource` and `output`. */
export type SynthesizedDocument = Readonly<Record<string, unknown>>;

/**
 * What a stack synthesizes to, after all validations, for snapshots: without metadata, versions of providers, hashes
 * of assets, and the folders of local states and modules, which vary by release, machine or working folder. Keys are in
 * alphabetical order.
 *
 * @returns the document of a stack, or those of all stacks of an app by name
 * @throws Error whatever the synthesis throws; `problemsOf` returns it as data
 * @example
 * expect(synthesized(stack)).toMatchSnapshot();
 */
export function synthesized(stack: SynthesizableStack): SynthesizedDocument;
export function synthesized(app: SynthesizableApp): Readonly<Record<string, SynthesizedDocument>>;
export function synthesized(one: SynthesizableApp | SynthesizableStack): SynthesizedDocument {
  return inTemporaryFolder((folder) => {
    const synthesizeOne = synthesis(appOf(one), folder);
    const document = (stack: SynthesizableStack): SynthesizedDocument => {
      synthesizeOne(stack);
      const whole: unknown = JSON.parse(JSON.stringify(stack.toTerraform()));
      return lasting(whole, hashedPaths(stack)) as SynthesizedDocument;
    };
    if (isStack(one)) return document(one);
    return Object.fromEntries(stacksOf(one).map((stack) => [stack.node.id, document(stack)]));
  });
}

/** The paths of a stack's assets whose hash follows from their content, each with the path to show instead. */
function hashedPaths(stack: SynthesizableStack): readonly (readonly [path: string, shown: string])[] {
  const assets = stack.node.findAll() as readonly { readonly path?: unknown; readonly assetHash?: unknown }[];
  return assets.flatMap(({ path, assetHash: hash }) =>
    typeof path === 'string' && typeof hash === 'string' && /^[0-9A-F]{32}$/.test(hash)
      ? [[path, path.replace(hash, '<hash>')] as const]
      : [],
  );
}

/** Where a document has paths of files of its stack. */
const OWN_FILE =
  /^(?:terraform\/backend\/local|data\/terraform_remote_state\/[^/]+\/config)\/(?:path|workspace_dir)$|^module\/[^/]+\/source$/;

/** A value without what varies. */
function lasting(
  value: unknown,
  hashed: ReturnType<typeof hashedPaths>,
  path: readonly string[] = [],
): unknown {
  if (typeof value === 'string') {
    if (OWN_FILE.test(path.join('/')) && isAbsolute(value)) return inPackage(value);
    return hashed.reduce((text, [asset, shown]) => text.replaceAll(asset, shown), value);
  }
  if (Array.isArray(value)) return value.map((element) => lasting(element, hashed, path));
  if (typeof value !== 'object' || value === null) return value;
  const isProvider = path.length === 3 && path[0] === 'terraform' && path[1] === 'required_providers';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '//' && !(isProvider && name === 'version'))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, lasting(member, hashed, [...path, name])]),
  );
}

/** The state that cdktf keeps in the working folder when no backend says otherwise. */
const STATE_OF_STACK = /^terraform\..+\.tfstate$/;

/** A path relative to the package that it is in, wherever the tests run; without a package, the name alone. */
function inPackage(path: string): string {
  const [name, folder] = [basename(path), dirname(path)];
  if (folder === process.cwd() && STATE_OF_STACK.test(name)) return name;
  for (let above = folder; above !== dirname(above); above = dirname(above))
    if (existsSync(join(above, 'package.json'))) return relative(above, path);
  return name;
}
