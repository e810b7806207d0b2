import { unlessNull } from '../checks/read-values';
import type { Members } from '../checks/reader';
import { accepted } from '../errors/refusal';
import type { Query } from '../sql/query';
import type { SqlRecord } from '../sql/values';
import { missingField, queryRefused, queryTooLong } from './errors';
import { checkBody } from './read-bodies';
import { checkedQuery } from './transformer-state';

/** The longest name and description, in bytes (docs/service.md 5.9). */
const MAX_NAME_BYTES = 255;
const MAX_DESCRIPTION_BYTES = 4096;

/** The longest query, in bytes: 10 KB (docs/service.md 5.9; the vendor's SDK says 32 KB). */
const MAX_QUERY_BYTES = 10 * 1024;

/** The body of a creation or an update. */
interface TransformerBody {
  readonly name: string;
  readonly description: string;
  /** `undefined` if an update does not change it. */
  readonly code: string | undefined;
}

/** Reads the body. Without a description, there is none. @throws Refusal */
export function readTransformer(body: unknown, isNew: boolean): TransformerBody {
  const read = accepted(
    checkBody(body, (reader) => {
      const members = reader.members(['name', 'description', 'code']);
      return (
        members && {
          name: readText(members, 'name', MAX_NAME_BYTES) ?? '',
          description: readText(members, 'description', MAX_DESCRIPTION_BYTES) ?? '',
          code: unlessNull(members.optional('code'))?.string(),
        }
      );
    }),
  );
  if (read.name === '') throw missingField('name');
  if (read.code === '' || (isNew && read.code === undefined)) throw missingField('code');
  return read;
}

function readText<K extends string>(members: Members<K>, name: K, most: number): string | undefined {
  const reader = unlessNull(members.optional(name));
  const text = reader?.string();
  if (text === undefined || Buffer.byteLength(text) <= most) return text;
  return reader?.refuse(`it must have at most ${most} bytes`);
}

/** The checked query of a transformer. @throws Refusal */
export function acceptedQuery(code: string, member: 'code' | 'sql'): Query {
  if (Buffer.byteLength(code) > MAX_QUERY_BYTES) throw queryTooLong(MAX_QUERY_BYTES);
  const checked = checkedQuery(code);
  if (!checked.ok) throw queryRefused(checked.message, member);
  return checked.query;
}

/** Reads the body of a preview. @throws Refusal */
export function readPreview(body: unknown): { readonly input: SqlRecord; readonly sql: string } {
  const read = accepted(
    checkBody(body, (reader) => {
      const members = reader.members(['input', 'sql']);
      const sent = members?.required('input');
      const sql = members?.required('sql')?.string();
      const isObject = typeof sent?.value === 'object' && sent.value !== null && !Array.isArray(sent.value);
      if (sent !== undefined && !isObject) sent.refuse('it must be an object');
      return sql === undefined || !isObject ? undefined : { input: sent.value as SqlRecord, sql };
    }),
  );
  if (read.sql === '') throw missingField('sql');
  return read;
}
