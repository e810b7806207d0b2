import type { Problem } from '../problem';
import { isKnown } from '../unknown';

type Values = Readonly<Record<string, unknown>>;

/** The word that finishing needs names the zone, so that it cannot be copied from another one. */
export function acknowledgement(config: Values): readonly Problem[] {
  const [word, zone] = [config['acknowledge_irreversible'], config['zone_id']];
  if (!isKnown(word) || !isKnown(zone) || word === zone) return [];
  return [acknowledgementWrong(String(word), String(zone))];
}

function acknowledgementWrong(word: string, zoneId: string): Problem {
  return {
    code: 'acknowledgement_wrong',
    path: ['acknowledge_irreversible'],
    message: `acknowledge_irreversible is ${JSON.stringify(word)}, which is not the zone of this migration.`,
    hint:
      `Finishing cannot be undone, so the word for it names the zone: "${zoneId}". Write that only if you mean that ` +
      'very zone; nothing was changed.',
  };
}

/** Finishing without the word for it. @param status what the zone's state is now, a whole sentence */
export function acknowledgementMissing(zoneId: string, status: string): Problem {
  return {
    code: 'acknowledgement_missing',
    path: ['acknowledge_irreversible'],
    message: 'Finishing the migration cannot be undone, and acknowledge_irreversible is not given.',
    hint: `${status} To finish, write acknowledge_irreversible = "${zoneId}". Nothing was changed.`,
  };
}
