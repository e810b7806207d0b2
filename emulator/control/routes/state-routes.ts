import type { Snapshot } from '../../seed/snapshot';
import { bodyJson, bodyText, done } from '../control-body';
import type { ControlRoutes } from './control-routes';

/** The state as a whole. */
export const stateRoutes: ControlRoutes = (app, control) => {
  app.post('/reset', (context) => {
    control.reset();
    return done(context);
  });
  app.post('/seed', async (context) => {
    control.seed(await bodyText(context));
    return done(context);
  });
  app.get('/snapshot', () => Response.json(control.snapshot()));
  app.put('/snapshot', async (context) => {
    control.restore((await bodyJson(context)) as Snapshot);
    return done(context);
  });
};
