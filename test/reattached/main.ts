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
import { copyProvider, runProvider } from '../../test/support/running-provider';

const TYPE = 'zone_log_custom_fields';
const SAMPLE_EVERY = 20;
/** Of the operations, before memory is compared: V8 compiles and fills its heap. */
const WARM_UP = 0.4;
/** The objects of the heap do not grow; compiled code and fragments of memory do, by about 1,000. */
const BYTES_PER_OPERATION_LIMIT = 2_048;
/** A connection that has just been closed, and one that is being opened. */
const DESCRIPTORS_LIMIT = 8;

interface Sample {
  readonly operations: number;
  readonly kilobytes: number;
  readonly descriptors: number;
}

async function main(operations: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-reattached-'));
  const emulator = await startEmulator();
  const provider = await runProvider(copyProvider(folder), folder, {
    PATH: process.env['PATH'],
    HOME: folder,
    TMPDIR: folder,
  });
  const reattach = JSON.parse(provider.env.TF_REATTACH_PROVIDERS) as Record<
    string,
    { Addr: { String: string } }
  >;
  const socket = Object.values(reattach)[0]?.Addr.String ?? '';
  const config = providerConfig({
    base_url: emulator.baseUrl,
    api_token: emulator.credentials.token,
    max_requests_per_second: 1000,
  });
  const samples: Sample[] = [];
  let state: unknown = null;
  try {
    for (let done = 1; done <= operations; done++) {
      const client = connectPlainly(socket);
      succeed(await client.call('ConfigureProvider', { terraformVersion: '1.11.4', ...config }));
      state = await change(client, state, `cookie-${done % 7}`);
      client.close();
      if (done % SAMPLE_EVERY === 0) samples.push({ operations: done, ...measured(provider.pid) });
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

function measured(pid: number): Pick<Sample, 'kilobytes' | 'descriptors'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    kilobytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

function report(samples: readonly Sample[]): boolean {
  const step = Math.max(1, Math.floor(samples.length / 10));
  const lines = samples
    .filter((_sample, index) => (index + 1) % step === 0)
    .map((sample) => [sample.operations, Math.round(sample.kilobytes / 1024), sample.descriptors]);
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const bytes = slope(warm.map(({ operations, kilobytes }) => [operations, kilobytes * 1024]));
  const [most, least] = [Math.max, Math.min].map((of) => of(...warm.map(({ descriptors }) => descriptors)));
  const text = [
    ...[['operations', 'RSS MB', 'descriptors'], ...lines].map((line) =>
      line.map((cell) => String(cell).padStart(11)).join(''),
    ),
    `After the first ${WARM_UP * 100}%: ${bytes.toFixed(0)} bytes an operation (limit ${BYTES_PER_OPERATION_LIMIT}); ` +
      `${least} to ${most} descriptors`,
  ];
  process.stdout.write(`${text.join('\n')}\n`);
  return bytes <= BYTES_PER_OPERATION_LIMIT && Number(most) <= Number(least) + DESCRIPTORS_LIMIT;
}

/** Of the line through the points with the least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (index: 0 | 1): number => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const top = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return top / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

void main(Number(process.argv[2] ?? 10_000));
