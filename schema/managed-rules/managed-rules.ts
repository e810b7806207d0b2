import { describe, type MemberAttributes } from '../description/attribute';
import { LATEST_VERSION, SKIPPED_PHASES } from '../zone/service';
import { between, computed, computedObjects, defaulted, oneOf, optional, zoneOfObject } from '../zone/values';
import { savedRuleAttributes } from '../migration/data-sources';
import { coreRuleSetChecks } from './core-rule-set';
import {
  executedVersion,
  managedRulesetId,
  phaseOfRuleset,
  publicKey,
  thresholdChecks,
} from './execute-checks';
import { KEEP_OTHERS, listChecks, ownerOfKept, ruleName, ruleOwner, someRule } from './list-checks';
import {
  MANAGED_RULE_ACTIONS,
  PARANOIA_LEVELS,
  SENSITIVITY_LEVELS,
  SKIP_CURRENT,
  overrideForms,
} from './overrides';
import { phaseName, product, skipChecks } from './skip-checks';

/** What overrides had in Cloudflare's provider from 3.17 to 4.1, and `logging` in 3.x. */
const STATUS_REFUSED = {
  status: 'Write enabled = true for "enabled", and enabled = false for "disabled".',
};

const ACTIONS = MANAGED_RULE_ACTIONS.map((action) => `\`${action}\``).join(', ');
const LEVELS = SENSITIVITY_LEVELS.map((level) => `\`${level}\``).join(', ');

/** What every override can set, for the whole ruleset, a category or a rule (docs/internals/service.md 6.1). */
const overrideAttributes = {
  action: {
    ...optional('string', `What the rules do instead: ${ACTIONS}.`),
    checks: [oneOf(...MANAGED_RULE_ACTIONS)],
  },
  enabled: optional('bool', 'Whether the rules are on.'),
  sensitivity_level: {
    type: 'string',
    optional: true,
    description: `How sensitive the rules are: ${LEVELS}. Only rulesets against DDoS attacks have it.`,
    checks: [oneOf(...SENSITIVITY_LEVELS)],
  },
} as const satisfies MemberAttributes;

