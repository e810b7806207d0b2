import { readRefusals } from '../../destinations/read-refusals';
import { bodyJson, done } from '../control-body';
import { refusedDocument } from '../control-error';
import type { ControlRoutes } from './control-routes';

/** What arrived at the destinations of log push jobs, and which of them refuse files. */
export const destinationRoutes: ControlRoutes = (app, control) => {
  const { destinations } = control;
  app.get('/deliveries', (context) =>
    Response.json(destinations.files(context.req.query('destination') ?? '')),
  );
  app.delete('/deliveries', (context) => {
    destinations.forgetFiles();
    return done(context);
  });
  app.get('/destinations/refusals', () => Response.json(destinations.refusals()));
  app.put('/destinations/refusals', async (context) => {
    const read = readRefusals(await bodyJson(context));
    if (!read.ok) throw refusedDocument('These refusals cannot be used:', read.problems);
    destinations.accept();
    for (const { prefix, message } of read.value) destinations.refuse(prefix, message);
    return done(context);
  });
  app.delete('/destinations/refusals', (context) => {
    destinations.accept();
    return done(context);
  });
};
