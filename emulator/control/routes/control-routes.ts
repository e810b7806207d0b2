import type { Hono } from 'hono';
import type { Control } from '../control';

/** Adds routes of the control API to its app. */
export type ControlRoutes = (
  app: Hono<{ Bindings: { readonly peer: string | undefined } }>,
  control: Control,
) => void;
