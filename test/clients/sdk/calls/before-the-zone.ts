import { DEFAULT_ZONE_NAME } from '../../../../emulator';
import { ZONE_ID } from '../../seed';
import type { Call } from '../call';

/** The zone, its settings, and what clients ask before they know a zone. */
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
  {
    method: 'zones.settings.get',
    with: { setting_id: 'ssl', zone_id: ZONE_ID },
    shows: { id: 'ssl', value: expect.any(String) },
  },
  {
    method: 'zones.settings.edit',
    with: { setting_id: 'always_online', zone_id: ZONE_ID, value: 'off' },
    shows: { id: 'always_online', value: 'off' },
  },
  { method: 'user.get', shows: { id: expect.any(String), email: expect.any(String) } },
  { method: 'user.tokens.verify', shows: { status: 'active' } },
  { method: 'accounts.list', as: 'accounts', shows: [expect.objectContaining({ name: expect.any(String) })] },
  {
    method: 'accounts.get',
    with: (earlier) => ({ account_id: earlier.member('zone', 'account', 'id') }),
    shows: { name: expect.any(String) },
  },
  {
    method: 'accounts.tokens.verify',
    title: 'with a token of a user',
    with: (earlier) => ({ account_id: earlier.member('zone', 'account', 'id') }),
    refused: 401,
  },
  {
    method: 'memberships.list',
    shows: [expect.objectContaining({ status: 'accepted' })],
  },
];
