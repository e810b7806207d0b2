/**
 * 200 zones in 20 stacks, planned, reviewed and applied by the commands of the example workflows, two stacks at a time,
 * against the emulator with the service's limit on a scaled clock. One apply is killed and continued. Prints what was sent
 * beside what the review predicted; ends with 1 if anything was refused for good, was planned again, or is there twice.
 *
 *     npm run bench:pipeline -- [ZONES] [STACKS] [SCALE]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../emulator';
import type { Platform } from './ci/platform';
import { results, type EndedWorkflow } from './ci/run-workflow';
import { linkedPackages } from './installed-packages';
import { killingApply } from './kill-apply';
import { outputOf, startWorld, zoneId, zoneLine } from './pipeline-world';

const [zoneCount = 200, stackCount = 20, scale = 5] = process.argv.slice(2).map(Number);
const LOGS = ['', 'audited', 'all'];
const JOBS = [['http'], ['audit', 'http'], ['audit', 'http', 'security']];
const KILLED = Math.min(7, stackCount - 1);

interface FleetZone {
  readonly name: string;
  readonly stack: string;
  readonly logs: number;
  readonly migration: '' | 'validation' | 'finished';
}

/** Each has fields and up to three jobs; every fifth one migrates, and a few of those to the end. */
const ZONES = Array.from({ length: zoneCount }, (_, index): FleetZone => {
  const migrates = index % 5 === 0;
  return {
    name: `zone-${index}.example`,
    stack: String(index % stackCount),
    logs: index % 3,
    migration: migrates ? (index % 50 === 0 ? 'finished' : 'validation') : '',
  };
});

/** What the service saw since the last look. */
class Seen {
  requests = 0;
  refused = 0;
  private began = performance.now();

  readonly note = ({ status }: Pick<JournalEntry, 'status'>): void => {
    this.requests += 1;
    if (status === 429) this.refused += 1;
  };

  look(): { readonly requests: number; readonly refused: number; readonly seconds: number } {
    const { requests, refused } = this;
    const seconds = (performance.now() - this.began) / 1000;
    [this.requests, this.refused, this.began] = [0, 0, performance.now()];
    return { requests, refused, seconds };
  }
}

const problems: string[] = [];
const expectThat = (holds: boolean, what: string): void => {
  if (!holds) problems.push(what);
};

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function phase(name: string, { requests, refused, seconds }: ReturnType<Seen['look']>, predicted = ''): void {
  const cells = [
    name.padEnd(30),
    String(requests).padStart(8),
    predicted.padStart(10),
    String(refused).padStart(8),
  ];
  say(`${cells.join('')}${seconds.toFixed(0).padStart(9)} s`);
}

async function main(): Promise<void> {
  const seen = new Seen();
  const world = await startWorld(
    linkedPackages,
    ZONES.map(({ name }) => ({ id: zoneId(name), name })),
    {
      service: {
        onRequest: seen.note,
        settings: {
          ...{ rateLimit: 1200, rateWindowSeconds: 300, rateLimitPerAddress: 200, rateHeaders: 'today' },
          ...{ rateClock: 'machine', rateClockScale: scale, finishSeconds: 0 },
        },
      },
      vars: { MAX_ZONES: String(zoneCount) },
    },
  );
  const { repository, platform, states } = world;
  try {
    say(
      `${zoneCount} zones in ${stackCount} stacks, two at a time; 1,200 requests in ${300 / scale} s of this machine`,
    );
    say(
      `${'phase'.padEnd(30)}${'requests'.padStart(8)}${'predicted'.padStart(10)}${'429'.padStart(8)}${'time'.padStart(11)}`,
    );
    world.addExample(
      ZONES.map(({ name, stack, logs, migration }) => zoneLine(name, stack, LOGS[logs], migration)),
    );
    const pull = repository.openPullRequest();
    seen.look();
    const planned = await repository.plan(pull);
    phase('plan and review', seen.look());
    expectRun(planned, 'the pull request is planned');
    expectThat(planned.jobs['plan']?.length === stackCount, `${stackCount} stacks are planned`);
    const first = predicted(platform, planned);

    const sha = repository.merge(pull);
    const killed = ZONES.filter(({ stack }) => stack === String(KILLED));
    const jobsOfKilled = (): number => killed.flatMap(({ name }) => world.jobsOf(name)).length;
    const onStep = killingApply(`apply zones-${KILLED}`, () => jobsOfKilled() >= 3);
    const applied = await repository.apply(sha, { onStep });
    phase('apply, one of them killed', seen.look(), first);
    const failed = applied.jobs['apply']?.filter(({ result }) => result !== 'success') ?? [];
    expectThat(
      failed.length === 1 && failed[0]?.name === `apply zones-${KILLED}`,
      'only the killed apply fails',
    );
    for (const { name } of failed) if (name !== `apply zones-${KILLED}`) say(outputOf(failed));
    const made = jobsOfKilled();

    const lock = states.locks.get(`zones-${KILLED}`);
    await repository.byHand(`npm ci && npm run --silent synth && cd cdktf.out/stacks/zones-${KILLED}
      terraform init -input=false && terraform force-unlock -force ${lock?.ID}`);
    const plannedAgain = await repository.plan(pull);
    phase('plan and review again', seen.look());
    expectRun(plannedAgain, 'the pull request is planned again');
    const again = await repository.apply(sha);
    phase(`apply again, from ${made} jobs`, seen.look(), predicted(platform, plannedAgain));
    expectRun(again, 'the killed apply is continued');

    await repository.byHand(`npm ci && npm run --silent synth
      printf '%s\\n' cdktf.out/stacks/* | xargs -P 2 -I FOLDER sh -c \\
        'cd FOLDER && terraform init -input=false > /dev/null && terraform plan -input=false -detailed-exitcode'`);
    phase('plan again: empty', seen.look());
    for (const { name, logs } of ZONES)
      expectThat(
        JSON.stringify(world.jobsOf(name)) === JSON.stringify(JOBS[logs]),
        `${name} has its jobs once: ${world.jobsOf(name).join(', ')}`,
      );
    const migrated = ZONES.filter(({ migration }) => migration !== '');
    for (const { name, migration } of migrated)
      expectThat(
        world.emulator.control.zone(zoneId(name)).migration?.state === migration,
        `${name} is in ${migration}`,
      );
    expectThat(
      states.locks.size === 0 && states.states.size === stackCount,
      'a state for each stack, and no lock',
    );
  } finally {
    await world.stop();
  }
  say(
    problems.length === 0
      ? 'Nothing refused for good, nothing there twice.'
      : `BROKEN:\n${problems.join('\n')}`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** The requests of apply, as the review says. */
function predicted({ artifacts }: Platform, { id }: EndedWorkflow): string {
  const review = readFileSync(join(artifacts, String(id), 'review', 'review.json'), 'utf8');
  return String((JSON.parse(review) as Reviewed).summary.requests.apply);
}

interface Reviewed {
  readonly summary: { readonly requests: { readonly apply: number } };
}

function expectRun(run: EndedWorkflow, what: string): void {
  expectThat(run.isSuccess, `${what}: ${JSON.stringify(results(run))}`);
  if (!run.isSuccess) say(outputOf(Object.values(run.jobs).flat()));
}

void main();
