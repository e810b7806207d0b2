import { attributeLine, zonePhrase } from '../review/change-phrases';
import { counted, say } from '../review/phrase';
import type { Report } from '../review/report';
import {
  checksSection,
  finishedSection,
  item,
  jobsSection,
  problemItem,
  type Section,
} from '../review/sections';
import type { DriftedObject } from '../review/model';
import type { DriftReport } from './report-drift';

const TITLES: Readonly<Record<DriftReport['outcome'], string>> = {
  'no drift': 'No drift',
  drift: 'Drift',
  error: 'Not every stack could be read',
};

const TONES: Readonly<Record<DriftReport['outcome'], Report['tone']>> = {
  'no drift': 'good',
  drift: 'change',
  error: 'stop',
};

/** What drifted, for people. */
export function driftText(report: DriftReport): Report {
  const {
    drift,
    stacks,
    zones_without_stack: missing,
    errors,
    outcome,
    finished_migrations: finished,
  } = report;
  const zones = new Set(drift.flatMap(({ zone }) => (zone === null ? [] : [zone.id])));
  const outputs = stacks.reduce((total, each) => total + each.output_changes, 0);
  return {
    command: 'drift',
    title: TITLES[outcome],
    tone: TONES[outcome],
    summary: [
      `${counted(stacks.length, 'stack')} read: ${counted(drift.length, 'object')} changed by others, in ${counted(zones.size, 'zone')}.`,
      ...(finished.length > 0
        ? [`${counted(finished.length, 'migration has', 'migrations have')} finished since the last apply.`]
        : []),
      ...(outputs > 0 ? [`${counted(outputs, 'output')} would change.`] : []),
      ...(missing === null
        ? []
        : [
            `${counted(missing.length, 'zone that should be in a stack is in none', 'zones that should be in a stack are in none')}.`,
            ...(errors.length === 0
              ? []
              : [
                  `Zones named in the files of ${errors.map(({ folder }) => folder).join(' and ')}, not read, do not count.`,
                ]),
          ]),
    ],
    sections: [
      {
        id: 'errors',
        title: 'Not read',
        items: errors.map(({ folder, ...problem }) => problemItem(folder, problem)),
      },
      {
        id: 'drift',
        title: 'Changed by others since the last apply',
        items: drift.filter(({ ours }) => ours).map(driftItem),
      },
      finishedSection(report.finished_migrations),
      jobsSection(report.undeclared_jobs),
      {
        id: 'zones',
        title: 'Zones in no stack',
        items: (missing ?? []).map((zone) => item(zonePhrase(zone))),
      },
      checksSection(report.checks),
      { id: 'others', title: 'Other providers', items: drift.filter(({ ours }) => !ours).map(driftItem) },
    ].filter((section): section is Section => section.items.length > 0),
  };
}

function driftItem({ zone, address, stack, kind, attributes }: DriftedObject): Section['items'][number] {
  const line = [
    ...(zone === null ? [] : [...zonePhrase(zone), ': ']),
    ...say`${address} in ${stack} was ${kind}`,
  ];
  return item(line, (attributes ?? []).map(attributeLine));
}
