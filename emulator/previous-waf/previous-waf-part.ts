import { readTimeText } from '../checks/read-time';
import type { Reader } from '../checks/reader';
import { timestamp } from '../determinism/clock';
import type { ZonePart } from '../seed/zone-part';
import { groupById, ruleById } from './catalogue-look-up';
import { readCoreRuleSet } from './core-rule-set';
import { readGroupMode, readRuleMode, setGroupMode, setRuleMode } from './modes';
import type { PreviousWaf } from './previous-waf';
import { defaultPreviousWaf } from './previous-waf';
import type { PreviousWafDocument } from './previous-waf-document';
import { readById } from './read-values';
import { readSeedFirewallRules } from './seed-firewall-rules';
import type { Made } from './seed-items';
import { readSeedPageRules } from './seed-page-rules';
import { readSeedUriOverrides } from './seed-uri-overrides';

const MEMBERS = [
  'enabled',
  'enabled_modified_on',
  'core_rule_set',
  'groups',
  'rules',
  'uri_overrides',
  'firewall_rules',
  'page_rules',
] as const;

export const PREVIOUS_WAF_PART: ZonePart<PreviousWaf, PreviousWafDocument> = {
  read: (reader, { plan }) => {
    const members = reader?.members(MEMBERS);
    if (members === undefined) return defaultPreviousWaf;
    const settings = defaultPreviousWaf();
    settings.enabled = members.optional('enabled')?.boolean() ?? settings.enabled;
    settings.enabledModifiedOn = readTimeText(members.optional('enabled_modified_on')) ?? null;
    const core = members.optional('core_rule_set');
    settings.core = (core && readCoreRuleSet(core, settings.core)) ?? settings.core;
    setGroupModes(settings, members.optional('groups'));
    setRuleModes(settings, members.optional('rules'));
    const uriOverrides = readSeedUriOverrides(members.optional('uri_overrides'), plan);
    const firewallRules = readSeedFirewallRules(members.optional('firewall_rules'));
    const pageRules = readSeedPageRules(members.optional('page_rules'));
    return ({ clock, identifiers }) => {
      const time = timestamp(clock.now());
      const byId = <T extends { readonly id: string }>(made: readonly Made<T>[]): Map<string, T> =>
        new Map(made.map((make) => make(() => identifiers.next(), time)).map((item) => [item.id, item]));
      return {
        ...settings,
        groupModes: new Map(settings.groupModes),
        ruleModes: new Map(settings.ruleModes),
        uriOverrides: byId(uriOverrides),
        firewallRules: byId(firewallRules),
        pageRules: byId(pageRules),
      };
    };
  },
  write: (waf) => ({
    enabled: waf.enabled,
    ...(waf.enabledModifiedOn !== null && { enabled_modified_on: waf.enabledModifiedOn }),
    core_rule_set: { sensitivity: waf.core.sensitivity, action_mode: waf.core.actionMode },
    groups: Object.fromEntries(waf.groupModes),
    rules: Object.fromEntries(waf.ruleModes),
    uri_overrides: [...waf.uriOverrides.values()],
    firewall_rules: [...waf.firewallRules.values()],
    page_rules: [...waf.pageRules.values()],
  }),
};

function setGroupModes(waf: PreviousWaf, reader: Reader | undefined): void {
  if (reader === undefined) return;
  readById(reader, (item, id) => {
    const group = groupById(id);
    if (group === undefined) return item.refuse('no group has this id');
    const mode = readGroupMode(item);
    if (mode !== undefined) setGroupMode(waf, group, mode);
    return mode;
  });
}

function setRuleModes(waf: PreviousWaf, reader: Reader | undefined): void {
  if (reader === undefined) return;
  readById(reader, (item, id) => {
    const placed = ruleById(id);
    if (placed === undefined) return item.refuse('no rule has this id');
    const mode = readRuleMode(item, placed.pack);
    if (mode !== undefined) setRuleMode(waf, placed.rule, placed.pack, mode);
    return mode;
  });
}
