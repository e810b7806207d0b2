import type { MemberAttributes } from '../attribute';

/** A setting of the previous managed rules that the migration does not carry over. */
export const notCarriedOverAttributes = {
  kind: {
    type: 'string',
    computed: true,
    description: '`core_rule_set_group_override`, `core_rule_set_rule_override` or `page_rule_waf_off`.',
  },
  id: { type: 'string', computed: true, description: 'The id of the group, rule or page rule.' },
  description: { type: 'string', computed: true, description: 'A description of what is lost, for people.' },
} as const satisfies MemberAttributes;
