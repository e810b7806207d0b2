import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stands where the address could not be found out. */
export const ADDRESS_PLACEHOLDER = 'RESOURCE_ADDRESS';

/**
 * A ready `import` block for an object that exists already.
 *
 * The engine does not tell a provider the address of what it plans, but it starts it in the root module's folder.
 * So the address is looked up there; where that is not certain (the resource is in a module, has `count` or
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
    ? `${block}\n\n(In place of ${ADDRESS_PLACEHOLDER} put the address that stands after "with" above.)`
    : block;
}

interface Declared {
  readonly name: string;
  readonly body: string;
}

function findAddress(type: string, id: string, folder: string): string | undefined {
  const declared = configurationFiles(folder).flatMap((file) =>
    file.endsWith('.json') ? declaredInJson(type, file) : declaredInHcl(type, file),
  );
  const naming = declared.filter(({ body }) => body.includes(`"${id}"`));
  const [only, ...others] = naming.length > 0 ? naming : declared;
  if (!only || others.length > 0 || /^\s*"?(count|for_each)"?\s*[=:]/m.test(only.body)) return undefined;
  return `${type}.${only.name}`;
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

function declaredInHcl(type: string, file: string): readonly Declared[] {
  const header = new RegExp(`^[ \\t]*resource\\s+"?${type}"?\\s+"?([\\w-]+)"?\\s*\\{`, 'gm');
  const text = read(file);
  return [...text.matchAll(header)].map((match) => {
    const rest = text.slice(match.index + match[0].length);
    const end = rest.search(/^\}|\}\s*$(?![\s\S])/m);
    return { name: match[1] ?? '', body: end === -1 ? rest : rest.slice(0, end) };
  });
}

function declaredInJson(type: string, file: string): readonly Declared[] {
  try {
    const document = JSON.parse(read(file)) as { resource?: Record<string, Record<string, unknown>> };
    return Object.entries(document.resource?.[type] ?? {}).map(([name, body]) => ({
      name,
      body: JSON.stringify(body, null, 2),
    }));
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
