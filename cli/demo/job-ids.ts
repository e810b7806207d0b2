import type { Control } from '../../emulator';

/** The numbers of the zone's log push jobs, read directly from the service. */
export function jobIds(control: Pick<Control, 'zone'>, zoneId: string): readonly number[] {
  return (control.zone(zoneId).logpush?.jobs ?? []).flatMap(({ id }) => id ?? []);
}
