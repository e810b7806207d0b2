import { productName } from '../../engine/version';
import { expectEqual } from '../expectations';
import { loggedFields } from '../logged-fields';
import type { Step } from '../stage';

export const startEmulatorStep: Step = {
  title: 'A zone service on this machine',
  why: 'The emulator stands in for the real service: no account, no token, no cost.',
  async run({ story, emulator, zoneId, found }) {
    story.command('zonewright emulator --port 0');
    story.output([emulator.baseUrl]);
    const zone = emulator.control.zones().find(({ id }) => id === zoneId);
    expectEqual('what the new zone logs', loggedFields(emulator.control, zoneId), undefined);
    story.check(`zone ${zone?.name} (${zone?.plan}) exists; it logs no custom fields yet`);
    story.check(`engine: ${productName(found.flavor)} ${found.version}, ${found.way}`);
  },
};
