import type { ProblemLike } from '../../framework';
import { importBlock } from '../../framework';
import { listDifferences, listFields, type Fields } from './fields';

/** Refuses to overwrite fields that others made, and offers the ways on. */
export function refuseExisting(type: string, zoneId: string, existing: Fields, folder: string): ProblemLike {
  return {
    path: ['zone_id'],
    message: `Zone ${zoneId} already has custom log fields: ${listFields(existing)}.`,
    hint: [
      'They stay as they are. To manage them here, add this block to the root module and plan again; the plan then shows what your configuration changes:',
      '',
      importBlock(type, zoneId, folder),
      '',
      'Or set on_existing = "adopt": the next plan shows before and after, and apply takes the fields over.',
      'If this resource made them and is marked as tainted, run terraform untaint instead.',
    ].join('\n'),
  };
}

/** Announces what taking over will change. */
export function announceAdoption(zoneId: string, existing: Fields, planned: Fields | undefined): ProblemLike {
  return {
    path: ['on_existing'],
    message: `Custom log fields of zone ${zoneId} that others made will be taken over.`,
    hint: [
      `Before: ${listFields(existing)}`,
      `After:  ${planned ? listFields(planned) : 'known after apply'}`,
      '',
      ...(planned ? [...listDifferences(existing, planned), ''] : []),
      'If apply ends with "inconsistent final plan", these fields were changed after this plan was made: nothing was overwritten, plan again.',
    ].join('\n'),
  };
}

/** Tells that the zone has exactly what is to be made. */
export function announceSame(zoneId: string, existing: Fields): ProblemLike {
  return {
    path: ['zone_id'],
    message: `Zone ${zoneId} already has exactly these custom log fields: ${listFields(existing)}.`,
    hint: 'Apply changes nothing at the service and takes them into the state.',
  };
}

/** Refuses to overwrite or take away what the plan did not show. */
export function changedSincePlan(zoneId: string, existing: Fields | undefined): ProblemLike {
  const now = existing ? listFields(existing) : 'there are none any more';
  return {
    path: ['zone_id'],
    message: `The custom log fields of zone ${zoneId} changed since the plan was made: ${now}.`,
    hint: 'They were left as they are. Plan again: the new plan shows what would change now.',
  };
}
