import { PHASE_MANAGED_RULES } from '../../schema';
import { approvalOf, type Approved } from './approvals';
import { diagnosticsIn } from './engine-events';
import { CORE, equivalentRules, MANAGED, managedOverrides, SUCCESSOR } from './equivalent-rules';
import { migratingZone, uriOverride, zoneIdOf } from './migrating-zones';
import {
  migrations,
  service,
  useMigratingZones,
  validated,
  workspace,
  writes,
  type MigrationBlock,
} from './migration-workspace';

/**
 * What was approved is done, and nothing else: whatever changes between plan and apply, or when apply has begun, is refused
 * with the difference, and nothing is written. Before the plan: the approvals of `test/provider-shim/resources`.
 */

type When = 'between plan and apply' | 'during apply';
type Step = Approved['step'];

/** Every step of the service that needs an approval: from where, and to where. */
const STEPS = {
  validate: ['start', 'validation'],
  finish: ['start', 'finished'],
  'finish-validated': ['validation', 'finished'],
} as const;

/** A zone of which one part differs from what is approved of one step. */
interface Cell {
  readonly name: string;
  readonly step: Step;
  readonly begins: 'start' | 'validation';
  readonly part: Part;
}

/** A part of what is approved: how it changes, and what the refusal says of that. */
interface Part {
  readonly says: (when: When, cell: Cell) => string;
  /** What somebody changes at the service. */
  readonly change: object;
  /** With what apply reads it; what is read at a time may be read in any order. @default 'migration.status' */
  readonly read?: string;
  readonly approved?: Omit<Approved, 'step'>;
  readonly block?: MigrationBlock;
}

const PLANTED = {
  ...{ action: 'execute', expression: 'http.host eq "planted.example"' },
  action_parameters: { id: CORE },
};
const OTHER = { finished: 'validation', validation: 'finished' } as const;
const ADJUSTED = SUCCESSOR['100043'];

const PARTS: Readonly<Record<string, Part>> = {
  rules: {
    change: { previous_waf: { core_rule_set: { sensitivity: 'low' } } },
    says: otherRules,
  },
  // Rules of somebody else, which the step replaces.
  replaced: {
    change: { rulesets: [{ phase: PHASE_MANAGED_RULES, rules: [PLANTED] }] },
    read: 'rulesets.entrypoint.get',
    says: (when, { begins }) => {
      if (begins === 'validation') return 'the zone has other rules than at the refresh';
      return when === 'during apply'
        ? 'the zone has rules that the plan does not replace'
        : 'The step replaces rules, which nobody has approved: Cloudflare OWASP Core Ruleset where http.host eq "planted.example".';
    },
  },
  losses: {
    change: { previous_waf: { rules: { '981231': 'off' } } },
    says: () =>
      'The step loses other settings: group "Bad robots" of the core rule set was off; its detections are on afterwards / rule 981231 of the core rule set ',
  },
  overrides: {
    change: { previous_waf: { uri_overrides: [uriOverride('6'), uriOverride('7')] } },
    approved: { rules: 'none', overrides: '6' },
    block: { delete_uri_overrides: true },
    says: (when) =>
      when === 'during apply'
        ? `it would also delete URI-based overrides that the plan does not list: ${'7'.repeat(32)}.`
        : `The step deletes URI-based overrides that are not approved: ${'7'.repeat(32)} for example.com/upload-7* `,
  },
  // What is under an adjustment changes, and with it what the adjustment makes of it.
  adjustments: {
    change: { previous_waf: { rules: { '100043': 'disable' } } },
    approved: {
      rules: equivalentRules({}, { managed: [...managedOverrides(), { id: ADJUSTED, action: 'log' }] }),
    },
    block: { adjustments: { [MANAGED]: { rules: { [ADJUSTED]: { action: 'log' } } } } },
    says: otherRules,
  },
};

function otherRules(when: When, { begins }: Cell): string {
  if (when === 'during apply') return 'apply would now save other rules than the planned ones';
  return begins === 'start'
    ? 'The step saves other rules: skips '
    : 'the service generates other rules than at the refresh';
}

const CELLS: readonly Cell[] = Object.entries(STEPS).flatMap(([name, [begins, step]]) =>
  Object.entries(PARTS).map(([what, part]) => ({ name: `${name}-${what}`, part, begins, step })),
);

/** Is told of a zone of which a request was not answered. */
let unanswered: (zoneId: string | null) => void = () => undefined;

