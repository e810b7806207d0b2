import { zoneIdOf } from '../../../e2e/migrating-zones';
import {
  answers,
  apply,
  applySaved,
  as,
  bare,
  both,
  cut,
  damaged,
  destroy,
  destroyUnread,
  fails,
  failsWith,
  from,
  later,
  nothing,
  once,
  plan,
  pretends,
  provider,
  refuses,
  replace,
  save,
  saves,
  taint,
} from './stories';
import type { Stories } from './stories';

const [ZONE, OTHER] = [zoneIdOf('shop'), zoneIdOf('blog')] as const;
const TYPE = 'zone_log_custom_fields';
const FIELDS = { cookies: ['a', 'b'], description: 'ours' };
const ALL = {
  request_headers: ['x-a'],
  transformed_request_headers: ['x-b'],
  response_headers: ['x-c', 'x-d'],
  raw_response_headers: ['x-e'],
  cookies: ['f'],
  preserve_duplicates: ['x-c', 'x-e'],
};
const RULE = {
  action: 'log_custom_field',
  expression: 'true',
  description: 'theirs',
  action_parameters: { cookie_fields: [{ name: 'z' }] },
};
const others = (...rules: readonly object[]) => saves('http_log_custom_fields', () => rules as never);
const adds = (...rules: readonly object[]) =>
  saves('http_log_custom_fields', (all) => [...all, ...(rules as never[])]);
const first = (more: object) =>
  saves('http_log_custom_fields', ([rule, ...rest]) => [{ ...rule, ...more }, ...rest]);
const ignores = (name: string) => ({ lifecycle: { ignore_changes: [name] } });
const proving = provider({ proof: 'on', max_retries: 0 });

