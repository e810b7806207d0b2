import { ServiceError } from '../../../../provider-shim/api';
import { checkBeforeWrite, type PlannedUpdate } from '../../../../provider-shim/resources/logpush-job/apply';
import { PROBLEM, refusalProblem } from '../../../../provider-shim/resources/logpush-job/problems';
import { changedSettings, type State } from '../../../../provider-shim/resources/logpush-job/settings';
import { jobOf, SETTINGS } from './job';

const TEXT = 'https://logs.example.com/in?header_Authorization=x';
const WRITTEN = {
  destination_conf: TEXT,
  destination_conf_wo: null,
  ownership_challenge: null,
  ownership_challenge_wo: null,
};
const UNREACHABLE = 'error validating destination: error writing object: dial tcp: no such host';

/** Code 1002 stands for a destination and for its ownership (docs/internals/service.md 5.8). */
test.each<[string, string | undefined, object, string | undefined]>([
  [UNREACHABLE, undefined, {}, 'destination_conf'],
  [UNREACHABLE, '/ownership_challenge', {}, 'destination_conf'],
  [UNREACHABLE, undefined, { destination_conf: null, destination_conf_wo: TEXT }, 'destination_conf_wo'],
  ['ownership challenge is not valid', undefined, {}, 'ownership_challenge'],
  ['ownership challenge is not valid', undefined, { ownership_challenge_wo: 'x' }, 'ownership_challenge_wo'],
  ['name is too long', '/name', {}, 'name'],
  ['something else', undefined, {}, undefined],
])('"%s" at %s belongs to its attribute', (message, pointer, written, attribute) => {
  const error = new ServiceError({
    kind: 'invalid',
    outcome: 'refused',
    request: { method: 'POST', path: '/zones/z/logpush/jobs' },
    seen: 'refused',
    hint: '',
    status: 400,
    errors: [{ code: 1002, message, ...(pointer !== undefined && { pointer }) }],
    transient: false,
    attempts: 1,
  });
  const problem = refusalProblem(error, { ...WRITTEN, ...written });
  expect(problem?.path).toEqual(attribute === undefined ? undefined : [attribute]);
  expect(problem?.hint.includes('tests the destination') ?? false).toBe(message === UNREACHABLE);
});

const STATE = {
  ...{ ...SETTINGS, name: 'job', destination: 'https://logs.example.com', destination_conf: TEXT },
  destination_conf_wo_version: null,
} as unknown as State;

/** An update of these settings. */
function update(settings: object): PlannedUpdate {
  const planned = { ...STATE, ...settings };
  const sent = { is: (text: string) => text === TEXT, isAnswer: (text: string) => text === TEXT };
  const body = changedSettings(STATE, planned);
  return { state: STATE, sent, settings: planned, destination: undefined, body };
}

const found = (more: object = {}) => jobOf({ id: 7, name: 'job', destination_conf: TEXT, ...more });
const ELSEWHERE = 'https://logs.example.com/in?header_Authorization=y';

test('what somebody changed before an update is said as expected and found, and no secret is shown', () => {
  const changed = found({ destination_conf: ELSEWHERE, name: 'x' });
  const { changes } = checkBeforeWrite(changed, update({ enabled: true }));
  const { message, hint } = PROBLEM.job_changed_since_plan('shop', 7, changes);
  expect(message).toContain('log push job 7 of zone shop after this plan was made: name, destination_conf.');
  expect(hint).toContain('  name: expected "job", found "x"\n');
  expect(hint).toContain('  destination_conf: expected "(secret)", found "(another secret)"\n');
  const moved = found({ destination_conf: 'https://b.example/?header_X=y', logpull_options: 'fields=A' });
  const said = PROBLEM.job_changed_since_plan('shop', 7, checkBeforeWrite(moved, update({})).changes).hint;
  expect(said).toContain('  logpull_options: expected null, found {"fields":["A"],');
  expect(said).toContain(
    '  destination_conf: expected "https://logs.example.com", found "https://b.example"',
  );
});
