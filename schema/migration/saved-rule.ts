import type { MemberAttributes } from '../attribute';

/** A rule of the managed rules' entry point, as it is read and saved (docs/service.md 3.2, 7.4). What the service numbers is not in it. */
export const savedRuleAttributes = {
  action: { type: 'string', computed: true, description: '`execute`, or `skip` for an exception.' },
  expression: { type: 'string', computed: true, description: 'The requests that the rule applies to.' },
  description: { type: 'string', computed: true, description: 'Free text.' },
  enabled: { type: 'bool', computed: true, description: 'Whether the rule is on.' },
  action_parameters: {
    type: 'string',
    computed: true,
    description:
      'JSON: for `execute`, the id of the managed ruleset and its overrides; for `skip`, what is skipped.',
  },
} as const satisfies MemberAttributes;
