import { bodyJson, done } from '../control-body';
import { readExpectations } from '../read-expectations';
import { readJournalFilter } from '../read-journal-filter';
import { UnexpectedRequests } from '../../journal/unexpected-requests';
import type { ControlRoutes } from './control-routes';

/** What clients sent, and whether it is what somebody expects. */
export const journalRoutes: ControlRoutes = (app, control) => {
  app.get('/journal', (context) => Response.json(control.journal(readJournalFilter(context.req.query()))));
  app.delete('/journal', (context) => {
    control.clearJournal();
    return done(context);
  });
  app.post('/journal/assert', async (context) => {
    const { expected, options } = readExpectations(await bodyJson(context));
    try {
      control.expectRequests(expected, options);
      return Response.json({ ok: true });
    } catch (error) {
      if (!(error instanceof UnexpectedRequests)) throw error;
      const rows = error.rows.map(({ verdict, seen, ...row }) => ({ verdict, seen: seen?.number, ...row }));
      return Response.json({ ok: false, error: error.message, rows }, { status: 409 });
    }
  });
};
