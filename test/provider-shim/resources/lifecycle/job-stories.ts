import { loseZone } from '../../../e2e/lifecycle/situations';
import { zoneIdOf } from '../../../e2e/migrating-zones';
import {
  answers,
  apply,
  applySaved,
  as,
  both,
  cut,
  damaged,
  destroy,
  during,
  edits,
  failsWith,
  from,
  killed,
  later,
  nothing,
  once,
  plan,
  provider,
  refuses,
  replace,
  save,
  stores,
  taint,
} from './stories';
import type { Step, Stories } from './stories';

const ZONE = zoneIdOf('shop');
const TYPE = 'zone_logpush_job';
const HTTPS = 'https://logs.example.com/a?header_Authorization=Bearer%20SECRET';
const [A, B, C] = ['a', 'b', 'c'].map(
  (path) => `r2://logs/${path}?account-id=a&access-key-id=k&secret-access-key=${path}`,
);
const [S3, MOVED] = ['region=a&sse=AES256', 'sse=AES256&region=a'].map(
  (open) => `s3://logs/a?${open}&access-key-id=k&secret-access-key=s`,
);
const JOB = { name: 'job', enabled: true, destination_conf: HTTPS };
const OUTPUT = {
  field_names: ['ClientIP', 'RayID'],
  output_type: 'csv',
  sample_rate: 0.5,
  batch_prefix: '[',
  field_delimiter: '|',
};
const WITH_OUTPUT = { ...JOB, output_options: OUTPUT };
const OPTIONS = { fields: ['RayID'], timestamps: 'rfc3339', sample: 0.1, defuse_lookups: true };
const OF_TEXT = { ...JOB, destination_conf: A, logpull_options: OPTIONS };
const UNNAMED = { enabled: true, destination_conf: HTTPS };
const HIDDEN = { name: 'job', destination_conf_wo: A, destination_conf_wo_version: 1 };
const NEXT = { ...HIDDEN, destination_conf_wo: B, destination_conf_wo_version: 2 };
const FIREWALL = { ...JOB, dataset: 'firewall_events' };
const PROVEN = { ...JOB, destination_conf: 'gs://bucket/a', ownership_challenge: 'wrong' };

const ignores = (name: string) => ({ lifecycle: { ignore_changes: [name] } });

type Job = Record<string, unknown>;
const others = (change: (jobs: Job[]) => unknown): Step =>
  edits(({ logpush }) => void change(logpush.jobs as never));
const adds = (more: object): Step =>
  others((jobs) =>
    jobs.push({ dataset: 'http_requests', enabled: true, name: '', id: 7, destination_conf: HTTPS, ...more }),
  );
const first = (more: object): Step => others(([job]) => Object.assign(job ?? {}, more));
const stored = (more: object): Step =>
  stores('logpush.jobs.update', first(more), ({ control }) => control.zone(ZONE).logpush.jobs?.[0]);
const says = (operation: string, message: string, code = 0): Step =>
  during({ match: { operation }, effect: { kind: 'message', message, ...(code > 0 && { code }) } });
const proving = provider({ proof: 'on', max_retries: 0 });

