import { readFaultRules } from '../../faults/read-fault-rules';
import { bodyJson, done } from '../control-body';
import { refusedDocument } from '../control-error';
import type { ControlRoutes } from './control-routes';

/** Faults by rule. */
export const faultRoutes: ControlRoutes = (app, control) => {
  app.get('/faults', () => Response.json(control.faults.list()));
  app.put('/faults', async (context) => {
    const read = readFaultRules(await bodyJson(context));
    if (!read.ok) throw refusedDocument('These fault rules cannot be used:', read.problems);
    control.faults.put(read.value);
    return done(context);
  });
  app.delete('/faults', (context) => {
    control.faults.clear();
    return done(context);
  });
};
