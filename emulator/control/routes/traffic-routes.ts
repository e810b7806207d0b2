import { bodyJson } from '../control-body';
import type { ControlRoutes } from './control-routes';

/** Traffic through the zones. */
export const trafficRoutes: ControlRoutes = (app, control) => {
  app.post('/zones/:zone_id/traffic', async (context) => {
    const zoneId = context.req.param('zone_id');
    return Response.json(await control.traffic.sendDocument(zoneId, await bodyJson(context)));
  });
  app.post('/push', async () => Response.json(await control.traffic.push()));
};
