import { existsSync } from 'node:fs';
import { stringify } from 'yaml';
import {
  findZones,
  ServiceError,
  type AdoptionService,
  type ListedZone,
} from '../../provider-shim/zone-reader';
import { isUnread, keptOnce, readShared, readZoneAnswers, type Answer, type Send } from '../copy/answers';
import { copyDocument, COPY_OUTPUT } from '../copy/copy-file';
import { HIDDEN, withoutSecrets } from '../copy/secrets';
import { checkOutput, SECRET_MODE, writeOutput } from '../files/outputs';
import { EXIT_FAILED, EXIT_OK, EXIT_PARTLY } from '../terminal/failure';
import type { CommandContext } from '../terminal/terminal';
import { given } from '../text/words';
import { hintsOnce, readEach, readingZones, wantedZones, type ZoneReading } from '../zones/reading-zones';
import { ReadingProgress, type WhatWasRead } from '../files/progress';

/** What was read of a zone: with secrets, or, as it is noted for a run that continues, without. */
interface CopiedAnswers extends WhatWasRead {
  readonly answers: readonly Answer[];
}

/** `zonewright copy`: everything of zones that the emulator holds, as its seed. It sends nothing but GET. */
export async function copyCommand(
  context: CommandContext,
  options: { readonly out: string; readonly zones?: string; readonly all?: true },
  named: readonly string[],
): Promise<number> {
  const { terminal } = context;
  const { out } = options;
  const wanted = wantedZones(options, named, {
    what: 'to copy',
    example: 'zonewright copy example.com --out copy.yaml',
  });
  checkOutput(out, COPY_OUTPUT);
  const kept = `what is read is kept in ${out}.progress: to continue, run the same command again within a day`;
  const next = () => given(existsSync(`${out}.progress`), kept);
  return readingZones(context, next, async (reading) => {
    const { service, signal, shown } = reading;
    const progress = new ReadingProgress<CopiedAnswers>(out, service.address, COPY_OUTPUT);
    // Lists of zones are read first, and are part of the copy.
    const readAt = new Date().toISOString();
    const { zones, failures } = await findZones(wanted, service, signal);
    const { takenAt, answers } = await readAll(zones, readAt, reading, progress);
    shown.end();
    const tellFailures = (): void => {
      const hints = hintsOnce();
      for (const { wanted: title, problem } of failures)
        terminal.err([`${title}: ${problem.message}`, ...hints(problem.hint)].join(' '));
    };
    if (zones.length === 0) {
      tellFailures();
      terminal.err(`No zone could be read: ${out} is not written.`);
      return EXIT_FAILED;
    }
    const document = copyDocument(answers, takenAt);
    const text = out.endsWith('.json') ? JSON.stringify(document) : stringify(document);
    writeOutput(out, terminal.secrets.hide(text), SECRET_MODE, COPY_OUTPUT);
    progress.end();
    const { not_held: notHeld } = document.copy;
    terminal.out(`Copied ${zones.length} of ${zones.length + failures.length} zones into ${out}`);
    terminal.out('Not in the copy:');
    for (const line of notHeld.slice(0, SHOWN)) terminal.out(`  ${line}`);
    if (notHeld.length > SHOWN)
      terminal.out(`  and ${notHeld.length - SHOWN} more: copy.not_held in the file`);
    terminal.out(`Requests sent: ${service.requests()}, all of them GET`);
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
  zones: readonly ListedZone[],
  readAt: string,
  reading: ZoneReading,
  progress: ReadingProgress<CopiedAnswers>,
): Promise<{ readonly takenAt: string; readonly answers: readonly Answer[] }> {
  const send = sendTo(reading.service, reading.signal);
  const ids = zones.map(({ id }) => id);
  // What zones share may have been read with one that is not wanted any more: then none of it counts.
  const isSame = [...progress.read.keys()].every((id) => ids.includes(id));
  const first = new Map<string, number>();
  const gone = new Set<string>();
  const copied = await readEach<CopiedAnswers>(zones, reading, {
    earlier: ({ id }) => (isSame ? progress.read.get(id) : undefined),
    read: async ({ id, plan, body }, at) => {
      // A list that does not say the plan may not have all of the zone.
      const read = await readZoneAnswers(id, send, gone, plan === null ? undefined : body);
      const answers = read.map((answer) => keptOnce(answer, at, first));
      progress.note({ id, read_at: readAt, answers: withoutSecrets(answers) });
      return [{ id, read_at: readAt, answers }, 'read'];
    },
  });
  const own = copied.flatMap(({ answers }) => answers);
  // What changed while zones were read may be in the copy or not: it is as old as what was read first.
  const takenAt = copied.map(({ read_at: at }) => at).sort()[0] ?? readAt;
  return { takenAt, answers: [...own, ...(await readShared(own, send))] };
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
