import { createEmulator, DEFAULT_ZONE_ID, type Model, type TrafficRequest } from '../../../emulator';
import type { Exchange } from '../../../emulator/logs/traffic';

/** A rule of custom log fields: its lists, and whether it is on. */
export type FieldsRule = { readonly enabled?: boolean; readonly [list: string]: unknown };

/** A zone whose only job logs to memory with these settings. */
export function logZone(job: object = {}, rules: readonly FieldsRule[] = [], model: Model = 'specification') {
  const rulesets = [
    {
      phase: 'http_log_custom_fields',
      rules: rules.map(({ enabled = true, ...action_parameters }) => {
        return { action: 'log_custom_field', expression: 'true', enabled, action_parameters };
      }),
    },
  ];
  const jobs = [{ destination_conf: 's3://logs/zone?region=x', enabled: true, ...job }];
  const zones = [{ id: DEFAULT_ZONE_ID, name: 'example.com', rulesets, logpush: { jobs } }];
  const emulator = createEmulator({ seed: JSON.stringify({ zones, options: { model } }) });
  return {
    control: emulator.control,
    /** The log entries of these requests. */
    logged: (...requests: readonly TrafficRequest[]): readonly string[] =>
      emulator.control.traffic.send(DEFAULT_ZONE_ID, requests).logs[0]?.lines ?? [],
  };
}

/** An exchange in which nothing stands out. */
export function exchangeOf(parts: Partial<Exchange> = {}): Exchange {
  return {
    method: 'GET',
    host: 'example.com',
    uri: '/',
    clientIp: '192.0.2.1',
    status: 200,
    bytes: 0,
    headers: { request: [], 'transformed request': [], response: [], 'transformed response': [] },
    ...parts,
  };
}