useMigratingZones({
  onRequest: ({ status, zoneId }) => {
    if (status === 503) unanswered(zoneId);
  },
  zones: CELLS.map(({ name }) => migratingZone(name)),
});

/** The errors of a command by the name of the zone that they are of. */
async function errorsOf(...args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const [command = '', ...more] = args;
  const { stdout, exitCode } = await workspace.run([command, '-json', '-input=false', ...more]);
  const found: Record<string, string> = {};
  for (const { severity, summary, detail, address } of diagnosticsIn(stdout)) {
    if (severity !== 'error') continue;
    const [, name = 'of no zone'] = /zone_managed_rules_migration\.([\w-]+)/.exec(address ?? detail) ?? [];
    found[name] = `${found[name] ?? ''}${summary}\n${detail}\n`;
  }
  expect(exitCode).toBe(Object.keys(found).length > 0 ? 1 : 0);
  return found;
}

const planned = (): Promise<Readonly<Record<string, string>>> => errorsOf('plan', '-out=tfplan');
const applied = (file: string): Promise<Readonly<Record<string, string>>> => errorsOf('apply', file);

const approvalFor = ({ name, step, part }: Cell): string => approvalOf(name, { step, ...part.approved });

/** Declares every zone with this approval; a finish is acknowledged as well, which does not replace the approval. */
function declare(approval: (cell: Cell) => string): void {
  const blocks = CELLS.map((cell) => {
    const { name, step, part } = cell;
    const word = step === 'finished' ? { acknowledge_irreversible: zoneIdOf(name) } : {};
    return [name, { target_state: step, approved_digest: approval(cell), ...part.block, ...word }] as const;
  });
  migrations(Object.fromEntries(blocks));
}

/** Brings the zones that begin in validation there, with a plan of its own. */
async function prepare(): Promise<void> {
  const { control } = service.emulator;
  const ahead = CELLS.filter(({ begins }) => begins === 'validation');
  const blocks = ahead.map(({ name, part }) => [
    name,
    validated({ adjustments: part.block?.['adjustments'] }),
  ]);
  migrations(Object.fromEntries(blocks));
  await workspace.applied();
  for (const { name, part } of CELLS)
    if (part.approved?.overrides !== undefined)
      control.patchZone(zoneIdOf(name), { previous_waf: { uri_overrides: [uriOverride('6')] } });
  control.clearJournal();
}

function change({ name, part }: Cell): void {
  service.emulator.control.patchZone(zoneIdOf(name), part.change);
}

describe('what differs from the approval is refused by its name, and nothing is written', () => {
  beforeEach(prepare);

  /** Every cell of the column is refused with its words, or done. */
  function expectColumn(when: When, errors: Readonly<Record<string, string>>): void {
    const seen = CELLS.map((cell) => {
      const [says, error] = [cell.part.says(when, cell), errors[cell.name]];
      return [cell.name, error?.includes(says) ? says : error];
    });
    expect(seen).toEqual(CELLS.map((cell) => [cell.name, cell.part.says(when, cell)]));
    expect(Object.keys(errors).filter((name) => !CELLS.some((cell) => cell.name === name))).toEqual([]);
    expect(writes()).toEqual([]);
  }

  test('changed between plan and apply', async () => {
    declare(approvalFor);
    expect(await planned()).toEqual({});
    CELLS.forEach(change);
    declare(({ name, step }) => approvalOf(name, { step: OTHER[step], rules: 'none' }));
    expectColumn('between plan and apply', await applied('tfplan'));
  });

  test('changed when apply has planned again, and before it writes', async () => {
    declare(approvalFor);
    expect(await planned()).toEqual({});
    const { faults } = service.emulator.control;
    // Apply reads each a second time when it begins, and once more if that is not answered.
    faults.put(
      CELLS.map(({ name, part: { read: operation = 'migration.status' } }) => ({
        ...{ match: { operation, zoneId: zoneIdOf(name) }, nth: 2 },
        effect: { kind: 'answer', status: 503 },
      })),
    );
    const changed: string[] = [];
    unanswered = (zoneId) => {
      for (const cell of CELLS)
        if (zoneIdOf(cell.name) === zoneId) {
          changed.push(cell.name);
          change(cell);
        }
    };
    const errors = await applied('tfplan');
    expect(changed.sort()).toEqual(CELLS.map(({ name }) => name).sort());
    expectColumn('during apply', errors);
  });
});
