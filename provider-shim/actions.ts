import { durationMs, logpushDeliverySchema, logpushDestinationCheckSchema } from '../schema';
import { backOff, ServiceError, within, type BackOff, type LogpushJob } from './api';
import type { Configured } from './resources/configured';
import { zoneInMessages } from './resources/messages';
import { telling } from './resources/service-messages';
import { defineAction, type AnyAction } from './sdk/framework';

/** @returns undefined when there was no answer in time */
function inTime<T>(
  limitMs: number,
  signal: AbortSignal,
  run: (timed: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  return within(limitMs, signal, (timed) =>
    run(timed).catch((error: unknown) => {
      if (timed.aborted && !signal.aborted) return undefined;
      throw error;
    }),
  );
}

const NO_REASON = 'no reason given';
const CORRECT = 'Correct the destination, or what it grants to the service.';
const WITHOUT_TRAFFIC =
  'Without traffic there is nothing to deliver. Send a request, and wait again by -invoke.';

/** The zone's name would be late, too. */
const late = (what: string, { zone_id: zoneId, timeout }: { zone_id: string; timeout: string }) => ({
  path: ['timeout'],
  message: `The service has ${what} zone ${zoneId} within ${timeout}.`,
  hint: 'Try again later, or increase timeout.',
});

const destinationCheck = defineAction<typeof logpushDestinationCheckSchema, Configured>({
  schema: logpushDestinationCheckSchema,

  async invoke({ config, client: { api }, diagnostics, signal, progress }) {
    const { zone_id: zoneId, destination_conf, timeout } = config;
    // The engine has checked that it was written.
    if ((destination_conf as string | null) === null)
      return diagnostics.error({
        path: ['destination_conf'],
        message: 'The destination has an ephemeral value, which the engine does not keep for -invoke.',
        hint: 'Invoke the action by a change of a resource, or use a value that is not ephemeral.',
      });
    await progress('Asking the service whether the destination accepts log entries');
    const answer = await inTime(durationMs(timeout) ?? 0, signal, (timed) =>
      api.validateLogpush(zoneId, { of: 'destination', body: { destination_conf } }, { signal: timed }),
    );
    if (!answer) return diagnostics.error(late('not checked the destination for', config));
    if (answer.valid) return;
    const zone = await zoneInMessages({ api, zoneId, signal });
    diagnostics.error({
      path: ['destination_conf'],
      message: `The service cannot deliver the logs of zone ${zone} there: ${answer.message || NO_REASON}.`,
      hint: CORRECT,
    });
  },
});

/** Short at first, since a job may be about to deliver. */
const BACK_OFF: BackOff = { firstMs: 250, longestMs: 15_000, growth: 1.6 };

/** The wait outlasts a breakdown of the service. */
function unlessPassing(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.transient)) throw error;
}

const delivery = defineAction<typeof logpushDeliverySchema, Configured>({
  schema: logpushDeliverySchema,

  async invoke({ config, client: { api, time }, diagnostics, signal, progress }) {
    const { zone_id: zoneId, job_id: jobId, timeout } = config;
    const since = time.now();
    const limitMs = durationMs(timeout) ?? 0;
    const left = (): number => limitMs - (time.now() - since);
    const waits = backOff(BACK_OFF);
    const failed = async (path: string, what: string, hint: string): Promise<void> =>
      diagnostics.error({
        ...{ path: [path], hint },
        message: `The log push job ${jobId} of zone ${await zoneInMessages({ api, zoneId, signal })} ${what}.`,
      });
    // The job's times are compared with each other alone: the clock of the service is not that of this machine.
    for (let before: LogpushJob | undefined; ;) {
      const leftMs = left();
      if (leftMs <= 0 && !before) return diagnostics.error(late(`not shown the job ${jobId} of`, config));
      if (leftMs <= 0)
        return failed('timeout', `has neither delivered nor failed within ${timeout}`, WITHOUT_TRAFFIC);
      const spent = `${Math.round((limitMs - leftMs) / 1000)} s of ${timeout}`;
      await progress(`Waiting for a delivery of log push job ${jobId} (${spent})`);
      const job = await inTime(leftMs, signal, (timed) =>
        api.getLogpushJob(zoneId, jobId, { signal: timed }).then((found) => found ?? null, unlessPassing),
      );
      if (job === null) return failed('job_id', 'is not there', 'Take job_id from its resource.');
      if (job) {
        before ??= job;
        const { enabled, last_complete, last_error, error_message: said } = job;
        if (!enabled) return failed('job_id', 'is off', 'Set enabled = true, or a condition in the trigger.');
        if (last_error !== '' && last_error !== before.last_error)
          return failed('job_id', `failed to deliver at ${last_error}: ${said || NO_REASON}`, CORRECT);
        if (last_complete !== before.last_complete) return;
      }
      await time.sleep(Math.min(waits.next().value, left()), signal);
      signal.throwIfAborted();
    }
  },
});

/** All actions. Their calls tell what the service has said meanwhile. */
export const actions: readonly AnyAction<Configured>[] = [destinationCheck, delivery].map((action) => ({
  ...action,
  invoke: (call) => telling(call, 'apply', () => action.invoke(call)),
}));
