import { median, minimum, shown, tableText } from './figures.mjs';

/** The configuration of the table: zones with fields and four jobs, and how many objects those are. */
const CONFIGURATION = 'zones';
const OBJECTS_OF_ZONE = 5;

const FLEETS = [1000, 10_000, 100_000];

/** The service's limit for each user: 1,200 requests in five minutes (docs/service.md 2.4). */
const REQUESTS_A_MINUTE = 240;

const CORES_OF_RUNNER = 2;

/**
 * What the largest size without latency means for whole fleets: requests, how long they take within one user's limit,
 * CPU, and how many users and runners finish within an hour. Memory and start-up depend on how zones are split into
 * stacks.
 */
export function fleetTables(measured) {
  const [largest] = measured
    .filter(({ rows }) => rows[0].objects >= OBJECTS_OF_ZONE)
    .sort((a, b) => b.rows[0].objects - a.rows[0].objects || a.rows[0].latencyMs - b.rows[0].latencyMs);
  const rows = largest?.rows.filter(({ subject }) => subject === CONFIGURATION) ?? [];
  const ofZone = rows.map((row) => costOfZone(row)).filter(({ requests }) => requests > 0);
  if (ofZone.length === 0) return [];
  const title = `Fleets of zones with fields and four jobs, from ${rows[0].objects / OBJECTS_OF_ZONE} zones in one stack`;
  const head = [
    'requests',
    'minutes for one user',
    'CPU minutes',
    'users for an hour',
    'runners for an hour',
  ];
  const cells = FLEETS.flatMap((zones) => ofZone.map((cost) => fleetRow(zones, cost)));
  return [tableText(title, [['', ...head], ...cells])];
}

function costOfZone({ command, objects, runs }) {
  const zones = objects / OBJECTS_OF_ZONE;
  const cpuMs = runs.map(({ engine, provider }) => engine.cpuMs + provider.cpuMs);
  return {
    command,
    requests: median(runs.map(({ requests }) => requests)) / zones,
    cpuMs: minimum(cpuMs) / zones,
  };
}

function fleetRow(zones, { command, requests, cpuMs }) {
  const minutes = (zones * requests) / REQUESTS_A_MINUTE;
  const cpuMinutes = (zones * cpuMs) / 60_000;
  return [
    `${zones} zones: ${command}`,
    shown(zones * requests),
    shown(minutes),
    shown(cpuMinutes, 1),
    shown(Math.ceil(minutes / 60)),
    shown(Math.ceil(cpuMinutes / 60 / CORES_OF_RUNNER)),
  ];
}
