import { bodyJson } from '../control-body';
import type { ControlRoutes } from './control-routes';

/** Zones and edits behind the client's back. */
export const zoneRoutes: ControlRoutes = (app, control) => {
  app.get('/zones', () => Response.json(control.zones()));
  app.get('/zones/:zone_id', (context) => Response.json(control.zone(context.req.param('zone_id'))));
  app.patch('/zones/:zone_id', async (context) => {
    const zoneId = context.req.param('zone_id');
    return Response.json(control.patchZone(zoneId, await bodyJson(context)));
  });
  app.put('/zones/:zone_id/rulesets/:phase', async (context) => {
    const { zone_id: zoneId, phase } = context.req.param();
    return Response.json(control.saveRuleset(zoneId, phase, await bodyJson(context)));
  });
  app.delete('/zones/:zone_id/rulesets/:phase', (context) => {
    const { zone_id: zoneId, phase } = context.req.param();
    return Response.json({ deleted: control.deleteRuleset(zoneId, phase) });
  });
};
