import { LOGPUSH_PART } from '../logpush/logpush-seed';
import { MIGRATION_PART } from '../migration/migration-seed';
import { PREVIOUS_WAF_PART } from '../previous-waf/previous-waf-seed';
import type { Ruleset } from '../rulesets/ruleset';
import { earlierVersions } from '../rulesets/ruleset';
import type { Service } from '../service/service';
import { settingsDocument } from '../service/settings';
import type { Zone } from '../service/zone';
import type { SeedDocument, SeedRuleset, SeedZone } from './seed-document';

/** The whole state of the service as a seed document in which nothing is left out: plain JSON. */
export type Snapshot = Required<SeedDocument>;

export function snapshotOf({ state, clock, identifiers }: Service): Snapshot {
  const { zones, credentials, settings } = state;
  return structuredClone({
    zones: [...zones.values()].map(zoneDocument),
    credentials: {
      tokens: credentials.tokens.map(({ token, permissions, zones: reach }) => ({
        token,
        ...(permissions !== 'all' && { permissions }),
        ...(reach !== 'all' && { zones: reach }),
      })),
      keys: credentials.keys,
    },
    options: settingsDocument(settings),
    clock: new Date(clock.now()).toISOString(),
    identifiers: identifiers.issued(),
  });
}

/** The zone as a seed that leaves nothing out says it. */
export function zoneDocument(zone: Zone): Required<SeedZone> {
  const { id, name, plan, rulesets, logpush, previousWaf, migration } = zone;
  return {
    id,
    name,
    plan,
    rulesets: [...rulesets.values()].map((ruleset) => rulesetDocument(zone, ruleset)),
    logpush: LOGPUSH_PART.write(logpush),
    previous_waf: PREVIOUS_WAF_PART.write(previousWaf),
    migration: MIGRATION_PART.write(migration),
  };
}

function rulesetDocument(zone: Zone, ruleset: Ruleset): Required<SeedRuleset> {
  const history = earlierVersions(zone, ruleset.id).map(({ version, description, rules, last_updated }) => {
    return { version, description, rules, last_updated };
  });
  return { ...ruleset, history };
}
