import { sep } from 'node:path';
import {
  appOf,
  isStack,
  stacksOf,
  type SynthesizableApp,
  type SynthesizableStack,
  synthesis,
} from './app-of-stacks';
import { inTemporaryFolder } from './temporary-folder';

/** A synthesized document: blocks of Terraform's JSON syntax by kind, such as `resource` and `output`. */
export type SynthesizedDocument = Readonly<Record<string, unknown>>;

/** Where `TerraformAsset` puts a file: the hash of its content is part of the path. */
const ASSET_HASH = /(\bassets\/[^/]+\/)[0-9A-F]{32}\b/g;

/**
 * What a stack synthesizes to, after all validations, for snapshots: without metadata, versions of providers, hashes
 * of assets and absolute paths, which vary by release or machine. Keys are in alphabetical order.
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
      return lasting(whole, folder) as SynthesizedDocument;
    };
    if (isStack(one)) return document(one);
    return Object.fromEntries(stacksOf(one).map((stack) => [stack.node.id, document(stack)]));
  });
}

/** A value without what varies. */
function lasting(value: unknown, folder: string, path: readonly string[] = []): unknown {
  if (typeof value === 'string')
    return value
      .replaceAll(folder + sep, '')
      .replaceAll(process.cwd() + sep, '')
      .replace(ASSET_HASH, '$1<hash>');
  if (Array.isArray(value)) return value.map((element) => lasting(element, folder, path));
  if (typeof value !== 'object' || value === null) return value;
  const isProvider = path.length === 3 && path[0] === 'terraform' && path[1] === 'required_providers';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '//' && !(isProvider && name === 'version'))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, lasting(member, folder, [...path, name])]),
  );
}
