import type { Problem } from '../problem';
import { ID_PATTERN } from '../service';

/** A zone's id: 32 lower-case hexadecimal digits. */
export function zoneId(value: string): readonly Problem[] {
  if (ID_PATTERN.test(value)) return [];
  return [
    {
      code: 'zone_id_malformed',
      path: [],
      message: `${JSON.stringify(value)} is not a zone id.`,
      hint:
        'A zone id is 32 lower-case hexadecimal digits, e.g. "023e105f4ecef8ad9ca31a8372d0c353". ' +
        (ID_PATTERN.test(value.trim().toLowerCase())
          ? `Write "${value.trim().toLowerCase()}".`
          : "It is not the zone's name. Look it up in the zone's overview."),
    },
  ];
}
