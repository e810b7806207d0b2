import type { Control } from '../control/control';

/**
 * A control that saves every change. The file is written in the background: the emulator's next answer and `close`
 * wait for it.
 */
export function keptControl(control: Control, changed: () => void): Control {
  const { clock, traffic } = control;
  const noting =
    <A extends readonly unknown[], R>(change: (...sent: A) => R) =>
    (...sent: A): R => {
      try {
        return change(...sent);
      } finally {
        changed();
      }
    };
  const notingLater =
    <A extends readonly unknown[], R>(change: (...sent: A) => Promise<R>) =>
    async (...sent: A): Promise<R> => {
      try {
        return await change(...sent);
      } finally {
        changed();
      }
    };
  return {
    ...control,
    reset: noting(control.reset),
    seed: noting(control.seed),
    restore: noting(control.restore),
    editRuleset: noting(control.editRuleset),
    saveRuleset: noting(control.saveRuleset),
    deleteRuleset: noting(control.deleteRuleset),
    editZone: noting(control.editZone),
    patchZone: noting(control.patchZone),
    clock: { ...clock, advance: notingLater(clock.advance) },
    traffic: {
      ...traffic,
      send: notingLater(traffic.send),
      sendDocument: notingLater(traffic.sendDocument),
      push: notingLater(traffic.push),
      pushDue: async () => {
        const report = await traffic.pushDue();
        // Called once a second, it mostly finds nothing to do.
        if (report.pushes.length > 0) changed();
        return report;
      },
    },
  };
}
