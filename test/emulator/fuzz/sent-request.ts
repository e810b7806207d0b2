import type { ZoneDocument } from '../../../emulator';
import { OPERATIONS } from '../../../emulator/requests/parts';
import type { ServiceOperation } from '../../../emulator/service/operation';
import { serviceRequest } from '../client';
import { logpushBodies } from './bodies/logpush-bodies';
import { rulesetBodies } from './bodies/ruleset-bodies';
import { mutated } from './mutation';
import { jsonText } from './odd-values';
import { chosen, existingParts, filledIn } from './paths';
import type { RequestStep, SentForm } from './step';

const MORE_THAN_A_MEGABYTE = 1_100_000;

export function operationOf(step: RequestStep): ServiceOperation {
  const operation = OPERATIONS[step.operation];
  if (operation === undefined) throw new Error(`There is no operation ${step.operation}.`);
  return operation;
}

/** The request of a step, with what there is now. @param now milliseconds since the Unix epoch */
export function sentRequest(step: RequestStep, zone: ZoneDocument, now: number): Request {
  const operation = operationOf(step);
  const parts = existingParts(operation.path, zone, step.choices);
  const method = step.method ?? operation.method;
  const bodies = validBodies(operation, zone, parts, now);
  const document = bodies.length === 0 ? { rules: [] } : chosen(bodies, step.body.choice);
  const hasBody = method !== 'GET' && method !== 'HEAD' && (bodies.length > 0 || step.body.choice % 10 === 0);
  const body = hasBody ? bodyOf(mutated(document, step.body.mutations), step.body.form) : undefined;
  return serviceRequest(pathOf(operation, parts, step) + queryOf(operation, step), {
    method,
    headers: step.headers,
    ...(body !== undefined && { body: body as RequestInit['body'] }),
  });
}

function pathOf(
  { path }: ServiceOperation,
  parts: Readonly<Record<string, string>>,
  step: RequestStep,
): string {
  const { wrongPart } = step;
  const segments = filledIn(path, parts).split('/');
  if (wrongPart === undefined) return segments.join('/');
  return segments.with(1 + (wrongPart.at % (segments.length - 1)), wrongPart.text).join('/');
}

/** Bodies that the operation takes with what there is, or would in another state of it. */
function validBodies(
  { name, body }: ServiceOperation,
  zone: ZoneDocument,
  parts: Readonly<Record<string, string>>,
  now: number,
): readonly unknown[] {
  if (body === undefined) return [];
  if (name.startsWith('rulesets.')) return rulesetBodies(name, zone, parts);
  return logpushBodies(name, zone, now);
}

const MIGRATION_QUERIES = [
  '?waf_migration=pending&phase_two=1',
  '?waf_migration=validation&phase_two=1',
  '?waf_migration=1&phase_two=1',
  '?waf_migration=2&phase_two=1',
  '?waf_migration=pending',
];

const ZONE_QUERIES = [
  '?name=one.example&account.id=x&status=active',
  '?order=name&direction=desc&per_page=5',
  '?page=2&per_page=50',
  '?status=unknown',
  '?order=__proto__',
];

function queryOf(operation: ServiceOperation, { query }: RequestStep): string {
  if ('odd' in query) return query.odd;
  return chosen(fittingQueries(operation), query.fitting) ?? '';
}

function fittingQueries({ name, method }: ServiceOperation): readonly string[] {
  if (name === 'rulesets.entrypoint.update') return ['', '?dry_run=true', ...MIGRATION_QUERIES];
  if (name.startsWith('migration.')) return ['?phase_two=1', '', '?phase_two=0'];
  if (name === 'zones.list') return ['', ...ZONE_QUERIES];
  if (method === 'GET') return ['', '?per_page=5', '?per_page=50&page=2', '?per_page=0'];
  return ['', '', '', '', '?dry_run=true', '?dry_run=false'];
}

function bodyOf(document: unknown, form: SentForm): string | Uint8Array | undefined {
  switch (form.kind) {
    case 'json':
      return jsonText(document);
    case 'text':
      return form.text;
    case 'bytes':
      return form.bytes;
    case 'cut off': {
      const text = jsonText(document);
      return text.slice(0, Math.floor(text.length * form.share));
    }
    case 'twice':
      return jsonText(document) + jsonText(document);
    case 'too large':
      return JSON.stringify('x'.repeat(MORE_THAN_A_MEGABYTE));
    case 'none':
      return undefined;
  }
}
