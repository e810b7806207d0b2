import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, type JsonObject } from '../../../schema/description';
import { blocksOf } from '../text';

/** What a root module declares, as far as it can be determined without evaluation. */
export interface RootModule {
  /** The resources of the requested type. */
  readonly resources: readonly DeclaredResource[];
  /** Whether it calls modules, where there may be more. */
  readonly callsModules: boolean;
}

export interface DeclaredResource {
  readonly name: string;
  /** With `count` or `for_each` there are several objects. */
  readonly repeated: boolean;
  /** The block's text, without comments. */
  readonly body: string;
}

/** Reads the configuration files of a folder. What cannot be read or parsed counts as empty. */
export function rootModule(folder: string, type: string): RootModule {
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
      body: [before?.body ?? '', resource.body].join('\n'),
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
  const { blocks } = blocksOf(text);
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
