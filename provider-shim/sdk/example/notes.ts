#!/usr/bin/env node
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineProvider, defineResource, describe, isKnown, serveProvider } from 'zonewright/sdk';

const noteSchema = describe({
  type: 'notes_note',
  version: 0,
  description: 'A note.',
  attributes: {
    name: { type: 'string', required: true, replaceOnChange: true, description: 'Its file.' },
    text: { type: 'string', optional: true, default: '', description: 'What it says.' },
    path: { type: 'string', computed: true, keepsPrior: true, description: 'Where it is.' },
  },
});

/** What `configure` makes, for every call: usually the client of a service. */
interface Folder {
  readonly folder: string;
}

const note = defineResource<typeof noteSchema, Folder>({
  schema: noteSchema,
  identity: ['name'],
  async create({ plan, client, diagnostics }) {
    const path = join(client.folder, plan.name);
    if (existsSync(path)) {
      diagnostics.error({ message: `${path} exists already.`, hint: 'Import it.', path: ['name'] });
      return undefined;
    }
    writeFileSync(path, plan.text);
    return { ...plan, path };
  },
  async read({ state, client }) {
    const path = join(client.folder, state.name);
    return existsSync(path) ? { ...state, path, text: readFileSync(path, 'utf8') } : null;
  },
  async update({ plan, client }) {
    const path = join(client.folder, plan.name);
    writeFileSync(path, plan.text);
    return { ...plan, path };
  },
  async delete({ state, client }) {
    rmSync(join(client.folder, state.name), { force: true });
  },
  importState: async ({ id }) => ({ name: id }),
});

serveProvider(
  'registry.terraform.io/test/notes',
  defineProvider({
    schema: describe({
      type: 'notes',
      version: 0,
      description: 'Notes.',
      attributes: { folder: { type: 'string', required: true, description: 'The folder.' } },
    }),
    configure: ({ config: { folder } }) => (isKnown(folder) ? { folder } : undefined),
    resources: [note],
    dataSources: [],
  }),
);
