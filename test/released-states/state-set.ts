import type { RunningEmulator, SeedDocument } from '../../emulator';

/** The blocks of a root module as JSON has them, without `terraform` and `provider`. */
export type Blocks = Readonly<Record<string, unknown>>;

/** One root module and its service, from which a fixture of a released state is recorded. */
export interface StateSet {
  /** The folder of the fixture. */
  readonly name: string;
  readonly seed: SeedDocument;
  /** What is configured when the state is recorded. Asked once, before the first apply. */
  readonly blocks: (emulator: RunningEmulator) => Blocks | Promise<Blocks>;
  /** Addresses and ids of what is imported, not made. */
  readonly imports?: (emulator: RunningEmulator) => Readonly<Record<string, string>>;
  /** What happens at the service between the apply and the refresh whose state is recorded. */
  readonly afterApply?: (emulator: RunningEmulator) => void;
  /** What a plan with the same provider changes, and what it refuses. @default nothing */
  readonly expected?: Partial<Expected>;
}

/** The files of a fixture. */
export const FILES = {
  configuration: 'main.tf.json',
  state: 'terraform.tfstate',
  service: 'service.json',
  expected: 'expected.json',
} as const;

/** What the present provider does with a released state; anything else is a defect. */
export interface Expected {
  /** Changes that a plan has, by address, each with its reason. Everything else is at rest. */
  readonly plan: Readonly<Record<string, { readonly actions: readonly string[]; readonly why: string }>>;
  /** The exit codes that `plan -refresh-only -detailed-exitcode` may have; it shows no changes either way. @default 0 */
  readonly refreshOnly: { readonly exitCodes?: readonly number[]; readonly why?: string };
  /** Addresses that a destroy plan refuses, each with a part of the message. It deletes everything else. */
  readonly refusesToDestroy: Readonly<Record<string, string>>;
}

/** Written with a new value by the test, so that the engine writes every object of the state anew. */
export const REVISION = { terraform_data: { revision: { input: '1' } } } as const;

/** The same for every set. */
export function rootModule(blocks: Blocks): string {
  const whole = {
    terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
    provider: { zone: { max_requests_per_second: 1000 } },
    ...blocks,
    resource: { ...REVISION, ...(blocks['resource'] as object) },
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
