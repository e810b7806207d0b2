import { describe, type MemberAttributes } from '../description/attribute';
import { zoneToRead } from './zone-attributes';

/** What tells people which ruleset it is. */
export const rulesetTitle = {
  name: { type: 'string', computed: true, description: 'Its name.' },
  description: {
    type: 'string',
    computed: true,
    description: 'Its description, `""` when it has none.',
  },
} as const satisfies MemberAttributes;

/** How old a ruleset is. */
export const rulesetVersion = {
  version: {
    type: 'string',
    computed: true,
    description: 'Increases with each change of the ruleset.',
  },
  last_updated: {
    type: 'string',
    computed: true,
    description: 'When it last changed, ISO 8601 in UTC.',
  },
} as const satisfies MemberAttributes;

/** The rulesets of a zone (docs/internals/service.md 3.3). */
export const rulesetsSchema = describe({
  type: 'zone_rulesets',
  version: 0,
  description: 'The rulesets of a zone, including managed ones, without their rules.',
  attributes: {
    ...zoneToRead,
    kind: {
      type: 'string',
      optional: true,
      description: 'Only rulesets of this kind, e.g. `zone` or `managed`.',
    },
    phase: {
      type: 'string',
      optional: true,
      description: 'Only rulesets of this phase, e.g. `http_log_custom_fields`.',
    },
    rulesets: {
      nested: 'list',
      computed: true,
      description: 'The rulesets found, in the order of the service.',
      attributes: {
        id: { type: 'string', computed: true, description: 'The id of the ruleset.' },
        ...rulesetTitle,
        kind: {
          type: 'string',
          computed: true,
          description: '`zone` for an entry point, `managed`, `custom`.',
        },
        phase: { type: 'string', computed: true, description: 'Its phase.' },
        ...rulesetVersion,
      },
    },
  },
});
