import { describe, type MemberAttributes } from '../description/attribute';
import { computed, computedObjects, optional, zoneToRead } from './values';

/** The zones that the credentials see, by name (docs/internals/service.md 9.1). */
export const zonesSchema = describe({
  type: 'zone_zones',
  version: 0,
  description:
    'The ids of zones, looked up by name: with one request for each, or for three and more with the list of zones if that takes fewer. ' +
    'A name that no zone has is an error, and so is one that several have. Case, punycode and a dot at the end do not matter. Where a name can change, write the id.',
  attributes: {
    names: {
      type: { set: 'string' },
      required: true,
      description: 'The names of the zones, e.g. `example.com`.',
    },
    ids: computed({ map: 'string' }, 'The ids of the zones, by name.'),
  },
});

/** What tells people which ruleset it is. */
export const rulesetTitle = {
  name: computed('string', 'Its name.'),
  description: computed('string', 'Its description, `""` when it has none.'),
} as const satisfies MemberAttributes;

/** How old a ruleset is. */
export const rulesetVersion = {
  version: computed('string', 'Increases with each change of the ruleset.'),
  last_updated: computed('string', 'When it last changed, ISO 8601 in UTC.'),
} as const satisfies MemberAttributes;

/** The rulesets of a zone (docs/internals/service.md 3.3). */
export const rulesetsSchema = describe({
  type: 'zone_rulesets',
  version: 0,
  description: 'The rulesets of a zone, including managed ones, without their rules.',
  attributes: {
    ...zoneToRead,
    kind: optional('string', 'Only rulesets of this kind, e.g. `zone` or `managed`.'),
    phase: optional('string', 'Only rulesets of this phase, e.g. `http_log_custom_fields`.'),
    rulesets: computedObjects('list', 'The rulesets found, in the order of the service.', {
      id: computed('string', 'The id of the ruleset.'),
      ...rulesetTitle,
      kind: computed('string', '`zone` for an entry point, `managed`, `custom`.'),
      phase: computed('string', 'Its phase.'),
      ...rulesetVersion,
    }),
  },
});
