import type { Attributes, MemberAttributes } from '../description/attribute';
import { zoneId } from './values';

/** The zone that something is looked up in. */
export const zoneToRead = {
  zone_id: {
    type: 'string',
    required: true,
    description: 'The zone, 32 hexadecimal digits.',
    checks: [zoneId],
  },
} as const satisfies MemberAttributes;

/** The zone of a resource. */
export const zoneOfObject = {
  zone_id: {
    type: 'string',
    required: true,
    replaceOnChange: true,
    description: 'The zone, 32 hexadecimal digits. Changing it replaces the object.',
    checks: [zoneId],
  },
} as const satisfies Attributes;
