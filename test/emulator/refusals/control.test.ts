import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../../emulator';
import { controlled, fieldsRule } from '../client';
import { brokenOnes, byDocument, shownProblem, type Wrong } from './places';

const ZONE = `/zones/${DEFAULT_ZONE_ID}`;
const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`;

interface Refusal {
  readonly error: string;
  readonly problems: readonly { readonly pointer: string }[];
}

/** Declares that the request takes the document, and what it refuses in it, with nothing changed. */
function refuses(request: string, good: unknown, below: string, wrong: Wrong): void {
  const [method = '', path = ''] = request.split(' ');
  describe(request, () => {
    it('takes a good document', async () => {
      expect((await controlled().send(method, path, good)).status).toBe(200);
    });

    it.each(brokenOnes(good, below, wrong))('refuses $place', async ({ documents, problems }) => {
      const { emulator, send } = controlled();
      const { snapshot, faults, destinations } = emulator.control;
      const before = [snapshot(), faults.list(), destinations.refusals()];
      const seen = byDocument(documents, async (document) => {
        const { status, body } = await send(method, path, JSON.stringify(document));
        const { error, problems: found } = body as Refusal;
        return [status, /\w{3}/.test(error), found.map(shownProblem)];
      });
      expect(await seen).toEqual(await byDocument(documents, () => [400, true, problems]));
      expect([snapshot(), faults.list(), destinations.refusals()]).toEqual(before);
    });
  });
}

refuses(`PATCH ${ZONE}`, { name: 'b.example' }, '', {
  '/name': [null, ''],
  '/plan': ['free'],
  '/id': [null, PROFESSIONAL_ZONE_ID],
  '/colour': [1],
  ' → /name, /plan': [{ plan: 1, name: '' }],
  '/migration → /migration/since': [{ state: 'start', since: '2025-01-01T00:00:00Z' }],
  '/rulesets → /rulesets/0/rules/0/expression': [
    [{ phase: 'http_log_custom_fields', rules: [{ ...fieldsRule('a'), expression: 'false' }] }],
  ],
});

const REQUESTS = [{}, { headers: [['a', 'b']], response: {}, transformed: {} }];

refuses(`POST ${ZONE}/traffic`, { requests: REQUESTS }, '/requests/1', {
  '/headers → /headers/': [{ '': 'b' }],
  '/headers → /headers/a': [{ a: 1 }, { a: 'b\r\nc: d' }, { a: '\ud800' }],
  '/headers → /headers/a/1': [{ a: ['b', 1] }],
  ' → /path, /headers/0, /headers/1/0, /headers/1/1, /response/status': [
    { path: 'a', headers: [['b'], ['c:', 1]], response: { status: 0 } },
  ],
});

it.each<[string, string, string, string | undefined]>([
  ['a broken seed', 'POST', '/seed', 'zones: 1'],
  [
    'a seed with more identifiers than are different',
    'POST',
    '/seed',
    `{"identifiers":${Number.MAX_SAFE_INTEGER}}`,
  ],
  ['a seed that is empty', 'POST', '/seed', undefined],
  ['an invalid snapshot', 'PUT', '/snapshot', '[]'],
  ['a document that is not JSON', 'PUT', '/faults', '{'],
  ['a document with many levels', 'PUT', '/faults', deep],
  ['a patch that is a list', 'PATCH', ZONE, '[]'],
  ['an edit of an unknown phase', 'PUT', `${ZONE}/rulesets/x`, '{"rules":[]}'],
  ['an unknown part of the journal', 'GET', '/journal?opration=rulesets.list', undefined],
  ['an invalid status of the journal', 'GET', '/journal?status=4xx', undefined],
  ['a query for an unknown operation', 'GET', '/journal?operation=rulesets', undefined],
])('%s is refused, and the answer says why', async (_what, method, path, body) => {
  const { control, send } = controlled();
  const before = control.snapshot();
  const why = { error: expect.stringMatching(/\w{3}/) as unknown, problems: expect.any(Array) as unknown };
  expect(await send(method, path, body)).toEqual({ status: 400, body: why });
  expect(control.snapshot()).toEqual(before);
});
