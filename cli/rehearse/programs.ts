import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { blocksOf } from '../../provider-shim/sdk/text';
import { CommandFailure, reasonOf } from '../terminal/failure';

/**
 * @param folder the stack, or its copy
 * @throws CommandFailure if the engine would run programs that a module of the stack names, or a file cannot be read as it reads it
 */
export function checkPrograms(stack: string, folder = stack): void {
  for (const file of modulesOf(folder).flatMap((module) => configurationIn(folder, module))) {
    const seen = programIn(resolve(folder, file));
    if (seen !== undefined) throw reachesElsewhere(stack, `${file} ${seen}`);
  }
}

export function reachesElsewhere(stack: string, seen: string): CommandFailure {
  return new CommandFailure({
    message: `the stack ${basename(stack)} cannot be rehearsed: apply would change more than the copy`,
    seen: [seen],
    allowed: ['zonewright/zone, terraform_data without provisioners, and hashicorp/null, random and time'],
    hints: ['remove it, or move what Zonewright manages into a stack without it'],
  });
}

/** The folders of the root module and of those that the engine installed, from the stack's or absolute. */
function modulesOf(stack: string): readonly string[] {
  const file = join(stack, '.terraform', 'modules', 'modules.json');
  if (!existsSync(file)) return ['.'];
  const { Modules: modules } = JSON.parse(readFileSync(file, 'utf8')) as { Modules: { Dir: string }[] };
  return [...new Set(['.', ...modules.map(({ Dir: folder }) => folder)])];
}

/** The files that the engine reads of a module, from the stack's folder or absolute. */
export function configurationIn(stack: string, folder = '.'): readonly string[] {
  const path = resolve(stack, folder);
  const all = existsSync(path) ? readdirSync(path) : [];
  return all.filter((name) => /^[^.][^]*\.(tf|tofu)(\.json)?$/.test(name)).map((name) => join(folder, name));
}

/** What a file of the configuration has that runs programs, and its line; or why that cannot be told. */
function programIn(file: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    for (const { path, at, reads } of file.endsWith('.json') ? namesIn(text) : blocksIn(text)) {
      const found = programAt(path, reads);
      if (found === undefined) continue;
      return `has ${found} in line ${text.slice(0, at).split('\n').length}, which may run programs`;
    }
    return undefined;
  } catch (error) {
    return `cannot be read: ${reasonOf(error)}`;
  }
}

/** A block, or a member of an object in JSON: its words after those around it, and if it may name a backend that is not local. */
type Place = { readonly path: readonly string[]; readonly at: number; readonly reads: boolean };

function programAt([block, kind, name, last]: readonly string[], reads: boolean): string | undefined {
  if ((block === 'resource' && last === 'provisioner') || (block === 'removed' && kind === 'provisioner'))
    return 'a provisioner';
  if (kind === 'encryption' && (name === 'key_provider' || name === 'method') && last === 'external')
    return `an external ${name}`;
  if (block === 'data' && kind === 'terraform_remote_state' && reads)
    return 'a terraform_remote_state with a backend that is not "local"';
  return undefined;
}

function* blocksIn(text: string): Generator<Place> {
  const { blocks, isWhole } = blocksOf(text);
  if (!isWhole) throw new Error('a text, a heredoc or a comment has no end');
  for (const { path, body, at } of blocks) {
    yield { path, at, reads: /\bbackend\s*=(?!\s*"local"\s*(?:\n|$))/.test(body) };
    if (path.some((word) => word.includes('\\'))) throw new Error('a label has an escape');
  }
}

/** The engine takes a name several times in an object, and its escapes; lists may be between objects. */
function* namesIn(text: string): Generator<Place> {
  JSON.parse(text);
  const path: string[] = [];
  const tokens = text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g);
  for (const { 0: token, 1: name, index: at } of tokens) {
    if (token === '{') path.push('');
    else if (token === '}') path.pop();
    else if (name !== undefined) {
      path.splice(-1, 1, JSON.parse(name) as string);
      yield { path, at, reads: path[3] === 'backend' && !/^\s*"local"/.test(text.slice(at + token.length)) };
    }
  }
}
