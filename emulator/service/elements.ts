import { html } from 'hono/html';

type Escaped = string & { readonly isEscaped: true };

/**
 * A piece of a page, as `html` returns it: everything in it from outside is escaped. The type is written out, so that
 * the package's types do not depend on those of the web framework.
 */
export type Markup = Escaped | Promise<Escaped>;

/** A time of the emulator's clock, in UTC to the millisecond: ISO 8601, or milliseconds since the Unix epoch. */
export function shownTime(time: string | number): Markup {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return html`${String(time)}`;
  const iso = date.toISOString();
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace('Z', '')}</time>`;
}

/** `1 zone`, `2 zones`, `10,000 zones`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
