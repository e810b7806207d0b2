import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, type JsonObject } from '../../schema';
import { blocksOf } from '../sdk/text';

/** Takes the place of an address that could not be determined. */
const ADDRESS_PLACEHOLDER = 'RESOURCE_ADDRESS';

/**
 * A ready `import` block for an object that already exists.
 *
 * The engine does not send the address of what it plans to a provider, but it starts the provider in the root module's
 * folder. The address is looked up there. Where that is not certain (the resource may be in a module, has `count` or
 * `for_each`, or there are several), the block has a placeholder and the text says how to replace it.
 *
 * @param folder the root module's folder
 */
export function importBlock(type: string, id: string, folder: string): string {
  const address = findAddress(type, id, folder);
  const block = [
    'import {',
    `  to = ${address ?? ADDRESS_PLACEHOLDER}`,
    `  id = ${JSON.stringify(id)}`,
    '}',
  ].join('\n');
  return address === undefined
    ? `${block}\n\n(Replace ${ADDRESS_PLACEHOLDER} with the address after "with" above, including its module and index. The ` +
        'block of a resource in a module is written in the root module, by who calls the module. From Terraform and OpenTofu ' +
        '1.7 it can have for_each.)'
    : block;
}

function findAddress(type: string, id: string, folder: string): string | undefined {
  const { resources, callsModules } = rootModule(folder, type);
  const naming = resources.filter(({ body }) => body.includes(`"${id}"`));
  // A resource that does not name the id literally may still have it, but so may one in a module.
  const candidates = naming.length > 0 || callsModules ? naming : resources;
  const [only, ...others] = candidates;
  return only && others.length === 0 && !only.repeated ? `${type}.${only.name}` : undefined;
}

/** What a root module declares, as far as it can be determined without evaluation. */
interface RootModule {
  /** The resources of the requested type. */
  readonly resources: readonly DeclaredResource[];
  /** Whether it calls modules, where there may be more. */
  readonly callsModules: boolean;
}

interface DeclaredResource {
  readonly name: string;
  /** With `count` or `for_each` there are several objects. */
  readonly repeated: boolean;
  /** The block's text, without comments. */
  readonly body: string;
}

/** Reads the configuration files of a folder. What cannot be read or parsed counts as empty. */
function rootModule(folder: string, type: string): RootModule {
  const files = configurationFiles(folder).map((file) =>
    file.endsWith('.json') ? declaredInJson(type, read(file)) : declaredInHcl(type, read(file)),
  );
  return {
    resources: merged(files.flatMap(({ resources }) => resources)),
    callsModules: files.some(({ callsModules }) => callsModules),
  };
}

/** An override file declares a resource again; it is still one. */
function merged(resources: readonly DeclaredResource[]): readonly DeclaredResource[] {
  const byName = new Map<string, DeclaredResource>();
  for (const resource of resources) {
    const before = byName.get(resource.name);
    byName.set(resource.name, {
      name: resource.name,
      repeated: resource.repeated || before?.repeated === true,
      body: `${before?.body ?? ''}\n${resource.body}`,
    });
  }
  return [...byName.values()];
}

function configurationFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.(tf|tofu)(\.json)?$/.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function declaredInHcl(type: string, text: string): RootModule {
  const blocks = blocksOf(text);
  return {
    resources: blocks
      .filter(({ path }) => path[0] === 'resource' && path[1] === type && path.length === 3)
      .map(({ path, body }) => ({
        name: path[2] ?? '',
        repeated: /(^|[{\n])[^\S\n]*(count|for_each)[^\S\n]*=/.test(body),
        body,
      })),
    callsModules: blocks.some(({ path }) => path[0] === 'module'),
  };
}

function declaredInJson(type: string, text: string): RootModule {
  const document = parsed(text);
  const byName = objects(document['resource']).flatMap((byType) => objects(byType[type]));
  return {
    resources: byName.flatMap((named) =>
      Object.entries(named).flatMap(([name, bodies]) =>
        objects(bodies).map((body) => ({
          name,
          repeated: 'count' in body || 'for_each' in body,
          body: JSON.stringify(body),
        })),
      ),
    ),
    callsModules: objects(document['module']).some((modules) => Object.keys(modules).length > 0),
  };
}

/** Where the JSON syntax takes an object, it also takes an array of them. */
function objects(value: unknown): readonly JsonObject[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter(isRecord);
}

function parsed(text: string): JsonObject {
  try {
    return objects(JSON.parse(text))[0] ?? {};
  } catch {
    return {};
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * How to remove an object from the state while the service keeps what it manages: a sentence for the end of a message. It
 * covers an object of the root module, of a module, of `count` or `for_each`, and a construct.
 *
 * @param type the type of the resource
 */
export function waysToForget(type: string): string {
  return `replace its resource block with this block in the root module (Terraform 1.7 or newer), and apply, on OpenTofu with -refresh=false:

  removed {
    from = ${type}.NAME
    lifecycle {
      destroy = false
    }
  }

In a module, from is module.MODULE.${type}.NAME. With count or for_each, the block takes no key and forgets all instances. To forget one of them, or the rest of a replaced object, run:

  terraform state rm '${type}.NAME["KEY"]'

In TypeScript, call forget() on the construct. If it is gone, write instead:

  ${constructOf(type)}.forget(stack, '${type}.NAME');

terraform state list shows full addresses.`;
}

/** The class of a resource in TypeScript: `LogpushJob` for `zone_logpush_job`. */
function constructOf(type: string): string {
  return type.replace(/^[^_]*/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
