import { cell, never, zone, UNSAID, type Adapter, type Control } from './scene';

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

const UNMARKED = never('a job has no mark of its owner');

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
  cells: {
    created: cell('apply 0 (jobs.create) → 1 job 1000 · plan -refresh-only 0 · plan 0'),
    'created, and the answer is lost': cell('apply 0 (jobs.create, answer lost) → 1 job 1000 · plan 0'),
    'created, and the service fails': cell(
      'apply 1 (jobs.create) · apply 0 (jobs.create) → 1 job 1000 · plan 0',
      'POST /zones/ZONE/logpush/jobs (zone shop.example): the service answered with status 500: 10001 Internal error.',
    ),
    'created beside an equal one of others, and the answer is lost': cell(
      'others makeTheSame → 1 job 1000 · apply 0 (jobs.create, answer lost) → 1 job 1000 + 2 job 1000 · apply 0 (jobs.delete) → 1 job 1000 · plan 0',
      'Zone shop.example (ZONE) already has a log push job that is exactly like this one: 1.',
    ),
    'created, while somebody makes the same, and the answer is lost': cell(
      'others makeTheSame → 1 job 1000 · apply 0 (jobs.create, answer lost) → 1 job 1000 + 2 job 1000 · apply 0 (jobs.delete) → 2 job 1000 · plan 0',
    ),
    'created, while somebody makes another': cell(
      'others makeAnother → 1 their 1000 · apply 0 (jobs.create) → 1 their 1000 + 2 job 1000 · plan 0',
    ),
    'created, after somebody made another since the plan': cell(
      'plan 2 · others makeAnother → 1 their 1000 · apply saved 0 (jobs.create) → 1 their 1000 + 2 job 1000 · plan 0',
    ),
    'created, after somebody added something since the plan': cell(
      'plan 2 · others add → 1 their 1000 · apply saved 0 (jobs.create) → 1 their 1000 + 2 job 1000 · apply 0 · plan 0',
    ),
    'declared where the same is': cell(
      'others makeTheSame → 1 job 1000 · apply 0 (jobs.create) → 1 job 1000 + 2 job 1000 · plan 0',
      'Zone shop.example (ZONE) already has a log push job that is exactly like this one: 1.',
    ),
    'declared where another is': cell(
      'others makeAnother → 1 their 1000 · apply 0 (jobs.create) → 1 their 1000 + 2 job 1000 · plan 0',
    ),
    imported: cell('others makeTheSame → 1 job 1000 · apply 0 · plan -refresh-only 0 · plan 0'),
    'imported with another declaration': cell(
      'others makeTheSame → 1 job 1000 · apply 0 (jobs.update) → 1 job 2000 · plan 0',
    ),
    'imported, after somebody edited it since the plan': cell(
      'others makeTheSame → 1 job 1000 · plan 2 · others edit → 1 job 1000 off · apply saved 1 · plan 2',
      'Changed outside since the last apply: log push job 1 of zone shop.example (ZONE): enabled.',
      'Somebody changed the log push job 1 of zone shop.example (ZONE) after this plan was made: enabled.',
    ),
    'imported with another declaration, and then destroyed': cell(
      'others makeTheSame → 1 job 1000 · apply 0 (jobs.update) → 1 job 2000 · apply 0 (jobs.delete) → nothing · plan 0',
      'Log push job 1 of zone shop.example (ZONE) was imported, and this plan deletes it at the service.',
    ),
    'imported, and then replaced': cell(
      'others makeTheSame → 1 job 1000 · apply 0 · apply -replace 0 (jobs.create) (jobs.delete) → 2 job 1000 · plan 0',
    ),
    'imported, and then tainted': cell(
      'others makeTheSame → 1 job 1000 · apply 0 · taint 0 · apply 0 (jobs.create) (jobs.delete) → 2 job 1000 · plan 0',
    ),
    'imported, and then moved to another zone': cell(
      'others makeTheSame → 1 job 1000 · apply 0 · apply 0 (jobs.create) (jobs.delete) → nothing, elsewhere 1 job 1000 · plan 0',
    ),
    'imported at two addresses': cell(
      'others makeTheSame → 1 job 1000 · apply 1 · plan 1',
      'Two resources have the same log push job: job 1 of zone shop.example (ZONE).',
    ),
    changed: cell('apply 0 (jobs.update) → 1 job 2000 · plan 0'),
    'changed, and the answer is lost': cell(
      'apply 0 (jobs.update) (jobs.update, answer lost) → 1 job 2000 · plan 0',
    ),
    'changed, and the service fails': cell(
      'apply 1 (jobs.update) · apply 0 (jobs.update) → 1 job 2000 · plan 0',
      'PUT /zones/ZONE/logpush/jobs/1 (zone shop.example): the service answered with status 500: 10001 Internal error.',
    ),
    'changed, while somebody adds something': cell(
      'others add → 1 job 1000 + 2 their 1000 · apply 0 (jobs.update) → 1 job 2000 + 2 their 1000 · plan 0',
    ),
    'changed, while somebody edits it': cell(
      'others edit → 1 job 1000 off · apply 0 (jobs.update) → 1 job 2000 off · plan 2',
      'Changed outside since the last apply: log push job 1 of zone shop.example (ZONE): enabled.',
      'Somebody changed the log push job 1 of zone shop.example (ZONE) while it was being updated: enabled.',
    ),
    'changed, after somebody edited it since the plan': cell(
      'plan 2 · others edit → 1 job 1000 off · apply saved 1 · apply 0 (jobs.update) → 1 job 2000 · plan 0',
      'Changed outside since the last apply: log push job 1 of zone shop.example (ZONE): enabled.',
      'Somebody changed the log push job 1 of zone shop.example (ZONE) after this plan was made: enabled.',
    ),
    'changed, after somebody edited the same since the plan': cell(
      'plan 2 · others editTheSame → 1 job 3000 · apply saved 1 · apply 0 (jobs.update) → 1 job 2000 · plan 0',
      'Changed outside since the last apply: log push job 1 of zone shop.example (ZONE): max_upload_records.',
      'Somebody changed the log push job 1 of zone shop.example (ZONE) after this plan was made: max_upload_records.',
    ),
    'changed, after somebody changed it in the same way since the plan': cell(
      'plan 2 · others makeSecond → 1 job 2000 · apply saved 0 · plan 0',
    ),
    'changed, after somebody deleted it since the plan': cell(
      'plan 2 · others remove → nothing · apply saved 1 · apply 0 (jobs.create) → 2 job 2000 · plan 0',
      'Deleted outside since the last apply: log push job 1 of zone shop.example (ZONE).',
      'Zone shop.example (ZONE) no longer has the log push job 1: somebody deleted it after this plan was made.',
    ),
    'changed, while somebody changes it in the same way': cell(
      'others makeSecond → 1 job 2000 · apply 0 (jobs.update) · plan 0',
    ),
    'changed, after somebody took it over since the plan': UNMARKED,
    'changed, after somebody set what cannot be declared since the plan': cell(
      'plan 2 · others extend → 1 job 1000 more · apply saved 0 (jobs.update) → 1 job 2000 more · plan 0',
    ),
    'changed, while somebody sets what cannot be declared': cell(
      'others extend → 1 job 1000 more · apply 0 (jobs.update) → 1 job 2000 more · plan 0',
    ),
    'changed, while somebody deletes it': cell(
      'others remove → nothing · apply 1 (jobs.update) · apply 0 (jobs.create) → 2 job 2000 · plan 0',
      'Deleted outside since the last apply: log push job 1 of zone shop.example (ZONE).',
      'Zone shop.example (ZONE) no longer has the log push job 1: somebody deleted it after this plan was made.',
    ),
    'changed but for what is ignored, after somebody edited that since the plan': cell(
      'plan 2 · others edit → 1 job 1000 off · apply saved 1 · apply 0 (jobs.update) → 1 job 2000 off · plan 0',
      'Somebody changed the log push job 1 of zone shop.example (ZONE) after this plan was made: enabled.',
    ),
    'changed, while somebody takes it over': UNMARKED,
    'changed beside something of others': cell(
      'others add → 1 job 1000 + 2 their 1000 · apply 0 (jobs.update) → 1 job 2000 + 2 their 1000 · plan 0',
    ),
    'changed, after somebody added something since the plan': cell(
      'plan 2 · others add → 1 job 1000 + 2 their 1000 · apply saved 0 (jobs.update) → 1 job 2000 + 2 their 1000 · plan 0',
    ),
    'changed, after others moved theirs since the plan': never('jobs have no order'),
    'edited by others': cell(
      'others edit → 1 job 1000 off · plan -refresh-only 2 · apply 0 (jobs.update) → 1 job 1000 · plan 0',
      'Changed outside since the last apply: log push job 1 of zone shop.example (ZONE): enabled.',
    ),
    'edited by others, and refreshed alone': cell(
      'others edit → 1 job 1000 off · apply -refresh-only 0 · plan 2',
    ),
    'edited by others where the plan changes it, too': cell(
      'others editTheSame → 1 job 3000 · apply 0 (jobs.update) → 1 job 2000 · plan 0',
      'Changed outside since the last apply: log push job 1 of zone shop.example (ZONE): max_upload_records.',
    ),
    'edited by others to what is declared then, as by a run that was killed': cell(
      'others makeSecond → 1 job 2000 · apply 0 · plan 0',
    ),
    'edited by others, which is ignored': cell(
      'others edit → 1 job 1000 off · plan 0 · apply 0 (jobs.update) → 1 job 2000 off · plan 0',
    ),
    'brought into another order by others': cell('others reorder · apply 0 · plan 0'),
    'beside something that others add': cell('others add → 1 job 1000 + 2 their 1000 · apply 0 · plan 0'),
    'deleted by others': cell(
      'others remove → nothing · plan -refresh-only 2 · apply 0 (jobs.create) → 2 job 1000 · plan 0',
      'Deleted outside since the last apply: log push job 1 of zone shop.example (ZONE).',
    ),
    destroyed: cell('destroy 0 (jobs.delete) → nothing · plan 0'),
    'destroyed, and the answer is lost': cell(
      'destroy 0 (jobs.delete) (jobs.delete, answer lost) → nothing · plan 0',
    ),
    'destroyed, and the service fails': cell(
      'apply 1 (jobs.delete) · apply 0 (jobs.delete) → nothing · plan 0',
      'DELETE /zones/ZONE/logpush/jobs/1 (zone shop.example): the service answered with status 500: 10001 Internal error.',
    ),
    'destroyed, while somebody edits it': cell(
      'others edit → 1 job 1000 off · apply 0 (jobs.delete) → nothing · plan 0',
    ),
    'destroyed, after somebody edited it since the plan': cell(
      'plan 2 · others edit → 1 job 1000 off · apply saved 0 (jobs.delete) → nothing · plan 0',
    ),
    'destroyed, after somebody took it over since the plan': UNMARKED,
    'destroyed, after somebody set what cannot be declared since the plan': cell(
      'plan 2 · others extend → 1 job 1000 more · apply saved 0 (jobs.delete) → nothing · apply 0 · plan 0',
    ),
    'destroyed, while somebody takes it over': UNMARKED,
    'edited by others, and then destroyed': cell(
      'others edit → 1 job 1000 off · apply 0 (jobs.delete) → nothing · plan 0',
      'Changed outside since the last apply: log push job 1 of zone shop.example (ZONE): enabled.',
    ),
    'taken over by others, and then destroyed': UNMARKED,
    'destroyed, after somebody deleted it since the plan': cell(
      'plan 2 · others remove → nothing · apply saved 0 (jobs.delete) · plan 0',
    ),
    'destroyed without a look at it, after somebody deleted it': cell(
      'others remove → nothing · destroy -refresh 0 (jobs.delete) · plan 0',
    ),
    'destroyed beside something of others': cell(
      'others add → 1 job 1000 + 2 their 1000 · apply 0 (jobs.delete) → 2 their 1000 · plan 0',
    ),
    'destroyed, after somebody added something since the plan': cell(
      'plan 2 · others add → 1 job 1000 + 2 their 1000 · apply saved 0 (jobs.delete) → 2 their 1000 · plan 0',
    ),
    'destroyed, after others moved theirs since the plan': never('jobs have no order'),
    'destroyed, after others took theirs away since the plan': cell(
      'others add → 1 job 1000 + 2 their 1000 · plan 2 · others takeAway → 1 job 1000 · apply saved 0 (jobs.delete) → nothing · plan 0',
    ),
    'destroyed, while somebody adds something': cell(
      'others add → 1 job 1000 + 2 their 1000 · apply 0 (jobs.delete) → 2 their 1000 · plan 0',
    ),
    forgotten: cell('apply 0 · plan 0'),
    'moved to another address': cell('apply 0 · plan 0'),
    'renamed without a moved block': cell('apply 0 → 2 job 1000 · plan 0'),
    'declared twice': cell(
      'apply 1 · plan 1',
      'Two resources of this configuration declare exactly the same log push job.',
    ),
    'copied by hand in the state': cell(
      'apply 1 · apply 1 · apply 1 · apply 1 · apply -refresh 1 · apply 1 · destroy 1 · apply 0 → nothing · plan 0',
      'Two resources have the same log push job: job 1 of zone shop.example (ZONE).',
    ),
    'declared in a second state, and then destroyed in the first': cell(
      'second apply 0 (jobs.create) → 1 job 1000 + 2 job 1000 · apply 0 (jobs.delete) → 2 job 1000 · plan 0',
      'Zone shop.example (ZONE) already has a log push job that is exactly like this one: 1.',
    ),
    'imported by a second state with another declaration': cell(
      'second apply 0 (jobs.update) → 1 job 2000 · plan 2',
      'Changed outside since the last apply: log push job 1 of zone shop.example (ZONE): max_upload_records.',
    ),
    'imported by a second state, and then destroyed there': cell(
      'second apply 0 (jobs.update) → 1 job 2000 · second destroy 0 (jobs.delete) → nothing · apply 0 (jobs.create) → 2 job 1000 · plan 0',
      'Deleted outside since the last apply: log push job 1 of zone shop.example (ZONE).',
      'Log push job 1 of zone shop.example (ZONE) was imported, and this plan deletes it at the service.',
    ),
    tainted: cell('taint 0 · apply 0 (jobs.create) (jobs.delete) → 2 job 1000 · plan 0'),
    replaced: cell('apply -replace 0 (jobs.create) (jobs.delete) → 2 job 1000 · plan 0'),
    'replaced, the new one first': cell(
      'apply -replace 0 (jobs.create) (jobs.delete) → 2 job 1000 · plan 0',
      'Zone shop.example (ZONE) already has a log push job that is exactly like this one: 1.',
    ),
    'replaced, the new one first, and then destroyed': cell(
      'apply -replace 0 (jobs.create) (jobs.delete) → 2 job 1000 · apply 0 (jobs.delete) → nothing · plan 0',
      'Zone shop.example (ZONE) already has a log push job that is exactly like this one: 1.',
    ),
    'replaced, after somebody added something since the plan': cell(
      'plan -replace 2 · others add → 1 job 1000 + 2 their 1000 · apply saved 0 (jobs.create) (jobs.delete) → 2 their 1000 + 3 job 1000 · plan 0',
    ),
    'replaced, after somebody edited it since the plan': cell(
      'plan -replace 2 · others edit → 1 job 1000 off · apply saved 0 (jobs.create) (jobs.delete) → 2 job 1000 · plan 0',
    ),
    'replaced, after somebody took it over since the plan': UNMARKED,
    'replaced, while somebody edits it': cell(
      'others edit → 1 job 1000 off · apply -replace 0 (jobs.create) (jobs.delete) → 2 job 1000 · plan 0',
    ),
    'replaced, while somebody adds something': cell(
      'others add → 1 job 1000 + 2 their 1000 · apply -replace 0 (jobs.create) (jobs.delete) → 2 their 1000 + 3 job 1000 · plan 0',
    ),
    'tainted with what cannot be declared': cell(
      'taint 0 · others extend → 1 job 1000 more · apply 0 (jobs.create) (jobs.delete) → 2 job 1000 · plan 0',
    ),
    'tainted, and then taken over by others': UNMARKED,
    'moved to another zone': cell(
      'apply 0 (jobs.create) (jobs.delete) → nothing, elsewhere 1 job 1000 · plan 0',
    ),
    'moved to another zone with what cannot be declared': cell(
      'others extend → 1 job 1000 more · apply 0 (jobs.create) (jobs.delete) → nothing, elsewhere 1 job 1000 · plan 0',
    ),
    'moved to another zone, after somebody edited it since the plan': cell(
      'plan 2 · others edit → 1 job 1000 off · apply saved 0 (jobs.create) (jobs.delete) → nothing, elsewhere 1 job 1000 · apply 0 · plan 0',
    ),
    'in a zone that is gone': cell(
      'plan -refresh-only 2 → nothing · apply 0 · plan 0',
      'Zone ZONE no longer exists: what the state has of it is dropped.',
    ),
    'destroyed without a look at it in a zone that is gone': cell(
      'destroy -refresh 0 (jobs.delete) → nothing · plan 0',
    ),
    'declared for a zone that is not there': cell('apply 1 · plan 1', 'Zone ID does not exist.'),
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
