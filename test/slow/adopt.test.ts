import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdoptOptions } from '../../cli/program';
import {
  actionsOf,
  committedFiles,
  compile,
  linkPackages,
  moduleIn,
  runAdopt,
  synthesize,
} from '../adopt/adopted';
import { randomZones, SECRET_MARK } from '../adopt/random-zones';
import { startService, type TestService } from '../support/workspace';

const ZONES = Number(process.env['ZONEWRIGHT_ADOPT_ZONES'] ?? 200);
const SEED = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? Math.floor(Date.now() / 86_400_000));

const base = mkdtempSync(join(tmpdir(), 'zonewright-adopt-'));
let service: TestService;

beforeAll(async () => {
  const seed = { zones: randomZones(ZONES, SEED) };
  // The pace that the service asks of its users is not what is tested here; how many requests there are, is.
  service = await startService({ seed, settings: { model: 'today', rateLimit: 0 } });
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
    600_000,
  );
});

function synthesized(project: string): string {
  linkPackages(project);
  compile(project);
  return synthesize(project);
}
