/** An attribute's name as it is spelled in TypeScript: `request_headers` becomes `requestHeaders`. */
export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** Cached, since every construct needs the same few names of the schemas. */
const spelled = new Map<string, string>();

/** The same, for values. */
export function camelCase(name: string): string {
  const before = spelled.get(name);
  if (before !== undefined) return before;
  const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  spelled.set(name, camel);
  return camel;
}
