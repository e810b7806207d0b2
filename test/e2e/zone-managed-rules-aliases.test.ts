import { inLane } from '../support/lane';
import { hcl } from '../support/workspace';
import {
  applyRules,
  flat,
  MANAGED,
  MANAGED_ONLY,
  resource,
  rest,
  saved,
  service,
  useManagedZone,
  workspace,
  type Rules,
} from './managed-zone';

/** Each configuration of the provider is a process of its own, and the order of their work is the engine's. */
useManagedZone('engine');

afterEach(() => service.emulator.control.faults.clear());

describe('a resource that gets another address and another provider configuration in one apply', () => {
  const renamed = (given: Rules): string =>
    hcl(
      `provider "zone" {\n  alias = "second"\n}\n${resource('renamed', { ...given, on_existing: 'adopt' }, 'provider = zone.second')}`,
    );

  /** Each configuration of the provider is a process of its own, and which comes first is chance. */
  const RUNS = Array.from({ length: inLane({ share: 4, whole: 50 }) }, (_, run) => run);

  test.each(RUNS)('keeps its rules, or gets its new ones: run %d', async (run) => {
    const deployment = { ruleset_id: MANAGED, ...(run % 2 === 0 ? {} : { enabled: false }) };
    await applyRules(MANAGED_ONLY);
    const method = run % 4 < 2 ? 'PUT' : 'DELETE';
    if (run % 6 < 4) service.emulator.control.faults.put([{ match: { method }, delayMs: 300 }]);
    workspace.write('main.tf', renamed({ deployments: { cloudflare: deployment } }));
    const { exitCode, stdout } = await workspace.apply();
    service.emulator.control.faults.clear();
    expect([exitCode, flat(stdout)]).toEqual([
      0,
      expect.stringMatching(/may have no managed rules for a moment.*1 added, 0 changed, 1 destroyed/),
    ]);
    expect(saved()).toEqual([
      { action: 'execute', id: MANAGED, ...(run % 2 === 0 ? {} : { enabled: false }) },
    ]);
    await rest();
  });
});
