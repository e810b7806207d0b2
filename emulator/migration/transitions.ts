import type { Refusal } from '../errors/refusal';
import { migrationIsFinishing, migrationIsOver } from './errors';
import type { MigrationState } from './migration';

/** What an entry-point update asks for; the values of `waf_migration` without their aliases (docs/service.md 7.1). */
export type Trigger = 'validation' | 'pending';

/** What has to hold for a transition. */
export type Condition = 'enterprise zone' | 'compatible zone' | 'new version enabled';

/** The states that an update can lead to; the end comes by itself. */
export type TransitionState = 'validation' | 'finishing';

/** What a trigger leads to. A state that leads to itself saves the configuration and stays as it is. */
export type Transition =
  | { readonly conditions: readonly Condition[]; readonly next: TransitionState }
  | { readonly refusal: () => Refusal };

/** docs/service.md 7.1. What it does not show: a repeated trigger saves again, and nothing leads back. */
export const TRANSITIONS: Readonly<Record<MigrationState, Readonly<Record<Trigger, Transition>>>> = {
  start: {
    validation: { conditions: ['enterprise zone', 'compatible zone'], next: 'validation' },
    pending: { conditions: ['compatible zone', 'new version enabled'], next: 'finishing' },
  },
  validation: {
    validation: { conditions: ['enterprise zone'], next: 'validation' },
    pending: { conditions: ['new version enabled'], next: 'finishing' },
  },
  finishing: {
    validation: { refusal: migrationIsFinishing },
    pending: { conditions: ['new version enabled'], next: 'finishing' },
  },
  finished: {
    validation: { refusal: migrationIsOver },
    pending: { refusal: migrationIsOver },
  },
};
