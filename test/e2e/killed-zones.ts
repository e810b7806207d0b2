import type { SeedZone } from '../../emulator';
import { approvalOf } from './approvals';
import {
  equivalentRules,
  MANAGED,
  managedOverrides,
  SUCCESSOR,
  type EquivalentRule,
  type PreviousSettings,
} from './equivalent-rules';
import { migratingZone, uriOverride, zoneIdOf } from './migrating-zones';

/** What the configuration of a zone asks for. */
export interface Declared {
  readonly target: 'validation' | 'finished';
  /** What an adjustment makes of a rule that nothing else overrides; absent without one. */
  readonly adjusted?: 'log' | 'block' | 'js_challenge';
}

export type Name = keyof typeof SETTINGS;

/** The zones, each with previous settings of its own: rules that go to the wrong zone are seen. */
const SETTINGS = {
  trial: { sensitivity: 'high', actionMode: 'simulate' },
  'adjusted-trial': { sensitivity: 'medium', actionMode: 'simulate' },
  straight: { sensitivity: 'low', actionMode: 'simulate' },
  pinned: { sensitivity: 'high', actionMode: 'block' },
  cleared: { sensitivity: 'medium', actionMode: 'block' },
} as const satisfies Readonly<Record<string, PreviousSettings>>;

/** A zone that no configuration names. */
export const BYSTANDER = zoneIdOf('bystander');

export const NAMES = Object.keys(SETTINGS) as readonly Name[];

export const ZONES: readonly SeedZone[] = [
  ...NAMES.map((name) => migratingZone(name, { ...SETTINGS[name], ...moreOf(name) })),
  migratingZone('bystander'),
];

function moreOf(name: Name): Parameters<typeof migratingZone>[1] {
  switch (name) {
    case 'straight':
      return { plan: 'professional' };
    case 'cleared':
      return { previous: { uri_overrides: ['7', '8', '9'].map((digit) => uriOverride(digit)) } };
    default:
      return {};
  }
}

const ADJUSTED_RULE = SUCCESSOR['100043'];
const ADJUSTMENTS = ['js_challenge', undefined, 'block', 'log'] as const;

/** Nobody acknowledges it: its configuration has the approval of this. */
const PINNED: Declared = { target: 'finished', adjusted: 'log' };

/** A configuration for all zones that are declared by then. */
export interface Step {
  readonly name: string;
  /** Whether zones finish their migration in it. */
  readonly finishes: boolean;
  readonly zones: Readonly<Partial<Record<Name, Declared>>>;
}

/** Every transition of docs/internals/service.md 7.1, deleting overrides, and adjustments before the end. */
export const MIGRATION_STEPS: readonly Step[] = [
  {
    name: 'validation, and straight to the end',
    finishes: true,
    zones: {
      trial: { target: 'validation' },
      'adjusted-trial': { target: 'validation', adjusted: 'log' },
      straight: { target: 'finished' },
      cleared: { target: 'finished' },
    },
  },
  {
    name: 'to the end',
    finishes: true,
    zones: {
      trial: { target: 'finished' },
      'adjusted-trial': { target: 'finished', adjusted: 'block' },
      straight: { target: 'finished' },
      cleared: { target: 'finished' },
      pinned: PINNED,
    },
  },
];

/** Other adjustments of every zone each time, after the end. */
export function adjustmentsAfterTheEnd(time: number): Step {
  const declared = NAMES.map((name, index) => {
    const adjusted = ADJUSTMENTS[(time + index) % ADJUSTMENTS.length];
    return [name, { target: 'finished', ...(adjusted === undefined ? {} : { adjusted }) }];
  });
  return {
    name: `adjustments after the end, ${time}`,
    finishes: false,
    zones: Object.fromEntries(declared) as Step['zones'],
  };
}

/** The rules that a person approved with this configuration. */
export function approved(name: Name, { adjusted }: Declared): readonly EquivalentRule[] {
  const managed = [
    ...managedOverrides(SETTINGS[name]),
    ...(adjusted === undefined ? [] : [{ id: ADJUSTED_RULE, action: adjusted }]),
  ];
  return equivalentRules(SETTINGS[name], { managed });
}

const PINNED_APPROVAL = approvalOf('pinned', { step: PINNED.target, rules: approved('pinned', PINNED) });

export function rootModule({ zones }: Step, acknowledges: boolean): string {
  const blocks = NAMES.flatMap((name) => {
    const declared = zones[name];
    return declared === undefined ? [] : [[name, block(name, declared, acknowledges)] as const];
  });
  return JSON.stringify({
    terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
    provider: { zone: { max_requests_per_second: 1000 } },
    resource: { zone_managed_rules_migration: Object.fromEntries(blocks) },
  });
}

const confirmed = (name: Name): object =>
  name === 'pinned' ? { approved_digest: PINNED_APPROVAL } : { acknowledge_irreversible: zoneIdOf(name) };

function block(name: Name, { target, adjusted }: Declared, acknowledges: boolean): object {
  return {
    zone_id: zoneIdOf(name),
    target_state: target,
    ...(target === 'finished' && acknowledges ? confirmed(name) : {}),
    ...(adjusted === undefined
      ? {}
      : { adjustments: { [MANAGED]: { rules: { [ADJUSTED_RULE]: { action: adjusted } } } } }),
    ...(name === 'cleared' ? { delete_uri_overrides: true } : {}),
  };
}
