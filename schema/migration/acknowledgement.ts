import type { Problem } from '../problem';
import { isKnown } from '../unknown';

type Values = Readonly<Record<string, unknown>>;

/** The acknowledgement names the zone, so that it cannot be copied from another one. */
export function acknowledgement(config: Values): readonly Problem[] {
  const [word, zone] = [config['acknowledge_irreversible'], config['zone_id']];
  if (!isKnown(word) || !isKnown(zone) || word === zone) return [];
  return [acknowledgementWrong(String(word), String(zone))];
}

function acknowledgementWrong(word: string, zoneId: string): Problem {
  return {
    code: 'acknowledgement_wrong',
    path: ['acknowledge_irreversible'],
    message: `acknowledge_irreversible is ${JSON.stringify(word)}, which is not the id of this migration's zone.`,
    hint:
      `Finishing cannot be undone, so the acknowledgement names the zone: "${zoneId}". Write it only if you mean this ` +
      'zone. Nothing was changed.',
  };
}

/** Finishing without the acknowledgement. @param status the status of the zone as a sentence */
export function acknowledgementMissing(zoneId: string, status: string): Problem {
  return {
    code: 'acknowledgement_missing',
    path: ['acknowledge_irreversible'],
    message: 'Finishing the migration cannot be undone, and acknowledge_irreversible is not set.',
    hint: `${status} To finish, set acknowledge_irreversible = "${zoneId}". Nothing was changed.`,
  };
}
