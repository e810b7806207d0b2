import { done } from '../control-body';
import type { ControlRoutes } from './control-routes';

/** What clients sent. */
export const journalRoutes: ControlRoutes = (app, control) => {
  app.get('/journal', () => Response.json(control.journal()));
  app.delete('/journal', (context) => {
    control.clearJournal();
    return done(context);
  });
};
