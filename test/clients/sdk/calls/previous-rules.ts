import type { Model } from '../../running-emulator';
import { MIGRATED_ZONE_ID, ZONE_ID } from '../../seed';
import type { Arguments, Call, Earlier } from '../call';

const inZone = { zone_id: ZONE_ID };

const inPackage = (earlier: Earlier): Arguments => ({
  ...inZone,
  package_id: earlier.member('package', 'id'),
});

const OVERRIDES: readonly Call[] = [
  { method: 'firewall.waf.overrides.list', with: inZone, as: 'override' },
  {
    method: 'firewall.waf.overrides.delete',
    with: (earlier) => ({ ...inZone, overrides_id: earlier.member('override', 'id') }),
  },
];

/** Today the service answers these with 410 for every zone (docs/internals/service.md 7.7). */
const RETIRED_OVERRIDES: readonly Call[] = OVERRIDES.map(({ method }) => ({
  method,
  with: { ...inZone, overrides_id: '0'.repeat(32) },
  refused: 410,
}));

/** What the service replaced, as the seed has it: the previous managed rules, firewall rules, and page rules. */
export function previousRules(model: Model): readonly Call[] {
  return [
    { method: 'firewall.waf.packages.list', with: inZone, as: 'package', shows: expect.any(Array) },
    {
      method: 'firewall.waf.packages.list',
      title: 'of a migrated zone',
      with: { zone_id: MIGRATED_ZONE_ID },
      refused: 410,
    },
    { method: 'firewall.waf.packages.groups.list', with: inPackage, shows: expect.any(Array) },
    { method: 'firewall.waf.packages.rules.list', with: inPackage, shows: expect.any(Array) },
    ...(model === 'today' ? RETIRED_OVERRIDES : OVERRIDES),
    {
      method: 'firewall.rules.list',
      with: inZone,
      shows: [expect.objectContaining({ action: 'bypass' })],
    },
    {
      method: 'filters.list',
      with: inZone,
      shows: [expect.objectContaining({ expression: 'ip.src eq 192.0.2.7' })],
    },
    { method: 'pageRules.list', with: inZone, shows: [expect.objectContaining({ status: 'active' })] },
  ];
}
