import { isRecord, KIND_ZONE, type JsonObject, type Explanation } from '../../schema';
import type { Identified, MoveSource } from '../sdk/framework';
import { parseZoneScopedId } from './import-id';

/** The address of this provider: `terraform state replace-provider` gives it objects of a provider that is not installed. */
export const OWN = 'zonewright/zone';

/** The vendor's provider. */
export const VENDOR = ['cloudflare/cloudflare', OWN] as const;

/** The state documents of `cloudflare_ruleset` and `cloudflare_logpush_job`: 0 and 1 in 3.x and 4.x, 0, 1 and 500 in 5.x. */
export const VENDOR_VERSIONS = [0, 1, 500] as const;

/** Names an object from what a placeholder holds: its `triggers` or its `input`. */
type Identify<State> = (held: JsonObject) => Identified<State> | undefined;

/**
 * `null_resource` and `terraform_data` as placeholders of an object of the service: they hold its ids.
 *
 * @param keys the names under which they hold them, for the message
 */
export function shims<State>(keys: string, identify: Identify<State>): readonly MoveSource<State>[] {
  const from = (type: string, provider: string, attributes: readonly string[]): MoveSource<State> => ({
    type,
    providers: [provider, OWN],
    versions: [0],
    identify: (state) => {
      const held = attributes.map((name) => plainValue(state[name])).find(isRecord) ?? {};
      return identify(held) ?? notHeld(type, attributes, keys, held);
    },
  });
  return [
    from('null_resource', 'hashicorp/null', ['triggers']),
    from('terraform_data', 'builtin/terraform', ['input', 'triggers_replace']),
  ];
}

/** The zone that a stored attribute names; undefined when that is none. No other attribute ever stands for it. */
export function zoneIn(stored: unknown): string | undefined {
  const { zoneId, parts = [] } = parseZoneScopedId(textOf(stored), []) ?? {};
  return parts.length > 0 ? undefined : zoneId;
}

/** An object that each zone has once, by a stored attribute that names the zone. */
export function ofZone(stored: unknown): Identified<{ readonly zone_id: string }> | undefined {
  const zoneId = zoneIn(stored);
  return zoneId === undefined ? undefined : { importId: zoneId, known: { zone_id: zoneId } };
}

/** The placeholders of such an object. */
export const zoneShims = shims('zone_id', ({ zone_id: id }) => ofZone(id));

/** The vendor's `cloudflare_ruleset` of the phase of a rule list. @param target the type of the resource that takes it */
export function rulesetSource(phase: string, target: string): MoveSource<{ readonly zone_id: string }> {
  const type = 'cloudflare_ruleset';
  return {
    type,
    providers: VENDOR,
    versions: VENDOR_VERSIONS,
    identify: ({ zone_id: zone, account_id: account, ...ruleset }) => {
      if (textOf(zone) === '' && textOf(account) !== '') return ofAccount(type, account);
      if (ruleset['phase'] !== phase || ruleset['kind'] !== KIND_ZONE)
        return ofOtherPhase(ruleset, phase, target);
      return ofZone(zone) ?? withoutIds(type);
    },
  };
}

/** Text, or the text of a number; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** An attribute of any type is stored with its type beside it: `{"value": …, "type": …}`. */
function plainValue(stored: unknown): unknown {
  return isRecord(stored) && 'value' in stored && 'type' in stored ? stored['value'] : stored;
}

function notHeld(type: string, attributes: readonly string[], keys: string, held: JsonObject): Explanation {
  const seen = Object.keys(held).sort().join(', ');
  const [where = ''] = attributes;
  return {
    message: `The ${attributes.join(' and ')} of this ${type} do not say which object of the service it stands for.`,
    hint:
      `${seen === '' ? 'They hold nothing' : `They hold ${seen}`}. Needed: ${keys}, such as ` +
      `${where} = { zone_id = "023e105f4ecef8ad9ca31a8372d0c353", … }. Or replace the moved block with an import block, and ` +
      `remove the ${type}.`,
  };
}

/** Refuses an object of an account: this provider manages what belongs to a zone. */
export function ofAccount(type: string, account: unknown): Explanation {
  return {
    message: `This ${type} belongs to the account ${textOf(account)}, not to a zone.`,
    hint: 'Only objects of zones can be moved here. Remove the moved block, and keep the object where it is.',
  };
}

function ofOtherPhase({ kind, phase }: JsonObject, needed: string, target: string): Explanation {
  return {
    message: `This cloudflare_ruleset is of the kind ${JSON.stringify(textOf(kind))} and the phase ${JSON.stringify(textOf(phase))}.`,
    hint: `Only a ruleset of the kind "${KIND_ZONE}" and the phase "${needed}" can be moved to ${target}.`,
  };
}

/** Refuses a state that lacks the ids. */
export function withoutIds(type: string): Explanation {
  return {
    message: `The state of this ${type} has no zone_id and id that identify an object of the service.`,
    hint: 'Refresh it once with its own provider, or replace the moved block with an import block and remove the old object from the state.',
  };
}
