import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App } from 'cdktf';

type Block = Readonly<Record<string, unknown>>;
type Document = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Block>>>>>>;

export const cookies = ['session_id'];
export const DIGEST = `sha256:${'a'.repeat(64)}`;

/** The document of a stack as it is written, after the synthesis of the whole app. */
export function written(app: App, id: string): Document {
  app.synth();
  return documentOf(app, id);
}

export function documentOf(app: App, id: string): Document {
  return JSON.parse(readFileSync(join(app.outdir, 'stacks', id, 'cdk.tf.json'), 'utf8')) as Document;
}

export const block = (document: Document, type: string, name: string): Block =>
  document['resource']?.[type]?.[name] ?? {};

/** The stacks that have to be applied before a stack, as the command of cdktf reads it. */
export function dependenciesOf(app: App, id: string): unknown {
  const manifest = JSON.parse(readFileSync(join(app.outdir, 'manifest.json'), 'utf8')) as {
    readonly stacks: Readonly<Record<string, { readonly dependencies: readonly string[] }>>;
  };
  return manifest.stacks[id]?.dependencies;
}
