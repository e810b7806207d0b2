import { readAdvance } from '../clock-control';
import { bodyJson } from '../control-body';
import type { ControlRoutes } from './control-routes';

/** The emulator's time. */
export const clockRoutes: ControlRoutes = (app, control) => {
  app.get('/clock', () => Response.json({ now: control.clock.now() }));
  app.post('/clock/advance', async (context) =>
    Response.json(await control.clock.advance(readAdvance(await bodyJson(context)))),
  );
};
