import { rootModule } from './declared-resources';

/** Takes the place of an address that could not be determined. */
export const ADDRESS_PLACEHOLDER = 'RESOURCE_ADDRESS';

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
    ? `${block}\n\n(Replace ${ADDRESS_PLACEHOLDER} with the address after "with" above, including its module and index.)`
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
