import { describe } from '../description/attribute';
import { managedRulesetId } from './execute-checks';
import { rulesetTitle, rulesetVersion } from '../zone/data-sources';
import { computed, computedObjects, optional, zoneToRead } from '../zone/values';

/** The managed rulesets that a zone can execute, with their rules (docs/internals/service.md 3.3, 6.4). */
export const managedRulesetsSchema = describe({
  type: 'zone_managed_rulesets',
  version: 0,
  description:
    'The managed rulesets that a zone can execute, with their rules: to look up rules by name or category. Reading ' +
    'it costs one request for the list and one for each ruleset that it returns.',
  attributes: {
    ...zoneToRead,
    ids: {
      type: { set: 'string' },
      optional: true,
      description:
        'Only the rulesets with these ids, and those of `names`. An id that the zone cannot execute is an error. ' +
        'When it is left out: all, unless `names` is set.',
      elementChecks: [managedRulesetId],
    },
    names: optional(
      { set: 'string' },
      'Only the rulesets with these names, e.g. `Cloudflare Managed Ruleset`, and those of `ids`. A name that no ' +
        'ruleset has is an error. When it is left out: all, unless `ids` is set.',
    ),
    phase: optional(
      'string',
      'Only rulesets of this phase, e.g. `http_request_firewall_managed`. When it is left out: every phase.',
    ),
    rulesets: computedObjects('map', 'The rulesets found, by id.', {
      ...rulesetTitle,
      phase: computed('string', 'The phase whose entry point can execute it.'),
      ...rulesetVersion,
      categories: computed(
        { list: 'string' },
        'The categories of its rules, each once, in alphabetical order.',
      ),
      rules: computedObjects('map', 'Its rules, by id.', {
        name: computed(
          'string',
          'Its name, which the service calls its description. Several rules may have the same.',
        ),
        action: computed('string', 'What the rule does unless an override changes it.'),
        enabled: computed('bool', 'Whether the rule is on unless an override changes it.'),
        categories: computed(
          { list: 'string' },
          'Its categories, by which overrides can select it. Empty when it has none.',
        ),
        score_threshold: computed(
          'int',
          'The anomaly score at which the rule acts. Null when it does not act on the score.',
        ),
      }),
    }),
  },
});