/** What happens to log push jobs. */
export const JOBS: Stories = {
  'output options, changed one by one and taken away': [
    [as(WITH_OUTPUT), apply],
    [as({ ...WITH_OUTPUT, output_options: { ...OUTPUT, output_type: 'ndjson', batch_suffix: ']' } }), apply],
    [first({ output_options: { field_names: ['RayID'], x_new: 1 } }), plan, apply, as(OF_TEXT), apply],
    [as(JOB), apply, destroy],
  ],
  'options as a text with more than is declared': [
    [as(OF_TEXT), apply],
    [first({ logpull_options: 'fields=RayID,RayID&timestamps=unix&sample=0.1&CVE-2021-44228=false' }), plan],
    [apply, first({ logpull_options: 'timestamps=rfc3339' }), plan, apply],
    [as({ ...OF_TEXT, logpull_options: { other: 'x=1' } }), apply],
  ],
  'where something is ignored that does not fit': [
    [as(OF_TEXT), apply, as({ ...WITH_OUTPUT, ...ignores('logpull_options') }), plan, as(JOB), apply],
    [as({ ...HIDDEN, ...ignores('destination_conf') }), plan, as(HIDDEN), apply],
    [as({ ...HIDDEN, destination_conf_wo: B }), plan, nothing, apply, as({ ...JOB, enabled: false }), plan],
  ],
  'without a name, of another dataset, moved to another one': [
    [as(UNNAMED), apply, as({ ...UNNAMED, dataset: 'firewall_events' }), apply],
    [as({ ...UNNAMED, dataset: 'dns_logs', kind: 'edge' }), apply],
  ],
  'a dataset, a field or a scheme that nobody knows': [
    [as({ ...JOB, dataset: 'http_request' }), plan, as({ ...JOB, dataset: 'zzz' }), plan],
    [as({ ...OF_TEXT, logpull_options: { fields: ['RayId', 'ClientIP', 'Nope'] } }), plan],
    [as({ ...WITH_OUTPUT, output_options: { field_names: ['rayid'] } }), plan],
    [as({ ...JOB, destination_conf: 'htps://logs.example.com/a' }), plan],
    [as({ ...JOB, destination_conf: 'zzz://logs.example.com/a' }), plan],
  ],
  'fields that cannot be looked up': [
    [as(OF_TEXT, once), answers('logpush.datasets.fields', 403), plan],
    [answers('logpush.datasets.fields', 400), plan, answers('logpush.datasets.fields', 503), apply, apply],
  ],
  'a write-only destination': [
    [as(HIDDEN), apply, as(NEXT), apply, first({ destination_conf: C }), plan, apply],
    as({ ...NEXT, destination_conf_wo_version: 3, lifecycle: { ignore_changes: ['destination_conf_wo'] } }),
    [apply, as({ ...JOB, destination_conf: B }), apply, as(HIDDEN), apply, destroy],
  ],
  'a destination that others set, and that is ignored then': [
    [as(OF_TEXT), apply, first({ destination_conf: B }), plan],
    [
      as({ ...OF_TEXT, lifecycle: { ignore_changes: ['destination_conf'] } }),
      plan,
      apply,
      as(OF_TEXT),
      apply,
    ],
  ],
  'a token of the destination': [
    [as(JOB), killed, as({ ...PROVEN, name: JOB.name }, once), apply],
    [nothing, apply],
    [as(PROVEN, once), apply, as({ ...PROVEN, ownership_challenge: '' }, once), plan],
    [as({ ...HIDDEN, destination_conf_wo: 'gs://bucket/a', ownership_challenge_wo: 'wrong' }, once), apply],
    [as(HIDDEN), apply],
    [as({ ...NEXT, destination_conf_wo: 'gs://bucket/a', ownership_challenge_wo: 'wrong' }), apply],
    [as({ ...NEXT, destination_conf_wo: 'gs://bucket/a' }), plan],
  ],
  'imported, with what cannot be expressed': [
    adds({ x_new: { a: 1 }, logpull_options: 'fields=RayID&CVE-2021-44228=true' }),
    [as(JOB, from(`${ZONE}/7`, TYPE)), plan, apply, as({ ...JOB, enabled: false }), apply, nothing, plan],
    apply,
  ],
  'imported under an id that is not there, or of another form': [
    [as(JOB, from(`${ZONE}/9`, TYPE)), plan, as(JOB, from('9', TYPE)), plan],
    [as(JOB, from(`${ZONE}/x`, TYPE)), plan, as(JOB, from('', TYPE)), plan],
    [as(JOB, { ...from(`${ZONE}/9`, TYPE), ...once }), answers('zones.get', 500), plan],
  ],
  'imported openly beside a write-only destination': [
    [adds({}), as(HIDDEN, from(`${ZONE}/7`, TYPE)), plan, apply],
    [as({ ...HIDDEN, destination_conf_wo: HTTPS }, from(`${ZONE}/7`, TYPE)), apply, destroy],
  ],
  'beside jobs that are alike': [
    [adds({ name: 'job' }), adds({ name: 'job', id: 8, enabled: false }), as(JOB), apply],
    [as({ ...JOB, destination_conf: 'https://logs.example.com/b' }), apply, destroy],
  ],
  'two of the same, and one of another name': [
    [both(JOB, JOB), apply, both(JOB, { ...JOB, name: 'other' }), apply],
    [both(JOB, { ...JOB, name: 'other', filter_attack_traffic: true }), apply, both(JOB, JOB), plan],
  ],
  'created, and the answer is lost': [
    [as(JOB, once), cut('logpush.jobs.create', 'before-write'), apply, apply, destroy, as(UNNAMED, once)],
    [cut('logpush.jobs.create'), apply, apply, as(UNNAMED), apply],
  ],
  'created, and refused': [
    as(JOB, once),
    [400, 409, 403, 404, 429].flatMap((status) => [answers('logpush.jobs.create', status), apply]),
    [failsWith('logpush.jobs.create', 404, { code: 7003, message: 'no route' }), apply],
  ],
  'created, and killed before that is stored': [
    [as(JOB, once), killed, plan, killed, as({ ...JOB, destination_conf: A }), plan, apply],
    [destroy, as(JOB), killed, as(FIREWALL), plan, apply, destroy],
    [as(UNNAMED), killed, as({ ...UNNAMED, enabled: false }), plan, killed],
    [as({ ...UNNAMED, dataset: 'firewall_events' }), plan, apply],
  ],
  'replaced, the new one first, and killed before that is stored': [
    [as({ ...JOB, lifecycle: { create_before_destroy: true } }, once), apply],
    [answers('logpush.jobs.delete', 500), (scene) => scene.apply(`-replace=${scene.address}`, '-killed')],
    [plan, as(JOB), apply, plan],
  ],
  'changed, and refused': [
    [as(JOB), apply, as({ ...JOB, enabled: false, max_upload_bytes: 5_000_000 }, once)],
    [400, 404, 409].flatMap((status) => [answers('logpush.jobs.update', status), apply]),
    [cut('logpush.jobs.update'), apply, apply],
  ],
  'destroyed, and refused': [
    [as(JOB, once), apply, answers('logpush.jobs.delete', 404), destroy, apply],
    [answers('logpush.jobs.delete', 409), destroy, cut('logpush.jobs.delete', 'before-write'), destroy],
    destroy,
  ],
  'replaced, and the creation fails': [
    [as(FIREWALL), apply, as({ ...FIREWALL, dataset: 'dns_logs' }, once)],
    [answers('logpush.jobs.create', 500), apply, apply, taint, answers('logpush.jobs.delete', 500), apply],
    [apply, replace],
  ],
  'that is stored in another form': [
    [
      as(JOB),
      apply,
      as(WITH_OUTPUT),
      stored({ name: 'Job', output_options: { output_type: 'csv' } }),
      apply,
      plan,
      apply,
    ],
    [as(HIDDEN), stored({ destination_conf: B, x_new: 1 }), apply, plan],
    [as({ ...JOB, destination_conf: S3 }), stored({ destination_conf: MOVED }), apply, plan],
  ],
  'with damaged private state, and refused with a place': [
    [as(JOB, once), refuses('logpush.jobs.create', '/destination_conf'), apply, apply, damaged, plan],
    [as({ ...JOB, destination_conf: A }, once), refuses('logpush.jobs.update', '/name'), apply, apply],
    [damaged, destroy],
  ],
  'read, and refused': [
    [as(JOB, once), apply, answers('logpush.jobs.list', 403), plan, answers('zones.get', 403), replace],
    [answers('logpush.jobs.list', 500), plan, answers('logpush.jobs.list', 404), plan],
  ],
  'with what is known after apply': [
    [as({ ...JOB, zone_id: later(ZONE), destination_conf: later(A), enabled: later(true) }), plan, apply],
    [as({ ...JOB, dataset: later('http_requests'), logpull_options: later(OPTIONS) }, proving), plan, apply],
    [as({ ...JOB, destination_conf: later(A), output_options: later(OUTPUT) }, proving), plan, apply],
    [as({ ...JOB, output_options: { ...OUTPUT, output_type: later('ndjson') } }), plan, apply],
    [as({ ...JOB, logpull_options: { ...OPTIONS, fields: later(['ClientIP']) } }), plan, apply, replace],
    [as({ ...HIDDEN, destination_conf_wo: later(B), destination_conf_wo_version: later(1) }), plan, apply],
    [as({ ...HIDDEN, destination_conf_wo: later(A), destination_conf_wo_version: 2 }), plan, apply],
    [as({ ...PROVEN, ownership_challenge: later('wrong') }, once), plan, apply, as(JOB), destroy],
  ],
  'in a zone that is gone, or of a service that is not there': [
    [as(JOB, once), apply, loseZone, plan, apply, nothing, plan],
    [as(JOB, once), failsWith(undefined, 404, { code: 7003, message: 'no route' }), plan],
  ],
  'with an answer that cannot be read': [
    [as(JOB, once), stores('logpush.jobs.create', as(JOB, once), () => ({ id: 1 })), apply, plan, apply],
  ],
  'with messages of the service': [
    [as(JOB), says('logpush.jobs.create', ' soon over ', 7), apply, says('logpush.jobs.list', ' '), plan],
    [as({ ...JOB, enabled: false }), says('logpush.jobs.get', 'again'), apply],
  ],
  'proven before it is written': [
    [as(JOB, proving), plan, answers('logpush.validate.destination', 400), plan],
    [answers('logpush.validate.destination', 503), plan, as(PROVEN, proving), plan, as(OF_TEXT, proving)],
    [answers('logpush.validate.origin', 400), plan, apply, as({ ...OF_TEXT, enabled: false }, proving)],
    [apply, destroy],
  ],
  'changed since the plan, in more than one way': [
    [as({ ...WITH_OUTPUT, max_upload_records: 1000 }), apply],
    [as({ ...JOB, max_upload_records: 2000, enabled: false }), save],
    [first({ enabled: false, max_upload_records: 3000, x_new: 1 }), applySaved, plan, save],
    [others((jobs) => jobs.splice(0)), applySaved, save, first({ frequency: 'low' }), applySaved],
  ],
};
