/** One client process: reports that it is ready, waits for a line, sends its requests ten at a time, and ends. */
import { once } from 'node:events';
import { createClient, systemTime, type Time } from '../../../provider-shim/api';

/** The settings of the process, as JSON in its only argument. */
export interface ClientTask {
  readonly baseUrl: string;
  readonly token: string;
  readonly zoneId: string;
  readonly requests: number;
  readonly origin: number;
  readonly speed: number;
}

/** A clock that runs `speed` times as fast as real time, the same in all processes with the same origin. */
function scaledTime(origin: number, speed: number): Time {
  return {
    now: () => origin + (Date.now() - origin) * speed,
    sleep: (ms, signal) => systemTime.sleep(ms / speed, signal),
  };
}

async function main(): Promise<void> {
  const { zoneId, token, requests, origin, speed, ...task } = JSON.parse(process.argv[2] ?? '') as ClientTask;
  const baseUrl = new URL(`${task.baseUrl}/`);
  const credentials = { scheme: 'token', token } as const;
  const client = createClient({
    baseUrl,
    credentials,
    userAgent: 'zonewright-bench',
    time: scaledTime(origin, speed),
  });
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  await Promise.all(
    Array.from({ length: requests }, () =>
      client.request({ method: 'GET', path: ['zones', zoneId, 'rulesets'] }),
    ),
  );
  await client.close();
  process.exit(0);
}

void main();
