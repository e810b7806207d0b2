import { appendFileSync, rmSync } from 'node:fs';
import { stringify } from 'yaml';
import { findZones, ServiceError, type AdoptionService } from '../../provider-shim/zone-reader';
import { readAccountAnswers, readZoneAnswers, type Answer, type Send } from '../copy/answers';
import { copyDocument } from '../copy/copy-file';
import { Placeholders } from '../copy/placeholders';
import { readStackState, stateWithoutSecrets } from '../copy/stack-state';
import { findEngine } from '../engine/find';
import { createEngine, engineEnvironment } from '../engine/run';
import { endLastLine, progressLines } from '../files/progress-lines';
import { replaceFile, textOf } from '../files/replace-file';
import { folderNames } from '../review/stack-names';
import { CommandFailure, EXIT_OK, EXIT_PARTLY } from '../terminal/failure';
import type { CommandContext } from '../terminal/terminal';
import { concurrently } from '../zones/concurrently';
import { readingZones } from '../zones/reading-zones';
import { wantedZones } from '../zones/wanted-zones';
import { titleOf } from '../zones/zone-title';

export interface CopyOptions {
  readonly out: string;
  readonly zones?: string;
  readonly all?: true;
  readonly stack?: readonly string[];
}

/** A line of the file beside the copy, until it is done: what is read already, without secrets. */
interface ProgressLine {
  readonly kind: 'answers';
  readonly service: string;
  readonly id: string;
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
  const { terminal, env } = context;
  const wanted = wantedZones(options, named, {
    what: 'to copy',
    example: 'zonewright copy example.com --out copy.yaml',
  });
  const placeholders = new Placeholders();
  const states = await statesOf(options.stack ?? [], env, placeholders);
  const progress = `${options.out}.progress`;
  const next = `what is read stays in ${progress}: to continue, run the same command again`;
  return readingZones(context, next, async ({ service, signal, shown }) => {
    const send = sendTo(service, signal);
    const done = new Map(earlier(progress, service.address).map((line) => [line.id, line.answers]));
    const { zones, failures } = await findZones(wanted, service, signal);
    const known = new Set(
      [...done.values()].flat().flatMap(({ path }) => /\/rulesets\/([0-9a-f]{32})$/.exec(path)?.[1] ?? []),
    );
    const read = async (id: string, reading: () => Promise<readonly Answer[]>): Promise<void> => {
      const answers = placeholders.hide(await reading());
      done.set(id, answers);
      const line: ProgressLine = { kind: 'answers', service: service.address, id, answers };
      appendFileSync(progress, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    };
    const isDone = ({ id }: { readonly id: string }): boolean => done.has(id);
    shown.begin(zones.length, zones.filter(isDone).length);
    await concurrently(
      zones.filter((zone) => !isDone(zone)),
      ZONES_AT_A_TIME,
      async (zone) => {
        signal.throwIfAborted();
        await read(zone.id, () => readZoneAnswers(zone.id, send, known));
        shown.add(titleOf(zone), 'read');
      },
    );
    const accounts = new Set(zones.flatMap(({ account }) => account?.id ?? []));
    for (const id of [...accounts].filter((each) => !done.has(each)))
      await read(id, () => readAccountAnswers(id, send, known));
    shown.end();
    const answers = [...zones.map(({ id }) => id), ...accounts].flatMap((id) => done.get(id) ?? []);
    const variables = variablesOf(env, placeholders, JSON.stringify(answers));
    const document = copyDocument(answers, {
      taken_at: new Date().toISOString(),
      placeholders: [...new Set(JSON.stringify([answers, states]).match(PLACEHOLDERS) ?? [])].sort(),
      states,
      variables,
    });
    replaceFile(
      options.out,
      options.out.endsWith('.json') ? JSON.stringify(document) : stringify(document),
      0o600,
    );
    rmSync(progress, { force: true });
    const { not_held: notHeld, placeholders: hidden } = document.copy;
    terminal.out(`Copied ${zones.length} of ${zones.length + failures.length} zones into ${options.out}`);
    terminal.out(
      `Secrets replaced by placeholders: ${hidden.length}. Not in the copy: ${notHeld.length} entries of its not_held.`,
    );
    terminal.out(`Requests sent: ${service.requests()}, all of them GET`);
    for (const { wanted: title, problem } of failures)
      terminal.err(`${title}: ${problem.message} ${problem.hint}`);
    return failures.length > 0 ? EXIT_PARTLY : EXIT_OK;
  });
}

const PLACEHOLDERS = /hidden-[0-9a-f]{16}/g;

/** What an interrupted run has read. */
function earlier(file: string, service: string): readonly ProgressLine[] {
  const text = textOf(file);
  if (text === undefined || text === '') return [];
  endLastLine(file);
  const lines = progressLines<ProgressLine>(text).filter((line) => line !== undefined);
  if (lines.every((line) => line.service === service)) return lines;
  throw new CommandFailure({
    code: 'other_copy',
    message: `${file} is of a copy from another service`,
    seen: lines.slice(0, 1).map((line) => line.service),
    allowed: [service],
    hints: ['delete it, or name another file with --out'],
  });
}

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

async function statesOf(
  folders: readonly string[],
  env: NodeJS.ProcessEnv,
  placeholders: Placeholders,
): Promise<Readonly<Record<string, object>>> {
  if (folders.length === 0) return {};
  const { binary } = await findEngine({ env, fetch: false });
  const names = folderNames(folders);
  const states = await concurrently(folders, 2, async (cwd, index) => {
    const found = await readStackState(createEngine({ binary, cwd, env: engineEnvironment({ base: env }) }));
    return found?.state === undefined
      ? []
      : [[names[index] ?? cwd, stateWithoutSecrets(found.state, placeholders)] as const];
  });
  return Object.fromEntries(states.flat());
}

/** The variables whose values are secrets of the copy. */
function variablesOf(
  env: NodeJS.ProcessEnv,
  placeholders: Placeholders,
  copied: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value = '']) => {
      if (!name.startsWith('TF_VAR_') || value === '') return [];
      const found = [value, encodeURIComponent(value)]
        .map((each) => placeholders.of(each))
        .find((each) => copied.includes(each));
      return found === undefined ? [] : [[name.slice('TF_VAR_'.length), found]];
    }),
  );
}
