import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './verdict';

/** A plan, settings, and what the policies make of them: results as `named` writes them. */
export interface PolicyCase {
  readonly name: string;
  /** What the file has. */
  readonly plan: unknown;
  /** Whether conftest runs with --combine. @default false */
  readonly combine?: boolean;
  /** `zone_policies`. @default none */
  readonly settings?: Settings;
  /** @default none */
  readonly deny?: readonly string[];
  /** @default none */
  readonly warn?: readonly string[];
}

/** What the policies get: with --combine, conftest makes one input of all files. */
export function inputOf({ plan, combine = false }: Pick<PolicyCase, 'plan' | 'combine'>): unknown {
  return combine ? [{ path: 'plan.json', contents: plan }] : plan;
}

/** The JSON of a plan, as far as the cases change it. */
export interface EditablePlan {
  resource_changes: EditableChange[];
  [member: string]: unknown;
}

export interface EditableChange {
  address: string;
  mode: string;
  type: string;
  provider_name: string;
  change: {
    actions: string[];
    after: Record<string, unknown> | null;

    after_unknown: Record<string, unknown>;
  };
}

const FIXTURES = join(__dirname, '..', 'fixtures');

/** A recorded plan of the policies or of the review (`npm run record-policies plans`, `npm run record-plans`). */
export function recorded(name: string): EditablePlan {
  const own = join(FIXTURES, 'policies', `${name}.json`);
  if (existsSync(own)) return JSON.parse(readFileSync(own, 'utf8')) as EditablePlan;
  const { shown } = JSON.parse(readFileSync(join(FIXTURES, 'plans', `${name}.json`), 'utf8')) as {
    readonly shown: EditablePlan;
  };
  return shown;
}

/** A recorded plan with an edit, for what the engine writes only in rare circumstances. */
export function edited(name: string, edit: (plan: EditablePlan) => void): EditablePlan {
  const plan = recorded(name);
  const { resource_changes: changes = [] } = plan;
  for (const { change } of changes) change.after_unknown = { ...change.after_unknown };
  edit(plan);
  return plan;
}

/** The change of an address. */
export function changeAt({ resource_changes: changes }: EditablePlan, address: string): EditableChange {
  const found = changes.find((change) => change.address === address);
  if (found === undefined) throw new Error(`no change of ${address}`);
  return found;
}

/** All policies but one are off. */
export function only(policy: string): { readonly levels: Readonly<Record<string, 'off'>> } {
  const others = POLICIES.filter((each) => each !== policy);
  return { levels: Object.fromEntries(others.map((each) => [each, 'off'])) };
}

export const POLICIES = [
  'approved-migrations',
  'destinations-in',
  'jobs-enabled',
  'known-losses',
  'no-cookies',
  'no-stored-secrets',
] as const;

/** A result of the policy for each object of a type. */
export const each = (policy: string, type: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${policy} ${type}.${name}`).sort();
/** The same for jobs. */
export const jobs = (policy: string, names: readonly string[]): readonly string[] =>
  each(policy, 'zone_logpush_job', names);
/** The same for migrations. */
export const migrations = (policy: string, names: readonly string[]): readonly string[] =>
  each(policy, 'zone_managed_rules_migration', names);
