import { done } from '../control-body';
import type { ControlRoutes } from './control-routes';

/** What arrived at the destinations of log push jobs. */
export const destinationRoutes: ControlRoutes = (app, control) => {
  app.get('/deliveries', (context) =>
    Response.json(control.destinations.files(context.req.query('destination') ?? '')),
  );
  app.delete('/deliveries', (context) => {
    control.destinations.clear();
    return done(context);
  });
};
