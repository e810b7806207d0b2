import { stringify } from 'yaml';
import { findZones, ServiceError, type AdoptionService } from '../../provider-shim/zone-reader';
import {
  isUnread,
  keptOnce,
  readManagedRulesets,
  readZoneAnswers,
  type Answer,
  type Send,
} from '../copy/answers';
import { copyDocument, COPY_OUTPUT } from '../copy/copy-file';
import { HIDDEN, withoutSecrets } from '../copy/secrets';
import { checkOutput, writeOutput } from '../files/outputs';
import { EXIT_FAILED, EXIT_OK, EXIT_PARTLY } from '../terminal/failure';
import type { CommandContext } from '../terminal/terminal';
import { concurrently, readingZones, type ZoneReading, wantedZones } from '../zones/reading-zones';
import { openReadingProgress, type ReadingProgress, type WhatWasRead } from '../files/progress';
import { titleOf } from '../text/words';

export interface CopyOptions {
  readonly out: string;
  readonly zones?: string;
  readonly all?: true;
}

/** What was read of a zone: with secrets, or, as it is noted for a run that continues, without. */
interface CopiedAnswers extends WhatWasRead {
  readonly answers: readonly Answer[];
}

/** Zones that are read at a time. */
const ZONES_AT_A_TIME = 4;

/** `zonewright copy`: everything of zones that the emulator holds, as its seed. It sends nothing but GET. */
export async function copyCommand(
  context: CommandContext,
  options: CopyOptions,
  named: readonly string[],
): Promise<number> {
  const { terminal } = context;
  const { out } = options;
  const wanted = wantedZones(options, named, {
    what: 'to copy',
    example: 'zonewright copy example.com --out copy.yaml',
  });
  checkOutput(out, COPY_OUTPUT);
  const next = `what is read is kept in ${out}.progress: to continue, run the same command again within a day`;
  return readingZones(context, next, async (reading) => {
    const progress = openReadingProgress<CopiedAnswers>(
      out,
      reading.service.address,
      new Date(),
      COPY_OUTPUT,
    );
    const { zones, failures, takenAt, answers } = await readAll(wanted, reading, progress);
    const tellFailures = (): void => {
      for (const { wanted: title, problem } of failures)
        terminal.err(`${title}: ${problem.message} ${problem.hint}`);
    };
    if (zones === 0) {
      tellFailures();
      terminal.err(`No zone could be read: ${out} is not written.`);
      return EXIT_FAILED;
    }
    const document = copyDocument(answers, takenAt);
    const text = out.endsWith('.json') ? JSON.stringify(document) : stringify(document);
    writeOutput(out, terminal.secrets.hide(text), 0o600, COPY_OUTPUT);
    progress.end();
    const { not_held: notHeld } = document.copy;
    terminal.out(`Copied ${zones} of ${zones + failures.length} zones into ${out}`);
    terminal.out('Not in the copy:');
    for (const line of notHeld.slice(0, SHOWN)) terminal.out(`  ${line}`);
    if (notHeld.length > SHOWN)
      terminal.out(`  and ${notHeld.length - SHOWN} more: copy.not_held in the file`);
    terminal.out(`Requests sent: ${reading.service.requests()}, all of them GET`);
    terminal.out(
      `The copy is secret like a state file, and has the mode 0600. Credentials and errors of deliveries,`,
    );
    terminal.out(`ownership tokens and values of headers are ${HIDDEN} in it; nothing else is hidden.`);
    tellFailures();
    const isWhole = failures.length === 0 && !answers.some(isUnread);
    return isWhole ? EXIT_OK : EXIT_PARTLY;
  });
}

/** More of what is not held is only counted. */
const SHOWN = 20;

/** Reads zones, but for what an earlier run has read. */
async function readAll(
  wanted: Parameters<typeof findZones>[0],
  { service, signal, shown }: ZoneReading,
  progress: ReadingProgress<CopiedAnswers>,
) {
  const send = sendTo(service, signal);
  const { zones, failures } = await findZones(wanted, service, signal);
  const ids = zones.map(({ id }) => id);
  // What zones share may have been read with one that is not wanted any more: then none of it counts.
  const earlier = new Map([...progress.read.keys()].every((id) => ids.includes(id)) ? progress.read : []);
  const first = new Map<string, number>();
  const read = async (id: string, at: number): Promise<CopiedAnswers> => {
    const before = earlier.get(id);
    if (before) return before;
    signal.throwIfAborted();
    const readAt = new Date().toISOString();
    const answers = (await readZoneAnswers(id, send)).map((answer) => keptOnce(answer, at, first));
    progress.note({ id, read_at: readAt, answers: withoutSecrets(answers) });
    return { id, read_at: readAt, answers };
  };
  shown.begin(zones.length, zones.filter(({ id }) => earlier.has(id)).length);
  const copied = await concurrently(zones, ZONES_AT_A_TIME, async (zone, at) => {
    const copied = await read(zone.id, at);
    if (!earlier.has(zone.id)) shown.add(titleOf(zone), 'read');
    return copied;
  });
  const own = copied.flatMap(({ answers }) => answers);
  const answers = [...own, ...(await readManagedRulesets(own, send))];
  shown.end();
  // What changed while zones were read may be in the copy or not: it is as old as what was read first.
  const takenAt = copied.map(({ read_at: at }) => at).sort()[0] ?? new Date().toISOString();
  return { zones: zones.length, failures, takenAt, answers };
}

/** A refusal is an answer, too; anything that may pass is not. */
function sendTo({ configured: { api } }: AdoptionService, signal: AbortSignal): Send {
  return async (path, query) => {
    try {
      const { result, resultInfo } = await api.request({ method: 'GET', path, query, signal });
      return { status: 200, result, info: resultInfo };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.outcome !== 'refused' || error.transient) throw error;
      if (error.kind === 'authentication' || error.status === undefined) throw error;
      return { status: error.status, result: error.codes, info: {} };
    }
  };
}
