import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../determinism/identifiers';
import { LOGPUSH_PART } from '../logpush/logpush-seed';
import { MIGRATION_PART } from '../migration/migration-seed';
import { PREVIOUS_WAF_PART } from '../previous-waf/previous-waf-seed';
import { PHASES } from '../rulesets/phases';
import type { RuleContext } from '../rulesets/read-rules';
import { readRules } from '../rulesets/read-rules';
import { DEFAULT_NAME } from '../rulesets/write-ruleset';
import type { ServiceSettings } from '../service/settings';
import { PLANS } from '../service/zone';
import { readRulesetHistory } from './read-ruleset-history';
import type { CheckedRuleset, CheckedZone } from './seed';
import { VERSION, VERSION_FORM } from './version-form';
import type { ZonePartContext } from './zone-part';

const ID_FORM = `${IDENTIFIER_FORM} (in quotes, when they could be a number)`;

/** Reads the zones of a seed. Their rulesets are held to everything that the service demands. */
export function readZones(reader: Reader, settings: ServiceSettings): readonly CheckedZone[] | undefined {
  const items = reader.items();
  if (items === undefined) return undefined;
  const seen = { zones: new Set<string>(), rulesets: new Set<string>() };
  return items.flatMap((item) => {
    const members = item.members(['id', 'name', 'plan', 'rulesets', 'logpush', 'previous_waf', 'migration']);
    const id = readUnique(members?.optional('id'), seen.zones);
    const name = members?.required('name')?.matching(/\S/, 'a domain');
    const plan = members?.optional('plan')?.oneOf(PLANS) ?? 'enterprise';
    const context = { plan, settings };
    const rulesets = members?.optional('rulesets');
    const read = rulesets === undefined ? [] : readRulesets(rulesets, context, seen.rulesets);
    const parts = {
      logpush: LOGPUSH_PART.read(members?.optional('logpush'), context),
      previousWaf: PREVIOUS_WAF_PART.read(members?.optional('previous_waf'), context),
      migration: MIGRATION_PART.read(members?.optional('migration'), context),
    };
    return name === undefined ? [] : [{ ...(id && { id }), name, plan, rulesets: read, ...parts }];
  });
}

function readRulesets(
  reader: Reader,
  context: ZonePartContext,
  seenIds: Set<string>,
): readonly CheckedRuleset[] {
  const seenPhases = new Set<string>();
  return (reader.items() ?? []).flatMap((item) => {
    const ruleset = readRuleset(item, context, seenIds);
    if (ruleset === undefined) return [];
    if (seenPhases.has(ruleset.phase))
      item.member('phase').refuse('a zone has at most one zone-level ruleset for each phase');
    seenPhases.add(ruleset.phase);
    return [ruleset];
  });
}

function readRuleset(
  reader: Reader,
  context: ZonePartContext,
  seenIds: Set<string>,
): CheckedRuleset | undefined {
  const members = reader.members([
    'id',
    'name',
    'description',
    'kind',
    'phase',
    'version',
    'rules',
    'last_updated',
    'history',
  ]);
  members?.optional('kind')?.oneOf(['zone']);
  const id = readUnique(members?.optional('id'), seenIds);
  const phase = members?.required('phase')?.oneOf(PHASES);
  const name = members?.optional('name')?.matching(/\S/, 'a name that is not blank') ?? DEFAULT_NAME;
  const description = members?.optional('description')?.string() ?? '';
  const version = members?.optional('version')?.matching(VERSION, VERSION_FORM) ?? '1';
  const lastUpdated = members?.optional('last_updated')?.string();
  const sent = members?.optional('rules');
  const earlier = members?.optional('history');
  if (phase === undefined) return undefined;
  const ruleContext: RuleContext = { ...context, phase, refs: 'any' };
  const rules = sent ? readRules(sent, ruleContext) : [];
  const history = earlier ? readRulesetHistory(earlier, version, ruleContext) : [];
  if (rules === undefined) return undefined;
  return {
    ...(id && { id }),
    name,
    description,
    phase,
    version,
    rules,
    history,
    ...(lastUpdated !== undefined && { last_updated: lastUpdated }),
  };
}

function readUnique(reader: Reader | undefined, seen: Set<string>): string | undefined {
  // YAML takes digits without quotes for a number, and the general message would not say so.
  if (typeof reader?.value === 'number') return reader.refuse(`it must be ${ID_FORM}`);
  const id = reader?.matching(IDENTIFIER, ID_FORM);
  if (id === undefined) return undefined;
  if (seen.has(id)) return reader?.refuse('another one in the seed has it');
  seen.add(id);
  return id;
}