/** What happens to custom log fields. */
export const FIELDS_STORIES: Stories = {
  'all kinds of them, changed one by one, and none': [
    [as(ALL), apply, as({ ...ALL, preserve_duplicates: ['x-e'], enabled: false }), apply],
    [as({ ...FIELDS, request_headers: ['x-b', 'x-a'] }), apply, as({}), apply, destroy],
  ],
  'more than a zone may have': [
    [as({ cookies: ['a', 'b', 'c'] }, provider({ max_custom_fields: 2 })), plan],
    [as({ cookies: Array.from({ length: 51 }, (_, index) => `c${index}`) }), apply],
  ],
  'in two forms, or none, because of what is ignored': [
    [as({ cookies: ['a'], response_headers: ['x'] }), apply],
    [as({ cookies: ['a'], raw_response_headers: ['x'], ...ignores('response_headers') }), plan],
    [as({ request_headers: ['b'], response_headers: [], ...ignores('request_headers') }), plan],
  ],
  'where there are some: in two rules, in rules that do not count, in another form': [
    [others(RULE, { ...RULE, description: 'more' }), as(FIELDS), plan, as(FIELDS, from(ZONE, TYPE)), plan],
    [adds({ ...RULE, enabled: false }), apply, plan],
    others({ ...RULE, enabled: false }, { ...RULE, ref: 'theirs' }),
    [as({ cookies: ['z'], description: 'theirs' }), plan, apply],
    others({ ...RULE, action_parameters: { cookie_fields: [{ name: 'z', x_new: 1 }], x_newer: true } }),
    [plan, apply, destroy],
  ],
  'imported, with what cannot be expressed': [
    others({
      ...RULE,
      x_new: 1,
      action_parameters: { cookie_fields: [{ name: 'a' }, { name: 'b', x_newer: 1 }] },
    }),
    [as(FIELDS, from(ZONE, TYPE)), plan, apply, as({ ...FIELDS, zone_id: OTHER }), plan],
    [as({ ...FIELDS, cookies: ['a'] }), apply, nothing, plan, apply],
    others({ ...RULE, description: ' x\n' }),
    [as({ cookies: ['z'], description: 'x' }, from(ZONE, TYPE)), plan, apply, destroy],
  ],
  'known after apply: names, more and the zone': [
    [as({ cookies: later(['z']), description: 'theirs' }), plan, others(RULE), plan, apply],
    [both({ ...FIELDS, zone_id: later(ZONE) }, { ...FIELDS, zone_id: later(OTHER) }), plan],
    [as({ ...FIELDS, zone_id: later(ZONE) }), plan, apply, others(), apply],
    [as({ ...FIELDS, description: later('') }), plan, first({ x_new: 1 })],
    [as({ ...FIELDS, cookies: [later('q'), 'a'] }), plan, apply, as({ ...ALL, enabled: later(false) })],
    [apply, as({ ...FIELDS, zone_id: later(OTHER) }), plan, apply],
  ],
  'imported where there are none, or by another id': [
    [as(FIELDS, from(ZONE, TYPE)), plan, as(FIELDS, from('shop', TYPE)), plan],
    [as(FIELDS, from(`${ZONE}/1`, TYPE)), plan],
    [as(FIELDS, { ...from(ZONE, TYPE), ...once }), answers('zones.get', 403), plan],
    [answers('zones.get', 500), plan, answers('zones.get', 200, {}), plan],
  ],
  'two objects of one zone': [
    [both(FIELDS, FIELDS), apply, as(FIELDS), apply, both(FIELDS, { cookies: ['c'] }), apply, destroy],
  ],
  'beside rules of others, before the plan and since': [
    [as(FIELDS), apply, adds(RULE), plan, as({ ...FIELDS, cookies: ['c'] }), save, adds(RULE), applySaved],
    [apply, first({ description: 'x', enabled: false }), plan, nothing, plan, apply, others(), as(FIELDS)],
    [apply, first({ x_new: 1 }), nothing, plan, first({ ref: 'theirs', description: 'x' }), plan, apply],
  ],
  'created, and refused or lost': [
    as(FIELDS, once),
    [400, 409, 403, 404, 429].flatMap((status) => [answers('rulesets.create', status), apply]),
    [cut('rulesets.create', 'before-write'), apply, cut('rulesets.create'), apply, apply],
  ],
  'made in a ruleset that is there, and refused or lost': [
    [others(), as(FIELDS, once)],
    [400, 409, 404].flatMap((status) => [answers('rulesets.update', status), apply]),
    [cut('rulesets.update', 'before-write'), apply, cut('rulesets.update'), apply, apply],
    [destroy, (scene) => scene.during('rulesets.update', 'makeAnother'), apply, plan],
  ],
  'changed, and refused or lost': [
    [as(FIELDS, once), apply, as({ ...FIELDS, cookies: ['c'], enabled: false }, once)],
    [400, 404, 409].flatMap((status) => [answers('rulesets.rules.update', status), apply]),
    [cut('rulesets.rules.update', 'before-write'), apply, cut('rulesets.rules.update'), apply, apply],
  ],
  'destroyed, and refused or lost': [
    [as(FIELDS, once), apply, answers('rulesets.rules.delete', 404), destroy],
    [answers('rulesets.rules.delete', 409), destroy, cut('rulesets.rules.delete', 'before-write'), destroy],
    [cut('rulesets.rules.delete'), destroy, destroy],
  ],
  'replaced, and a half of it fails': [
    [as(FIELDS, once), apply, answers('rulesets.update', 500), replace, apply, taint],
    [answers('rulesets.rules.delete', 500), apply, apply, answers('rulesets.update', 400), replace, nothing],
    apply,
  ],
  'read, and refused': [
    [as(FIELDS, once), apply, answers('rulesets.entrypoint.get', 403), plan],
    [answers('rulesets.entrypoint.get', 500), plan, answers('zones.get', 403), plan],
    [answers('rulesets.entrypoint.get', 404), plan, fails('rulesets.entrypoint.get', 2), apply],
    [first({ description: 'x' }), fails('rulesets.entrypoint.get', 1), destroyUnread],
    [first({ description: 'ours' }), fails('rulesets.entrypoint.get', 1), destroyUnread],
  ],
  'with damaged private state, and where others stay when it is replaced': [
    [as(FIELDS), apply, damaged, first({ description: 'x' }), plan, as({ ...FIELDS, cookies: ['c'] }), apply],
    [damaged, nothing, apply, apply, others(), as(FIELDS), apply],
    [adds({ ...RULE, ref: 'theirs' }), plan, replace, taint, plan, apply],
  ],
  'without private state, with what is its own, and what another object has written since': [
    [as({ cookies: ['z'] }), apply, bare, others({ ...RULE, description: '' }), plan, destroy],
    [apply, bare, others({ ...RULE, description: '', ref: 'zonewright-0' }), plan, destroy],
  ],
  'refused with a place, or by a service that has no such operation': [
    [as(FIELDS, once), refuses('rulesets.create', '/rules/0/action_parameters/cookie_fields/1'), apply],
    [failsWith('rulesets.create', 404, { code: 7003, message: 'Could not route to this path' }), apply],
  ],
  'stored otherwise by the service': [
    [as({ ...ALL, raw_response_headers: ['x-e', 'x-a'] }), apply, first({ ref: 'other' }), plan, apply],
    [destroy, others(), as(FIELDS), pretends('rulesets.update', 'http_log_custom_fields', RULE), apply],
  ],
  'proven before they are written': [
    [as(FIELDS, proving), plan, answers('rulesets.create', 400), plan, answers('rulesets.create', 503)],
    [plan, apply, as({ ...FIELDS, cookies: ['c'] }, proving), answers('rulesets.rules.update', 400), plan],
    [apply, replace, nothing, plan, as(FIELDS, proving), answers('rulesets.rules.delete', 400), destroy],
    destroy,
  ],
};
