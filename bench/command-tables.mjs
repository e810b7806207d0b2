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

/** One table for each size and latency, then the growth of CPU with the size. */
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
  return [...tables, ...growthTable(measured)];
}

/** CPU per object beyond the smallest size, if there are several sizes: shows whether it grows. */
function growthTable(measured) {
  const { latencyMs } = measured[0].rows[0];
  const bySize = measured.map(({ rows }) => rows).filter(([row]) => row.latencyMs === latencyMs);
  const [smallest, ...larger] = bySize.sort(([a], [b]) => a.objects - b.objects);
  if (larger.length === 0) return [];
  const perObject = (base, row, who) => (cpuMs(row, who) - cpuMs(base, who)) / (row.objects - base.objects);
  const columns = ['provider', 'engine'].flatMap((who) => larger.map((rows) => ({ who, rows })));
  const title = `CPU ms per object beyond ${smallest[0].objects}, ${latencyMs} ms of latency`;
  return [
    tableText(title, [
      ['', ...columns.map(({ who, rows }) => `${who}, ${rows[0].objects}`)],
      ...smallest.map((base, index) => [
        `${base.command}: ${base.subject}`,
        ...columns.map(({ who, rows }) =>
          who === 'provider' && base.engineAlone ? '' : shown(perObject(base, rows[index], who), 2),
        ),
      ]),
    ]),
  ];
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
