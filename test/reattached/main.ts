/**
 * Whether a provider that serves one command after the other, as for a debugger, keeps memory or descriptors: reads, plans
 * and applies against one process, over a connection and with a configuration for each operation, as each command makes
 * them. Ends with 1 when it keeps any. Needs `/proc`.
 *
 *     npm run bench:reattached -- [OPERATIONS]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID, startEmulator } from '../../emulator';
import { customFields, providerConfig } from '../../test/conformance/called-provider';
import { connectPlainly, type ProviderClient, type Reply } from '../../test/conformance/provider-client';
import { plainValue, wireValue } from '../../test/conformance/wire-value';
import { liveMemoryProbe } from '../../test/support/live-memory';
import { copyProvider, runProvider } from '../../test/support/running-provider';
import { report, type Sample } from './report';

const TYPE = 'zone_log_custom_fields';
/** Parts of a run. What the provider keeps is looked at in each: all garbage is collected. */
const PARTS = 40;

async function main(operations: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-reattached-'));
  const probe = liveMemoryProbe(folder);
  const emulator = await startEmulator();
  const provider = await runProvider(copyProvider(folder), folder, {
    PATH: process.env['PATH'],
    HOME: folder,
    TMPDIR: folder,
    ...probe.environment,
  });
  const config = providerConfig({
    base_url: emulator.baseUrl,
    api_token: emulator.credentials.token,
    max_requests_per_second: 1000,
  });
  const samples: Sample[] = [];
  const part = Math.ceil(operations / PARTS);
  let state: unknown = null;
  try {
    for (let done = 1; done <= operations; done++) {
      const client = connectPlainly(provider.socket);
      succeed(await client.call('ConfigureProvider', { terraformVersion: '1.11.4', ...config }));
      state = await change(client, state, `cookie-${done % 7}`);
      client.close();
      if (done % part !== 0) continue;
      const inUse = measured(provider.pid);
      samples.push({ operations: done, ...inUse, ...(await probe.of(provider)) });
    }
  } finally {
    provider.kill();
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
  process.exitCode = report(samples) ? 0 : 1;
}

/** Refreshes, plans and applies the object with another cookie; answers its new state. */
async function change(client: ProviderClient, state: unknown, cookie: string): Promise<unknown> {
  const prior =
    state === null
      ? null
      : plainValue(
          succeed(await client.call('ReadResource', { typeName: TYPE, currentState: wireValue(state) }))[
            'newState'
          ],
        );
  const config = customFields({ zone_id: DEFAULT_ZONE_ID, cookies: [cookie] });
  const proposed = prior === null ? config : { ...(prior as object), cookies: [cookie] };
  const request = { typeName: TYPE, priorState: wireValue(prior), config: wireValue(config) };
  const plan = succeed(
    await client.call('PlanResourceChange', { ...request, proposedNewState: wireValue(proposed) }),
  );
  const { plannedState, plannedPrivate } = plan;
  const applied = await client.call('ApplyResourceChange', { ...request, plannedState, plannedPrivate });
  return plainValue(succeed(applied)['newState']);
}

function succeed(reply: Reply): Reply {
  if (JSON.stringify(reply['diagnostics']) !== '[]') throw new Error(JSON.stringify(reply['diagnostics']));
  return reply;
}

function measured(pid: number): Pick<Sample, 'most' | 'descriptors'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    most: Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) * 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

void main(Number(process.argv[2] ?? 10_000));
