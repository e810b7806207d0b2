import type { html } from 'hono/html';

/** A piece of a page. Everything in it that came from outside was escaped by `html`. */
export type Markup = ReturnType<typeof html>;
