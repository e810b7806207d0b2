import type { Reader } from '../checks/reader';
import { STORED_PARTS } from '../parts';
import { DocumentIds } from '../service/document-ids';
import type { Service, SharedState } from '../service/service';
import type { Plan, Zone } from '../service/zone';
import { PLANS } from '../service/zone';

/** A checked zone of a seed. */
export interface CheckedZone {
  readonly id?: string;
  readonly name: string;
  readonly plan: Plan;
  /** What each part of the service keeps for it. */
  readonly parts: readonly ((service: Service) => Partial<Zone>)[];
}

/** Reads the zones of a seed. @param ids collects their ids */
export function readZones(
  reader: Reader,
  shared: SharedState,
  ids: DocumentIds = new DocumentIds(),
): readonly CheckedZone[] | undefined {
  return reader.items()?.flatMap((item) => {
    const members = item.members(['id', 'name', 'plan', ...STORED_PARTS.map(({ member }) => member)]);
    const id = ids.read(members?.optional('id'), 'zones');
    const name = members?.required('name')?.matching(/\S/, 'a domain');
    const plan = members?.optional('plan')?.oneOf(PLANS) ?? 'enterprise';
    const parts = STORED_PARTS.map((part) =>
      part.read(members?.optional(part.member), { plan, shared, settings: shared.settings, ids }),
    );
    return name === undefined ? [] : [{ ...(id && { id }), name, plan, parts }];
  });
}

/** The zone with the identifiers and times that its seed leaves out. */
export function storedZone(service: Service, { id, name, plan, parts }: CheckedZone): Zone {
  const zone: Zone | object = { id: id ?? service.identifiers.next(), name, plan };
  // The parts together have every member of a zone.
  return Object.assign(zone, ...parts.map((make) => make(service))) as Zone;
}
