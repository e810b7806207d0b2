/** A server on the emulator's framework that only answers: the baseline for the emulator. */
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const envelope = JSON.parse(readFileSync(0, 'utf8'));
const app = new Hono();
app.get('/client/v4/zones/:zone_id/rulesets/:ruleset_id', (context) => context.json(envelope));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }, ({ port }) =>
  console.log(`port ${port}`),
);
