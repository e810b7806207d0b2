import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { buildSync } from 'esbuild';
import { adoptCommand, type AdoptOptions } from '../../cli/commands/run-adopt';
import { running, type Run } from '../migration-cli/running';
import { createWorkspace, type TestService, type Workspace } from '../support/workspace';

const ROOT = join(__dirname, '..', '..');

/** Runs `zonewright adopt`. */
export function runAdopt(
  service: Pick<TestService, 'env'>,
  zones: readonly string[],
  options: AdoptOptions,
  onLine?: (line: string) => void,
): Promise<Run> {
  const env = { ...service.env, XDG_CACHE_HOME: join(options.out, '..', 'cache') };
  return running((terminal) => adoptCommand({ terminal, env }, options, zones), onLine);
}

/** A module of the folder, with one provider for all commands. */
export function moduleIn(
  folder: string,
  service: Pick<TestService, 'env'>,
  variables: object = {},
): Promise<Workspace> {
  const values = Object.entries(variables).map(([name, value]) => [`TF_VAR_${name}`, String(value)]);
  return createWorkspace({
    folder,
    env: { ...service.env, ...Object.fromEntries(values) },
    startedBy: 'workspace',
  });
}

/** Gives a generated project its packages, which are those of this repository. */
export function linkPackages(project: string): void {
  mkdirSync(join(project, 'node_modules', '@types'), { recursive: true });
  symlinkSync(ROOT, join(project, 'node_modules', 'zonewright'));
  for (const name of ['cdktf', 'constructs', '@types/node'])
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
}

/** Synthesizes a generated project that has its packages. @returns the stack's folder */
export function synthesize(project: string): string {
  buildSync({
    entryPoints: [join(project, 'main.ts')],
    outfile: join(project, 'dist', 'main.js'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    logLevel: 'error',
  });
  execFileSync(process.execPath, ['dist/main.js'], { cwd: project, stdio: 'pipe' });
  return join(project, 'cdktf.out', 'stacks', 'zones');
}

/** Checks the types of a generated project against the sources of this package. @throws with what the compiler says */
export function compile(project: string): void {
  const config = {
    extends: './tsconfig.json',
    compilerOptions: {
      noEmit: true,
      esModuleInterop: true,
      // As this package's own sources are checked.
      noUncheckedIndexedAccess: true,
      paths: { zonewright: [join(ROOT, 'lib', 'index.ts')] },
    },
  };
  writeFileSync(join(project, 'tsconfig.check.json'), JSON.stringify(config));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.check.json'], { cwd: project, stdio: 'pipe' });
  } catch (error) {
    throw new Error(String((error as { stdout: Buffer }).stdout));
  }
}

/** What a plan does: the addresses for each list of actions, imports apart. It is saved as `adopted.tfplan`. */
export async function actionsOf(workspace: Workspace): Promise<Readonly<Record<string, readonly string[]>>> {
  const { exitCode, stdout, stderr } = await workspace.plan({ out: 'adopted.tfplan' });
  if (exitCode === 1) throw new Error(`the plan failed:\n${stdout}\n${stderr}`);
  const { json } = await workspace.showJson('adopted.tfplan');
  const found: Record<string, string[]> = {};
  for (const { address, change } of (json as ShownPlan).resource_changes ?? [])
    (found[`${change.importing ? 'import ' : ''}${change.actions.join(' ')}`] ??= []).push(address);
  return Object.fromEntries(Object.entries(found).map(([action, all]) => [action, all.sort()]));
}

interface ShownPlan {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly change: { readonly actions: readonly string[]; readonly importing?: object };
  }[];
}

/** All files of a folder that are for the repository, by path. */
export function committedFiles(folder: string, below = ''): Map<string, string> {
  const ignored =
    /tfvars\.json$|^\.zonewright-adopt|^\.terraform|^terraform\.d|^node_modules|^dist|^cdktf\.out|tfstate|tfplan|^\.provider|^\.home/;
  const files = new Map<string, string>();
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (ignored.test(path)) continue;
    if (entry.isDirectory()) for (const [name, text] of committedFiles(folder, path)) files.set(name, text);
    else files.set(path, readFileSync(join(folder, path), 'utf8'));
  }
  return files;
}

/** Saves the rules that the service generates as the first step of the migration, as people do. */
export async function beginValidation(
  { env }: TestService,
  zoneId: string,
  override: object | undefined,
): Promise<void> {
  const call = async (path: string, init: RequestInit = {}): Promise<{ readonly result: Generated }> => {
    const headers = {
      authorization: `Bearer ${env['ZONEWRIGHT_API_TOKEN']}`,
      'content-type': 'application/json',
    };
    const answer = await fetch(`${env['ZONEWRIGHT_BASE_URL']}/zones/${zoneId}/${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { readonly result: Generated };
  };
  const { result } = await call('waf_migration/config?phase_two=1');
  const rules = result.rules.map((rule) => {
    const { id, overrides } = rule.action_parameters;
    if (id !== 'efb7b8c949ac4650a09736fc376e9aee' || override === undefined) return rule;
    const all = { ...overrides, rules: [...(overrides?.rules ?? []), override] };
    return { ...rule, action_parameters: { ...rule.action_parameters, overrides: all } };
  });
  const body = JSON.stringify({ name: result.name, rules });
  const step = 'waf_migration=validation&phase_two=1';
  await call(`rulesets/phases/http_request_firewall_managed/entrypoint?${step}`, { method: 'PUT', body });
}

interface Generated {
  readonly name: string;
  readonly rules: readonly {
    readonly action_parameters: {
      readonly id?: string;
      readonly overrides?: { readonly rules?: readonly object[] };
    };
  }[];
}
