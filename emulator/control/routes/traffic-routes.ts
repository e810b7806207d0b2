import { bodyJson } from '../control-body';
import type { ControlRoutes } from './control-routes';

/** Traffic through the zones: `{ requests, push? }`, and the push of what waits, of `?zone_id=` or of all. */
export const trafficRoutes: ControlRoutes = (app, control) => {
  app.post('/zones/:zone_id/traffic', async (context) => {
    const zoneId = context.req.param('zone_id');
    return Response.json(await control.traffic.sendDocument(zoneId, await bodyJson(context)));
  });
  app.post('/push', async (context) =>
    Response.json(await control.traffic.push(context.req.query('zone_id'))),
  );
};
