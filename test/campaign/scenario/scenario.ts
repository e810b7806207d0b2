import type { FaultRule } from '../../../emulator';
import type { Edit } from '../program/edit';

/** A round as data: all that happens in it follows from this, but for the order that parallel requests come in. */
export interface Scenario {
  readonly seed: number;
  readonly zones: readonly ZoneStart[];
  readonly steps: readonly Step[];
  /** Whether the engine starts the provider for every command, as for a user, or a running one is used meanwhile. */
  readonly startedBy: 'engine' | 'workspace';
  /** Seconds that the service takes to finish a migration. */
  readonly finishSeconds: number;
  /** Whether plans are proven, and `ignored` on a service that ignores `dry_run`. */
  readonly proof: 'off' | 'on' | 'ignored';
}

/** What a zone has before anybody declares anything. */
export interface ZoneStart {
  readonly plan: 'enterprise' | 'professional';
  /** Whether its migration had finished before: such a zone has managed rules, and no other one. */
  readonly migrated?: true;
  /** Cookies that others log. */
  readonly fields?: readonly string[];
  /** The names of the jobs that others made. */
  readonly jobs: readonly string[];
  readonly previous: 'default' | 'full' | 'with URI overrides';
}

export const STATES = ['a', 'b'] as const;

/** A root module with a state of its own. */
export type StateName = (typeof STATES)[number];

export interface Step {
  readonly state: StateName;
  readonly edits: readonly Edit[];
  /** What others do before the run. */
  readonly byHand: readonly HandEdit[];
  readonly command: Command;
  readonly hazard?: Hazard;
  /**
   * `success` must succeed when nothing is in the way; `refusal` must fail, before anything is written, and the edits are taken
   * back; what the engine or chance decides may do either.
   */
  readonly expects: 'success' | 'refusal' | 'either';
}

export type Command =
  | {
      readonly run: 'apply';
      /** Plan, then apply the saved plan; what is done by hand in between makes it an old one. */
      readonly saved: boolean;
      readonly meanwhile?: readonly HandEdit[];
      /** The label of a block. */
      readonly target?: string;
      readonly replace?: string;
      readonly refresh?: false;
      /** One object after the other. */
      readonly oneByOne?: boolean;
    }
  | { readonly run: 'plan' }
  | { readonly run: 'refresh' }
  | { readonly run: 'destroy'; readonly target?: string }
  /** Marks the first instance of the block, then applies. */
  | { readonly run: 'taint'; readonly label: string }
  /** `terraform import` of the block's object, which is forgotten first. */
  | { readonly run: 'import again'; readonly label: string };

export type HandEdit =
  | { readonly by: 'hand'; readonly what: 'change job'; readonly key: string; readonly change: object }
  | { readonly by: 'hand'; readonly what: 'rotate'; readonly key: string }
  | { readonly by: 'hand'; readonly what: 'delete job'; readonly key: string }
  | { readonly by: 'hand'; readonly what: 'add job'; readonly zone: number; readonly key: string }
  | {
      readonly by: 'hand';
      readonly what: 'save fields';
      readonly zone: number;
      readonly cookies: readonly string[];
    }
  | { readonly by: 'hand'; readonly what: 'delete fields'; readonly zone: number }
  | { readonly by: 'hand'; readonly what: 'disable rules' | 'delete rules'; readonly zone: number }
  | {
      readonly by: 'hand';
      readonly what: 'previous rules';
      readonly zone: number;
      readonly sensitivity: string;
    };

export type Hazard =
  | {
      readonly kind: 'kill';
      readonly victim: 'engine' | 'provider';
      readonly signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT';
      /** At the answer to this request of the command, counted from 1, or so long after the start. */
      readonly at:
        { readonly request: number } | { readonly write: number } | { readonly milliseconds: number };
      /** A second signal shortly after, as of a person who is in a hurry. */
      readonly twice: boolean;
    }
  | { readonly kind: 'fault'; readonly name: string; readonly rules: readonly FaultRule[] }
  /** Others change something at the answer to this request. */
  | { readonly kind: 'edit'; readonly request: number; readonly edit: HandEdit };
