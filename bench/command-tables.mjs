import { median, minimum, shown, tableText } from './figures.mjs';
import { dataFloor, FLOOR } from './subjects.mjs';

/** The engine's default parallelism. */
const PARALLELISM = 10;

/**
 * A column: its head, its cell for a row and the floor's row of the same command, and when it applies. The floors are
 * the engine alone, without a process and without requests, so their cells for those stay empty.
 */
const COLUMNS = [
  { head: 'min s', ofFloor: true, cell: (row) => shown(seconds(row, minimum), 2) },
  { head: 'median s', ofFloor: true, cell: (row) => shown(seconds(row, median), 2) },
  { head: `to ${FLOOR}`, cell: (row, floor) => shown(seconds(row, minimum) / seconds(floor, minimum), 2) },
  {
    head: 'to its data',
    cell: (row, _floor, _node, data) => data && shown(seconds(row, minimum) / seconds(data, minimum), 2),
  },
  {
    head: 'beyond terraform_data, to bare node',
    when: ({ objects }) => objects === 1,
    cell: (row, floor, node) =>
      shown((seconds(row, minimum) - seconds(floor, minimum)) / seconds(node, minimum), 1),
  },
  {
    head: 'to floor',
    when: ({ latencyMs }) => latencyMs > 0,
    cell: (row, floor) => shown(seconds(row, minimum) / (seconds(floor, minimum) + requestsSeconds(row)), 2),
  },
  { head: 'requests', cell: (row) => shown(median(row.runs.map(({ requests }) => requests))) },
  { head: 'starts', cell: (row) => shown(minimum(row.runs.map(({ provider }) => provider.started))) },
  { head: 'CPU ms: provider', cell: (row) => shown(cpuMs(row, 'provider')) },
  { head: 'engine', ofFloor: true, cell: (row) => shown(cpuMs(row, 'engine')) },
  {
    head: 'both to it',
    cell: (row, floor) => shown((cpuMs(row, 'provider') + cpuMs(row, 'engine')) / cpuMs(floor, 'engine'), 1),
  },
  { head: 'peak MB: provider', cell: (row) => shown(peakMb(row, 'provider')) },
  { head: 'engine', ofFloor: true, cell: (row) => shown(peakMb(row, 'engine')) },
].map((column) => ({ when: () => true, ofFloor: false, ...column }));

/** One table for each size and latency, then what the largest size means for fleets. */
export function commandTables(engine, measured) {
  const tables = measured.map(({ node, rows }) => {
    const [{ objects, latencyMs, runs }] = rows;
    const columns = COLUMNS.filter(({ when }) => when({ objects, latencyMs }));
    const empty = columns.slice(2).map(() => '');
    const cells = (row) => {
      const alone = (name) =>
        rows.find(({ subject, command }) => subject === name && command === row.command);
      const [floor, data] = [alone(FLOOR), alone(dataFloor(row.subject))];
      return columns.map(({ cell, ofFloor }) =>
        ofFloor || !row.engineAlone ? (cell(row, floor, node, data) ?? '') : '',
      );
    };
    const title = `${counted(objects, 'object')}, ${latencyMs} ms of latency, ${engine}, ${counted(runs.length, 'round')}`;
    return tableText(title, [
      ['', ...columns.map(({ head }) => head)],
      ['start: bare node', shown(seconds(node, minimum), 2), shown(seconds(node, median), 2), ...empty],
      ...rows.map((row) => [`${row.command}: ${row.subject}`, ...cells(row)]),
    ]);
  });
  return [...tables, ...fleetTables(measured)];
}

function counted(number, what) {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function seconds({ runs }, of) {
  return of(runs.map(({ ms }) => ms)) / 1000;
}

/** The time of the requests from latency alone, at full parallelism. */
function requestsSeconds({ objects, latencyMs, runs }) {
  const requests = median(runs.map((run) => run.requests));
  return (requests * latencyMs) / 1000 / Math.min(objects, PARALLELISM);
}

function cpuMs({ runs }, who) {
  const known = runs.map((run) => run[who].cpuMs).filter((value) => value !== undefined);
  return known.length === 0 ? undefined : minimum(known);
}

function peakMb({ runs }, who) {
  const known = runs.map((run) => run[who].peakMb).filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** The configuration of the table: zones with fields and four jobs, and how many objects those are. */
const CONFIGURATION = 'zones';
const OBJECTS_OF_ZONE = 5;

const FLEETS = [1000, 10_000, 100_000];

/** The service's limit for each user: 1,200 requests in five minutes (docs/internals/service.md 2.4). */
const REQUESTS_A_MINUTE = 240;

const CORES_OF_RUNNER = 2;

/**
 * What the largest size without latency means for whole fleets: requests, how long they take within one user's limit,
 * CPU, and how many users and runners finish within an hour. Memory and start-up depend on how zones are split into
 * stacks.
 */
function fleetTables(measured) {
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
