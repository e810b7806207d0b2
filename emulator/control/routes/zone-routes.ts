import { bodyJson } from '../control-body';
import type { ControlRoutes } from './control-routes';

/** Zones and edits behind the client's back. */
export const zoneRoutes: ControlRoutes = (app, control) => {
  app.get('/zones', () => Response.json(control.zones()));
  app.put('/zones/:zone_id/rulesets/:phase', async (context) => {
    const { zone_id: zoneId, phase } = context.req.param();
    return Response.json(control.saveRuleset(zoneId, phase, await bodyJson(context)));
  });
  app.delete('/zones/:zone_id/rulesets/:phase', (context) => {
    const { zone_id: zoneId, phase } = context.req.param();
    return Response.json({ deleted: control.deleteRuleset(zoneId, phase) });
  });
};
