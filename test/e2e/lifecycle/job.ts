import { cell, zone, UNSAID, type Adapter, type Control } from './scene';

const ZONES = [zone('shop'), zone('blog')] as const;
const [{ id: ZONE }] = ZONES;

type Job = Readonly<Record<string, unknown>>;

const DECLARED = {
  name: 'job',
  destination_conf: 'kinesis://stream?region=us-east-1&sts-assume-role-arn=arn:aws:iam::1:role/logs',
  enabled: true,
  max_upload_records: 1000,
  filter_attack_traffic: true,
  transformer_id: 7,
};

const jobs = (control: Control, zoneId: string): readonly Job[] =>
  (control.zones().some(({ id }) => id === zoneId)
    ? (control.zone(zoneId).logpush.jobs ?? [])
    : []) as readonly object[] as readonly Job[];

function edit(change: (jobs: readonly Job[]) => readonly Job[]): (control: Control) => void {
  return (control) =>
    void control.editZone(ZONE, (draft) => {
      draft.logpush.jobs = change(draft.logpush.jobs as never) as never;
    });
}

const add = (more: object): ((control: Control) => void) =>
  edit((all) => [
    ...all,
    { ...all[0], id: Math.max(0, ...all.map(({ id }) => Number(id))) + 1, ...DECLARED, ...more },
  ]);

export const job: Adapter = {
  type: 'zone_logpush_job',
  zones: ZONES,
  first: { ...DECLARED, logpull_options: { fields: ['RayID', 'ClientIP'] } },
  second: { ...DECLARED, logpull_options: { fields: ['RayID', 'ClientIP'] }, max_upload_records: 2000 },
  held: (control, zoneId) =>
    jobs(control, zoneId)
      .map(({ id, name, max_upload_records: most, enabled, x_later: later }) =>
        [id, name, most, ...(enabled === true ? [] : ['off']), ...(later ? ['more'] : [])].join(' '),
      )
      .join(' + '),
  importId: (control, zoneId) => `${zoneId}/${String(jobs(control, zoneId)[0]?.['id'])}`,
  others: {
    makeTheSame: add({ logpull_options: 'fields=RayID,ClientIP' }),
    makeAnother: add({ name: 'their', logpull_options: 'fields=ClientIP' }),
    edit: edit(([first, ...others]) => [{ ...first, enabled: false }, ...others]),
    editTheSame: edit(([first, ...others]) => [{ ...first, max_upload_records: 3000 }, ...others]),
    makeSecond: edit(([first, ...others]) => [{ ...first, max_upload_records: 2000 }, ...others]),
    reorder: edit(([first, ...others]) => [
      { ...first, logpull_options: 'fields=ClientIP,RayID' },
      ...others,
    ]),
    takeOver: edit((all) => all),
    extend: edit(([first, ...others]) => [{ ...first, x_later: 1 }, ...others]),
    add: add({ name: 'their', logpull_options: 'fields=ClientIP' }),
    move: edit((all) => [...all].reverse()),
    takeAway: edit((all) => all.slice(0, 1)),
    remove: edit(([, ...others]) => others),
  },
  operations: {
    create: 'logpush.jobs.create',
    update: 'logpush.jobs.update',
    destroy: 'logpush.jobs.delete',
  },
  ignored: 'enabled',
  record: 'job',
  never: {
    'a job has no mark of its owner': [
      'changed, after somebody took it over since the plan',
      'changed, while somebody takes it over',
      'destroyed, after somebody took it over since the plan',
      'destroyed, while somebody takes it over',
      'taken over by others, and then destroyed',
      'replaced, after somebody took it over since the plan',
      'tainted, and then taken over by others',
    ],
    'jobs have no order': [
      'changed, after others moved theirs since the plan',
      'destroyed, after others moved theirs since the plan',
    ],
  },
  unnoticed: {
    'changed, while somebody edits it': cell(
      'others edit → 1 job 1000 off · apply 0 (jobs.update) → 1 job 2000 off · plan 0',
      'Somebody changed the log push job 1 of zone shop.example (ZONE) while it was being updated: enabled.',
    ),
    'edited by others': cell('others edit → 1 job 1000 off · plan -refresh-only 2 · apply 0 · plan 0'),
    'copied by hand in the state': cell(
      'apply 1 · apply 1 · apply 1 · apply 1 · apply -refresh 1 · apply 1 · destroy 0 → nothing · apply 0 · plan 0',
      'Two resources have the same log push job: job 1 of zone shop.example (ZONE).',
    ),
    'deleted by others': cell(
      'others remove → nothing · plan -refresh-only 2 · apply 0 · plan 0',
      'Deleted outside since the last apply: log push job 1 of zone shop.example (ZONE).',
    ),
    'edited by others, and then destroyed': UNSAID,
    'imported by a second state with another declaration': cell(
      'second apply 0 (jobs.update) → 1 job 2000 · plan 0',
    ),
    'imported by a second state, and then destroyed there': cell(
      'second apply 0 (jobs.update) → 1 job 2000 · second destroy 0 (jobs.delete) → nothing · apply 0 · plan 0',
      'Log push job 1 of zone shop.example (ZONE) was imported, and this plan deletes it at the service.',
    ),
    'in a zone that is gone': cell(
      'plan -refresh-only 2 → nothing · apply 0 (jobs.delete) · plan 0',
      'Zone ZONE no longer exists: what the state has of it is dropped.',
    ),
  },
};
