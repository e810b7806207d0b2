import type { SeedZone } from '../../../../emulator';
import type { ZoneClient } from '../../../../provider-shim/api';
import { type Inputs, type Transition } from '../../../../provider-shim/resources/migration/state';
import {
  computeTransition,
  type TransitionOrProblems,
} from '../../../../provider-shim/resources/migration/transition';
import { ZONE } from '../../api/emulated-zone';

export const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';

/** A rule of the managed ruleset. */
export const HOST_RULE = '23ee7cebe6e8443e99ecf932ab579455';

const NEVER_STOPPED = new AbortController().signal;

const INPUTS: Inputs = {
  zoneId: ZONE,
  target: 'finished',
  acknowledged: true,
  approved: null,
  adjustments: {},
  deleteUriOverrides: false,
  skipsIncompatible: false,
  waits: true,
};

/** Looks at the zone for what is declared. */
export function computed(
  api: ZoneClient,
  declared: Partial<Inputs> = {},
  stored: Parameters<typeof computeTransition>[2] = null,
): Promise<TransitionOrProblems> {
  return computeTransition(api, { ...INPUTS, ...declared }, stored, NEVER_STOPPED);
}

/** The same of a zone of which nothing is wrong. */
export async function transitionOf(...parts: Parameters<typeof computed>): Promise<Transition> {
  const answer = await computed(...parts);
  if ('problems' in answer) throw new Error(JSON.stringify(answer.problems));
  return answer;
}

/** A zone whose entry point has these rules. */
export function withEntryPoint(...rules: readonly object[]): Partial<SeedZone> {
  return {
    rulesets: [
      {
        phase: 'http_request_firewall_managed',
        rules: rules as NonNullable<SeedZone['rulesets']>[number]['rules'],
      },
    ],
  };
}

/** A saved rule that executes the managed ruleset. */
export function deployed(overrides?: object): object {
  return {
    action: 'execute',
    expression: 'true',
    action_parameters: { id: MANAGED, ...(overrides === undefined ? {} : { overrides }) },
  };
}

/** Overrides by URI, which are in the way. */
export function uriOverrides(...ids: readonly string[]): Partial<SeedZone> {
  return {
    previous_waf: {
      uri_overrides: ids.map((id) => ({
        id,
        urls: [`example.com/${id[0]}`],
        rules: { '100015': 'disable' },
      })),
    },
  };
}
