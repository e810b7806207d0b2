import { DEFAULT_ZONE_NAME } from '../../../../emulator';
import { ZONE_ID } from '../../seed';
import type { Call } from '../call';

/** The zone, and what clients ask before they know one. */
export const BEFORE_THE_ZONE: readonly Call[] = [
  {
    method: 'zones.get',
    with: { zone_id: ZONE_ID },
    as: 'zone',
    shows: { id: ZONE_ID, name: DEFAULT_ZONE_NAME },
  },
  { method: 'zones.list', shows: expect.arrayContaining([expect.objectContaining({ id: ZONE_ID })]) },
  {
    method: 'zones.list',
    title: 'by name',
    with: { name: DEFAULT_ZONE_NAME },
    shows: [expect.objectContaining({ id: ZONE_ID })],
  },
  {
    method: 'zones.list',
    title: 'by account, page by page',
    with: (earlier) => ({ account: { id: earlier.member('zone', 'account', 'id') }, per_page: 5 }),
    shows: expect.arrayContaining([expect.objectContaining({ id: ZONE_ID })]),
  },
  { method: 'zones.list', title: 'of a name that no zone has', with: { name: 'nobody.example' }, shows: [] },
];
