import fc from 'fast-check';
import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  afterApply,
  comparable,
  declaredOptions,
  IGNORABLE,
  type HeldJob,
  type Kept,
} from '../support/ignored-job';
import { jobConfig, type JobConfig } from '../support/job-arbitraries';
import { type TestService } from '../support/workspace';

import { block, ignoredOf, NOTHING, numbered, type Block } from './ignored-blocks';

const jobNames = numbered('job-', 30);

/** What others do to a job. */
const jobEdit = fc.constantFrom<object>(
  {},
  {},
  { name: 'by-hand', enabled: true, frequency: 'low' },
  { filter: null, max_upload_bytes: 6_000_000 },
  { filter: '{"where":{"key":"ClientIP","operator":"eq","value":12345678901234567}}' },
  { logpull_options: 'fields=Cookies,RayID&sample=0.1', output_options: null },
  { logpull_options: 'timestamps=rfc3339&CVE-2021-44228=true&fields=ClientIP' },
  { logpull_options: null, output_options: { field_names: ['RayID'], output_type: 'csv' } },
  { logpull_options: 'fields=Cookies', output_options: { field_names: ['RayID'], sample_rate: 0.5 } },
  { output_options: { field_names: ['ClientIP'], 'CVE-2021-44228': true } },
  { destination_conf: 'https://elsewhere.example.com/?header_Authorization=rotated' },
  { destination_conf: 'https://logs.example.com/one?header_Authorization=rotated', max_upload_records: 2000 },
);

/** What is known only at apply. */
const LATER = [
  ...['name', 'enabled', 'filter', 'logpull_options', 'output_options'],
  ...['destination_conf', 'destination_conf_wo', 'destination_conf_wo_version'],
];
const later = fc.oneof(
  { weight: 3, arbitrary: fc.constant<readonly string[]>([]) },
  { weight: 1, arbitrary: fc.subarray(LATER) },
);

const jobRound = fc.record({ config: jobConfig, edit: jobEdit, ignored: ignoredOf(IGNORABLE), later });

type JobRound = typeof jobRound extends fc.Arbitrary<infer R> ? R : never;

export const jobRounds = fc.array(jobRound, { minLength: jobNames.length, maxLength: jobNames.length });

/** How the model calls what the service has under another name. */
const MODELLED: Readonly<Record<string, string>> = { logpull_options: 'text', output_options: 'output' };

/** The jobs from round to round, each known by its number. */
export class JobCourse {
  #ids: readonly unknown[] = [];
  #kept: readonly Kept[] = [];
  #expected: readonly HeldJob[] = [];
  #before: readonly HeldJob[] = [];
  #stored: readonly boolean[] = [];
  #seen = 0;

  constructor(private readonly service: TestService) {}

  next(rounds: readonly JobRound[], index: number): Block {
    const declared = rounds.map(({ config, ignored }, at) => {
      const { kind, ...settings } = config;
      const isWriteOnly = config['destination_conf_wo'] !== undefined;
      const kept = this.#kept[at];
      // Another kind is another job, and a stored destination beside a write-only one is refused.
      const without = isWriteOnly && kept?.storesDestination ? ['destination_conf'] : [];
      const names = index === 0 ? NOTHING : new Set([...ignored].filter((name) => !without.includes(name)));
      const isKindKept = names.has('kind') || names.has('all');
      return {
        ignored: names,
        config: {
          ...settings,
          ...(isKindKept && kind !== undefined && { kind }),
          name: `${jobNames[at]}${index % 2 === 0 ? '' : '-x'}`,
          ...(isWriteOnly && { destination_conf_wo_version: index + 1 }),
        } as JobConfig,
      };
    });
    if (index === 0) {
      this.#kept = declared.map(({ config }) => ({
        storesDestination: config['destination_conf'] !== undefined,
        options: declaredOptions(config),
      }));
    } else {
      this.#ids = this.#ids.length > 0 ? this.#ids : this.#numbers();
      this.#edit(rounds);
      this.#before = this.#ids.map((_, at) => comparable(this.#held(at)));
      this.#stored = declared.map(
        ({ config }, at) =>
          this.#kept[at]?.storesDestination === true && config['destination_conf'] !== undefined,
      );
      this.#seen = this.service.emulator.control.journal().at(-1)?.number ?? 0;
      const after = declared.map((one, at) => afterApply(this.#held(at), one, this.#kept[at] as Kept));
      this.#expected = after.map(({ job }) => job);
      this.#kept = after.map(({ kept }) => kept);
    }
    const blocks = declared.map(({ config, ignored }, at) => {
      const [name, late] = [jobNames[at], rounds[at]?.later ?? []];
      const output = (member: string): string => `\${terraform_data.${name}.output.${member}}`;
      const { lifecycle, ...known } = block({ zone_id: DEFAULT_ZONE_ID, ...config }, ignored);
      const input = Object.fromEntries(Object.entries(known).filter(([member]) => late.includes(member)));
      const unknown = Object.fromEntries(Object.keys(input).map((member) => [member, output(member)]));
      return { name, input, job: { ...known, ...unknown, ...(lifecycle ? { lifecycle } : {}) } };
    });
    return {
      zone_logpush_job: Object.fromEntries(blocks.map(({ name, job }) => [name, job])),
      terraform_data: Object.fromEntries(
        blocks.map(({ name, input }) => [name, { input, triggers_replace: index }]),
      ),
    };
  }

  check(when: string): void {
    const seen = this.#expected.map((_, at) => comparable(this.#held(at)));
    expect({ when, jobs: seen }).toEqual({ when, jobs: this.#expected });
    expect({ when, unchanged: this.#sentUnchanged() }).toEqual({ when, unchanged: [] });
  }

  /** What updates have sent though it was no other before. */
  #sentUnchanged(): readonly string[] {
    const updates = this.service.emulator.control.journal({ since: this.#seen, method: 'PUT' });
    return updates.flatMap(({ path, body }) => {
      const at = this.#ids.findIndex((id) => path.endsWith(`/logpush/jobs/${String(id)}`));
      const [before, after] = [this.#before[at], this.#expected[at]];
      if (!before || !after) return [];
      const compared = (name: string): string => MODELLED[name] ?? name;
      const isSame = (name: string): boolean =>
        JSON.stringify(before[compared(name)]) === JSON.stringify(after[compared(name)]);
      // A write-only one that others changed is sent again; a text may have been hidden behind output_options.
      const isExempt = (name: string): boolean =>
        (name === 'destination_conf' && !this.#stored[at]) ||
        (name === 'logpull_options' && before['output'] !== null && after['output'] === null);
      return Object.keys(body as object)
        .filter((name) => !isExempt(name) && isSame(name))
        .map((name) => `${jobNames[at]}.${name}`);
    });
  }

  #numbers(): readonly unknown[] {
    const jobs = this.#all();
    return jobNames.map((name) => jobs.find((job) => job['name'] === name)?.['id']);
  }

  #held(at: number): HeldJob {
    const found = this.#all().find(({ id }) => id === this.#ids[at]);
    if (!found) throw new Error(`${jobNames[at]} is gone`);
    return found;
  }

  #edit(rounds: readonly JobRound[]): void {
    this.service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
      zone.logpush.jobs = (zone.logpush.jobs ?? []).map((job) => {
        const at = this.#ids.indexOf(job.id);
        return at < 0 ? job : { ...job, ...rounds[at]?.edit };
      });
    });
  }

  #all(): readonly HeldJob[] {
    const { jobs } = this.service.emulator.control.zone(DEFAULT_ZONE_ID).logpush;
    return (jobs ?? []) as readonly object[] as readonly HeldJob[];
  }
}
