/** What an error says and what caused it: `fetch failed: connect ECONNREFUSED 127.0.0.1:443`. Of several causes, the first. */
export function reasonOf(error: unknown, depth = 5): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, code, cause, errors } = error as Readonly<Record<string, unknown>>;
  const own = String([message, code].find((text) => typeof text === 'string' && text !== '') ?? error);
  const because = cause ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
  if (because === undefined || depth === 0) return own;
  const reason = reasonOf(because, depth - 1);
  // Of several causes, the error itself has mostly the code alone.
  if (own === code && reason.includes(own)) return reason;
  return own.includes(reason) ? own : `${own}: ${reason}`;
}

/** Whether an error says that there is no memory. V8, WebAssembly and the system have each their own words. */
export function lacksMemory(reason: string): boolean {
  return /out of memory|ENOMEM|Cannot allocate|could not allocate|allocation failed/i.test(reason);
}

/** What to do then. */
export const MORE_MEMORY =
  'This is no fault of the service. Raise the limit of the container, or of `ulimit -v`, of which WebAssembly reserves 11 GB that it does not use.';
