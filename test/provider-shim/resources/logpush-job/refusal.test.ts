import { ServiceError } from '../../../../provider-shim/api';
import { refusalProblem } from '../../../../provider-shim/resources/logpush-job/update-job';

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
