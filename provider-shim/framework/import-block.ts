import { rootModule } from './declared-resources';

/** Stands where the address could not be found out. */
export const ADDRESS_PLACEHOLDER = 'RESOURCE_ADDRESS';

/**
 * A ready `import` block for an object that exists already.
 *
 * The engine does not tell a provider the address of what it plans, but it starts it in the root module's folder.
 * So the address is looked up there; where that is not certain (the resource may be in a module, has `count` or
 * `for_each`, or there are several), a placeholder stands in, and the text says what to put there.
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
    ? `${block}\n\n(In place of ${ADDRESS_PLACEHOLDER} put the address that stands after "with" above, with its module and index.)`
    : block;
}

function findAddress(type: string, id: string, folder: string): string | undefined {
  const { resources, callsModules } = rootModule(folder, type);
  const naming = resources.filter(({ body }) => body.includes(`"${id}"`));
  // One that does not name the id in clear text may still have it, but so may one of a module.
  const candidates = naming.length > 0 || callsModules ? naming : resources;
  const [only, ...others] = candidates;
  return only && others.length === 0 && !only.repeated ? `${type}.${only.name}` : undefined;
}
