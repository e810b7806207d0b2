import { durationMs, logpushDeliverySchema, logpushDestinationCheckSchema, type Problem } from '../schema';
import { backOff, ServiceError, within, type BackOff, type LogpushJob } from './api';
import type { Configured } from './resources/configured';
import { catalogue, zoneInMessages } from './resources/messages';
import { telling } from './resources/service-messages';
import { defineAction, type AnyAction } from './sdk/framework';

const PROBLEM = catalogue({
  destination_not_kept: () => ({
    path: ['destination_conf'],
    message: 'The destination has an ephemeral value, which the engine does not keep for -invoke.',
    hint: 'Invoke the action by a change of a resource (action_trigger), or use a value that is not ephemeral.',
  }),
  destination_refused: (zone: string, said: string) => ({
    path: ['destination_conf'],
    message: `The service cannot deliver the logs of zone ${zone} to this destination: ${said || 'no reason given'}.`,
    hint: 'Correct the destination, or what it grants to the service. See the page of zone_logpush_job.',
  }),
  no_answer_in_time: (zone: string, timeout: string) => ({
    path: ['timeout'],
    message: `The service did not say within ${timeout} whether it can deliver the logs of zone ${zone} to this destination.`,
    hint: 'The destination may be slow. Try again, or increase timeout.',
  }),
  job_not_there: (zone: string, jobId: number) => ({
    path: ['job_id'],
    message: `Zone ${zone} has no log push job ${jobId}.`,
    hint: 'Take the number from the resource: zone_logpush_job.NAME.job_id.',
  }),
  job_off: (zone: string, jobId: number) => ({
    path: ['job_id'],
    message: `The log push job ${jobId} of zone ${zone} is off, so it delivers nothing.`,
    hint: 'Set enabled = true in its resource.',
  }),
  delivery_failed: (zone: string, jobId: number, at: string, said: string) => ({
    message: `The log push job ${jobId} of zone ${zone} failed to deliver at ${at}: ${said || 'no reason given'}.`,
    hint: 'The service tries again by itself. Correct the destination of the job, or what it grants to the service.',
  }),
  no_delivery_in_time: (zone: string, jobId: number, timeout: string) => ({
    path: ['timeout'],
    message: `The log push job ${jobId} of zone ${zone} has neither delivered nor failed within ${timeout}.`,
    hint: 'A zone without traffic has nothing to deliver. Send it a request, or increase timeout.',
  }),
});

/** One look at the service may take so long even when the time is up. */
const LEAST_ASK_MS = 10_000;

/** Runs a request. @returns undefined when it had no answer in time, or none but a passing failure */
async function asked<T>(
  limitMs: number,
  signal: AbortSignal,
  run: (timed: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  return within(limitMs, signal, (timed) =>
    run(timed).catch((error: unknown) => {
      const isPassing = error instanceof ServiceError && error.transient;
      if (!signal.aborted && (timed.aborted || isPassing)) return undefined;
      throw error;
    }),
  );
}

const destinationCheck = defineAction<typeof logpushDestinationCheckSchema, Configured>({
  schema: logpushDestinationCheckSchema,

  async invoke({ config, client: { api }, diagnostics, signal, progress }) {
    const { zone_id: zoneId, destination_conf, timeout } = config;
    // The engine has checked that it was written.
    if ((destination_conf as string | null) === null)
      return diagnostics.error(PROBLEM.destination_not_kept());
    await progress('Asking the service whether the destination accepts log entries');
    const answer = await asked(durationMs(timeout) ?? 0, signal, (timed) =>
      api.validateLogpush(zoneId, { of: 'destination', body: { destination_conf } }, { signal: timed }),
    );
    if (answer?.valid) return;
    const zone = await zoneInMessages({ api, zoneId, signal });
    diagnostics.error(
      answer ? PROBLEM.destination_refused(zone, answer.message) : PROBLEM.no_answer_in_time(zone, timeout),
    );
  },
});

/** Short at first, since a job may be about to deliver. */
const BACK_OFF: BackOff = { firstMs: 250, longestMs: 15_000, growth: 1.6 };

const delivery = defineAction<typeof logpushDeliverySchema, Configured>({
  schema: logpushDeliverySchema,

  async invoke({ config, client: { api, time }, diagnostics, signal, progress }) {
    const { zone_id: zoneId, job_id: jobId, timeout } = config;
    const since = time.now();
    const limitMs = durationMs(timeout) ?? 0;
    const waits = backOff(BACK_OFF);
    const failed = async (problem: (zone: string, jobId: number) => Problem): Promise<void> =>
      diagnostics.error(problem(await zoneInMessages({ api, zoneId, signal }), jobId));
    // The job's times are compared with each other alone: the clock of the service is not that of this machine.
    for (let before: LogpushJob | undefined; ;) {
      const elapsedMs = time.now() - since;
      const seconds = Math.round(elapsedMs / 1000);
      await progress(`Asking for the deliveries of log push job ${jobId} (${seconds} s of ${timeout})`);
      const found = await asked(Math.max(limitMs - elapsedMs, LEAST_ASK_MS), signal, async (timed) => ({
        job: await api.getLogpushJob(zoneId, jobId, { signal: timed }),
      }));
      if (found) {
        const { job } = found;
        if (!job) return failed(PROBLEM.job_not_there);
        if (!job.enabled) return failed(PROBLEM.job_off);
        const { last_complete, last_error, error_message } = job;
        before ??= job;
        if (last_error !== '' && last_error !== before.last_error)
          return failed((zone) => PROBLEM.delivery_failed(zone, jobId, last_error, error_message));
        if (last_complete !== before.last_complete) return;
      }
      if (elapsedMs >= limitMs) return failed((zone) => PROBLEM.no_delivery_in_time(zone, jobId, timeout));
      await time.sleep(Math.min(waits.next().value, limitMs - elapsedMs), signal);
      signal.throwIfAborted();
    }
  },
});

/** All actions. Their calls tell what the service has said meanwhile. */
export const actions: readonly AnyAction<Configured>[] = [destinationCheck, delivery].map((action) => ({
  ...action,
  invoke: (call) => telling(call, 'apply', () => action.invoke(call)),
}));