/** The managed rules of a zone whose migration has finished (docs/internals/service.md 6, 3.3). */
export const managedRulesSchema = describe({
  type: 'zone_managed_rules',
  version: 0,
  description:
    'The managed rules of a zone: the managed rulesets that it deploys, what they do differently in this zone, and the ' +
    'exceptions from them. For zones that have finished the migration to the new managed rules, and zones that never ' +
    'had the previous ones. A zone has one such list, or one for each `owner`: declare each once.',
  attributes: {
    ...zoneOfObject('The zone, 32 hexadecimal digits. Changing it replaces the object.'),
    others: {
      type: 'string',
      optional: true,
      description:
        'What becomes of the rules of others: `remove` (the default: the zone has exactly these rules) or `keep` (only the ' +
        'rules of `owner` are managed, one request for each that changes).',
      checks: [oneOf('remove', KEEP_OTHERS)],
    },
    owner: {
      type: 'string',
      optional: true,
      description:
        'With `others = "keep"`: whose the rules are, such as `team-a`. Each owner is in a zone once. Lower-case letters, digits ' +
        'and single `-` between them. Changing it changes the `ref` of the rules.',
      checks: [ruleOwner],
    },
    placement: {
      type: 'string',
      optional: true,
      description:
        'With `others = "keep"`: where new rules go among those of others, `first` or `last` (the default), and where all go when ' +
        'it changes. They keep the order of `rules` among themselves.',
      checks: [oneOf('first', 'last')],
    },
    rules: {
      nested: 'list',
      optional: true,
      default: [],
      description:
        'The rules, in the order in which the service runs them. Each has either `execute` or `skip`.',
      attributes: {
        name: {
          type: 'string',
          required: true,
          description:
            'A name of your own: letters, digits, `_`, `-` and `.`. Renaming makes a new rule, except with `others = "keep"`.',
          checks: [ruleName],
        },
        expression: {
          type: 'string',
          optional: true,
          default: 'true',
          generatedAlways: true,
          ignoresOuterSpace: true,
          description:
            'The requests that the rule is for. By default all; with `skip` it must be set. White space at the ends means nothing.',
        },
        enabled: defaulted('bool', true, 'Whether the rule is on.'),
        logging: {
          nested: 'single',
          optional: true,
          default: { enabled: true },
          defaultBeside: 'skip',
          description: 'Whether an exception is logged.',
          attributes: {
            enabled: defaulted('bool', true, 'Whether it is.'),
          },
          refused: STATUS_REFUSED,
        },
        description: {
          ...defaulted('string', '', 'Free text. White space at the ends means nothing.'),
          ignoresOuterSpace: true,
        },
        execute: {
          nested: 'single',
          optional: true,
          description: 'Deploys a managed ruleset, each once in a zone.',
          attributes: {
            ruleset_id: {
              type: 'string',
              required: true,
              description: 'The managed ruleset, 32 hexadecimal digits.',
              checks: [managedRulesetId, phaseOfRuleset],
            },
            version: {
              ...defaulted('string', LATEST_VERSION, 'The version of the managed ruleset to stay at.'),
              checks: [executedVersion],
            },
            matched_data: {
              nested: 'single',
              optional: true,
              description: 'Logs what a rule matched in a request, encrypted.',
              attributes: {
                public_key: {
                  type: 'string',
                  required: true,
                  description: 'The key to encrypt it with, no secret.',
                  checks: [publicKey],
                },
              },
              refused: { key: 'Write public_key.' },
            },
            overrides: {
              nested: 'single',
              optional: true,
              description:
                'What the rules do differently in this zone. An override of a rule takes precedence over one of its ' +
                'category, and that over one of the whole ruleset.',
              attributes: {
                ...overrideAttributes,
                categories: {
                  nested: 'map',
                  optional: true,
                  description:
                    'Overrides by category (the tag of a rule). New ones are saved in alphabetical order; of several that ' +
                    'a rule has, the service applies the last one.',
                  attributes: overrideAttributes,
                  refused: { ...STATUS_REFUSED, category: 'It is the key of the map.' },
                },
                rules: {
                  nested: 'map',
                  optional: true,
                  description: 'Overrides by the id of the rule.',
                  attributes: {
                    ...overrideAttributes,
                    score_threshold: {
                      type: 'int',
                      optional: true,
                      description:
                        'The anomaly score from which the rule acts. Only the score rule of the core rule set has it.',
                      checks: [between(1, Number.MAX_SAFE_INTEGER)],
                    },
                  },
                  refused: {
                    ...STATUS_REFUSED,
                    id: 'It is the key of the map.',
                    category: 'Write it in categories.',
                  },
                },
              },
              refused: {
                ...STATUS_REFUSED,
                category: 'Write categories, a map by category.',
                id: 'Write ruleset_id beside overrides, or rules, a map by the id of the rule.',
                rule: 'Write rules, a map by the id of the rule.',
                score_threshold: 'Write it in core_rule_set, beside overrides.',
              },
              checks: overrideForms,
            },
            core_rule_set: {
              nested: 'single',
              optional: true,
              description:
                'Settings of the core rule set, instead of the overrides that they stand for: the categories ' +
                '`paranoia-level-…`, and the rule that acts on the anomaly score.',
              attributes: {
                paranoia_level: {
                  type: 'int',
                  optional: true,
                  description: 'From 1 to 4, which is the default: the rules of higher levels are off.',
                  checks: [between(...PARANOIA_LEVELS)],
                },
                score_threshold: {
                  type: 'int',
                  optional: true,
                  description:
                    'The anomaly score from which the core rule set acts: 25, 40 or 60 in the dashboard. Lower is stricter.',
                  checks: [between(1, Number.MAX_SAFE_INTEGER)],
                },
                action: {
                  ...optional('string', `What happens to a request that reaches the threshold: ${ACTIONS}.`),
                  checks: [oneOf(...MANAGED_RULE_ACTIONS)],
                },
              },
              refused: {
                anomaly_threshold: 'Write score_threshold, with the same value.',
                sensitivity: 'Write paranoia_level and score_threshold.',
              },
            },
          },
          refused: {
            action: 'Write it in overrides; or in core_rule_set, for what reaches its score_threshold.',
            enabled: 'Write it in overrides; or beside execute, for the rule itself.',
            id: 'Write ruleset_id, with the same value.',
            logging: 'Only a rule with skip has it. To log only, write action = "log" in overrides.',
          },
          checks: [...thresholdChecks, ...coreRuleSetChecks],
        },
        skip: {
          nested: 'single',
          optional: true,
          description:
            'An exception: what the requests skip. Not together: `ruleset` with `rulesets` or `rules`, `rulesets` with ' +
            '`phases`.',
          attributes: {
            ruleset: {
              ...optional('string', `\`${SKIP_CURRENT}\`: all managed rules after this one.`),
              checks: [oneOf(SKIP_CURRENT)],
            },
            rulesets: {
              ...optional({ set: 'string' }, 'The ids of managed rulesets to skip.'),
              elementChecks: [managedRulesetId],
            },
            rules: optional(
              { map: { set: 'string' } },
              'The ids of rules to skip, by the id of their managed ruleset.',
            ),
            phases: {
              type: { set: 'string' },
              optional: true,
              description: `Phases to skip: ${SKIPPED_PHASES.map((name) => `\`${name}\``).join(', ')}.`,
              elementChecks: [phaseName],
            },
            products: {
              type: { set: 'string' },
              optional: true,
              description: `Products to skip: ${product.words.map((name) => `\`${name}\``).join(', ')}.`,
              elementChecks: [product],
            },
          },
          refused: {
            logging: 'Write it beside skip, in the rule.',
            id: 'Write rulesets, a list of ids.',
            phase:
              'Write ruleset = "current", which skips all managed rules after this one; or phases, by their names.',
          },
          checks: skipChecks,
        },
      },
      refused: {
        action:
          'Set execute or skip. What the rules of a managed ruleset do instead is overrides = { action = … } in execute.',
        action_parameters:
          'Write its id as ruleset_id in execute, beside its overrides; or what it skips, in skip.',
        categories: 'Write it in overrides, in execute.',
        exposed_credential_check: 'Rules with execute or skip have none.',
        id: 'The service sets it. Write a name.',
        last_updated: 'The service sets it.',
        ratelimit: 'Rules with execute or skip have none.',
        ref: 'Write a name: the provider makes the ref of it.',
      },
      checks: listChecks,
    },
    ruleset_id: {
      type: 'string',
      computed: true,
      keepsPrior: true,
      description:
        "The zone's entry point of the phase `http_request_firewall_managed`, which holds the rules.",
    },
    rule_ids: computed({ map: 'string' }, 'The ids of the rules at the service, by name.'),
    names: computed(
      { map: 'string' },
      'What the managed rulesets and rules that are named here are called at the service, by id, for reading a plan. ' +
        'Those that could not be read are absent. Looked up when something changes.',
    ),
    other_rules: computedObjects(
      'list',
      'Rules of the entry point that stay where they are, unchanged, also when this object is destroyed: those that this ' +
        'resource cannot express, and with `others = "keep"` all rules of others.',
      {
        id: computed('string', 'The id of the rule.'),
        ...savedRuleAttributes,
        owner: computed('string', 'Its `owner`, if one of them made it.'),
        reason: computed('string', 'Why it cannot be expressed, if it cannot.'),
      },
    ),
    kept_settings: computed(
      { map: 'string' },
      'What rules of this object have that it cannot express and keeps as it is, such as what is newer than it: JSON, by ' +
        'name.',
    ),
  },
  checks: [someRule, ownerOfKept],
});
