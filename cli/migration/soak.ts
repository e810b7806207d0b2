import { InvalidArgumentError } from 'commander';
import { counted } from '../text/words';
import type { ZoneFacts } from './survey';

/** Reads how long zones have to validate before they finish, in hours: `3d` or `36h`. */
export function parseSoak(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([dh])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('Allowed: days or hours, such as 3d or 36h.');
  return Number(count) * (unit === 'd' ? 24 : 1);
}

/** Hours as people say them. @param round how a part of an hour or of a day counts */
export function spanInWords(hours: number, round = Math.floor): string {
  const whole = round(hours);
  if (whole < 1) return 'less than an hour';
  return whole < 24 ? counted(whole, 'hour') : counted(round(hours / 24), 'day');
}

/** The hours between two times, ISO 8601. */
export function hoursBetween(since: string, until: string): number {
  return (Date.parse(until) - Date.parse(since)) / 3_600_000;
}

/** How long a zone in validation had its rules when it was read: what became of them since, nobody has looked at. */
export function soakInWords({
  replaced_rules: others,
  rules_saved_at: since,
  read_at: until,
}: ZoneFacts): string {
  const what = `validates ${others.length === 0 ? 'these' : 'other'} rules`;
  return since === null
    ? `${what}; the service does not say since when`
    : `${what} for ${spanInWords(hoursBetween(since, until))}`;
}

/** Why a zone has not validated the rules of its step for so many hours; undefined if it has. */
export function lackOfSoak(zone: ZoneFacts, hours: number): string | undefined {
  const { state, rules, replaced_rules: others, rules_saved_at: since, read_at: until } = zone;
  if (state !== 'validation') return 'is not in validation';
  if (rules === null) return 'its rules are known only without the overrides';
  if (since === null || others.length > 0) return soakInWords(zone);
  const left = hours - hoursBetween(since, until);
  return left > 0 ? `${soakInWords(zone)}: ${spanInWords(left, Math.ceil)} left` : undefined;
}
