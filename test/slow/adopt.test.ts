import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdoptOptions } from '../../cli/commands/run-adopt';
import {
  actionsOf,
  committedFiles,
  compile,
  linkPackages,
  moduleIn,
  runAdopt,
  synthesize,
} from '../adopt/adopted';
import { SECRET_MARK } from '../adopt/random-destinations';
import { randomZones } from '../adopt/random-zones';
import { startService, type TestService } from '../support/workspace';

const ZONES = Number(process.env['ZONEWRIGHT_ADOPT_ZONES'] ?? 200);
const SEED = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? 1);

const base = mkdtempSync(join(tmpdir(), 'zonewright-adopt-'));
let service: TestService;

beforeAll(async () => {
  const seed = { zones: randomZones(ZONES, SEED) };
  // The pace that the service asks of its users is not what is tested here; how many requests there are, is.
  service = await startService({ seed, settings: { model: 'today', rateLimit: 0 } });
  // Every third zone that has not begun to migrate validates, half of them with an adjustment.
  const atStart = seed.zones.filter(({ migration }) => migration === undefined);
  for (const [index, { id = '' }] of atStart.entries())
    if (index % 3 === 0) await beginValidation(service, id, index % 2 === 0 ? ADJUSTMENT : undefined);
  // In one of them somebody has added a rule since.
  service.emulator.control.editRuleset(atStart[0]?.id ?? '', 'http_request_firewall_managed', ({ rules }) => {
    rules.push({ action: 'skip', expression: 'true', action_parameters: { ruleset: 'current' } });
  });
});
afterAll(async () => {
  await service.emulator.close();
  rmSync(base, { recursive: true, force: true });
});

describe(`${ZONES} random zones with the seed ${SEED}`, () => {
  test.each<AdoptOptions['as']>(['hcl', 'ts'])(
    'become %s that imports only, then plans nothing, and has no secret',
    async (as) => {
      const out = join(base, as);
      const before = service.emulator.control.zones();
      service.emulator.control.clearJournal();
      const run = await runAdopt(service, [], { as, out, all: true });
      const sent = service.emulator.control.journal();
      expect(run).toMatchObject({ exitCode: 0 });
      expect(run.out).toContain(`Adopted ${ZONES} of ${ZONES} zones`);
      expect(run.out).toContain(`Requests sent: ${sent.length}`);
      expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
      expect(sent.length).toBeLessThan(8 * ZONES);
      const files = committedFiles(out);
      for (const text of [run.out, run.err, ...files.values()]) expect(text).not.toContain(SECRET_MARK);

      const declared = [...files.values()].join('\n');
      expect(declared).toMatch(/target_?state *[:=] "validation"/i);
      expect(declared).toContain(ADJUSTMENT.id);
      expect(files.get('NOT-ADOPTED.md')?.match(/its rules were edited/g)).toHaveLength(1);

      const folder = as === 'ts' ? synthesized(out) : out;
      const variables =
        as === 'ts' ? (JSON.parse(readFileSync(join(out, 'secrets.tfvars.json'), 'utf8')) as object) : {};
      const root = await moduleIn(folder, service, variables);
      await root.ready();
      const { 'import no-op': imported = [], ...others } = await actionsOf(root);
      expect(others).toEqual({});
      expect(imported.length).toBeGreaterThan(ZONES);
      await root.applied({ args: ['adopted.tfplan'] });
      expect(await root.plan()).toMatchObject({ exitCode: 0 });
      expect(service.emulator.control.zones()).toEqual(before);
      const count = `${imported.length} objects, ${sent.length} requests, ${files.size} files without a secret`;
      process.stdout.write(`${ZONES} zones as ${as}: ${count}\n`);
    },
  );
});

const ADJUSTMENT = { id: '5de7edfa648c4d6891dc3e7f84534ffa', action: 'block' };

/** Saves the rules that the service generates as the first step of the migration, as people do. */
async function beginValidation(
  { env }: TestService,
  zoneId: string,
  override: object | undefined,
): Promise<void> {
  const call = async (path: string, init: RequestInit = {}): Promise<{ readonly result: Generated }> => {
    const headers = {
      authorization: `Bearer ${env['ZONEWRIGHT_API_TOKEN']}`,
      'content-type': 'application/json',
    };
    const answer = await fetch(`${env['ZONEWRIGHT_BASE_URL']}/zones/${zoneId}/${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { readonly result: Generated };
  };
  const { result } = await call('waf_migration/config?phase_two=1');
  const rules = result.rules.map((rule) => {
    const { id, overrides } = rule.action_parameters;
    if (id !== 'efb7b8c949ac4650a09736fc376e9aee' || override === undefined) return rule;
    const all = { ...overrides, rules: [...(overrides?.rules ?? []), override] };
    return { ...rule, action_parameters: { ...rule.action_parameters, overrides: all } };
  });
  const body = JSON.stringify({ name: result.name, rules });
  const step = 'waf_migration=validation&phase_two=1';
  await call(`rulesets/phases/http_request_firewall_managed/entrypoint?${step}`, { method: 'PUT', body });
}

interface Generated {
  readonly name: string;
  readonly rules: readonly {
    readonly action_parameters: {
      readonly id?: string;
      readonly overrides?: { readonly rules?: readonly object[] };
    };
  }[];
}

function synthesized(project: string): string {
  linkPackages(project);
  compile(project);
  return synthesize(project);
}
