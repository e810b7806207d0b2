/** How many causes of causes are told. */
const DEPTH = 5;

/**
 * What an error says, and what caused it: `fetch failed: connect ECONNREFUSED 127.0.0.1:443`. Of several causes, one for each
 * address of a name, the first.
 */
export function reasonOf(error: unknown, depth = DEPTH): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, code, cause, errors } = error as Readonly<Record<string, unknown>>;
  const own = [message, code].find((text) => typeof text === 'string' && text !== '') ?? String(error);
  const because = cause ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
  if (because === undefined || depth === 0) return String(own);
  const reason = reasonOf(because, depth - 1);
  if (reason.includes(String(own))) return reason;
  return String(own).includes(reason) ? String(own) : `${String(own)}: ${reason}`;
}

/** Whether an error says that there is no memory. V8, WebAssembly and the system have each their own words. */
export function lacksMemory(reason: string): boolean {
  return /out of memory|ENOMEM|Cannot allocate|could not allocate|allocation failed/i.test(reason);
}

/** What to do when there is no memory. */
export const MORE_MEMORY =
  'This is no fault of the service. Give the process more memory: raise the limit of the container, or of `ulimit -v`; 11 GB of that are reserved for WebAssembly, and not used.';
