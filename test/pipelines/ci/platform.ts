import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Env } from './workflow';

/** An issue, or a comment of a pull request. */
export interface Note {
  readonly id: number;
  readonly body: string;
  readonly title?: string;
}

/** A run of a workflow that has ended. */
export interface EndedRun {
  readonly id: number;
  readonly workflow: string;
  readonly head: string;
  readonly isSuccess: boolean;
}

/**
 * What a CI platform keeps between the runs of its workflows: the repository, artifacts, caches, comments and issues; and
 * its API on loopback, as far as the example workflows call it.
 */
export class Platform {
  readonly root = mkdtempSync(join(tmpdir(), 'zonewright-ci-'));
  /** The bare repository. */
  readonly repository = join(this.root, 'origin.git');
  readonly artifacts = join(this.root, 'artifacts');
  readonly caches = join(this.root, 'caches');
  readonly runs: EndedRun[] = [];
  /** Comments by the number of the pull request, and issues under 0. */
  readonly notes = new Map<number, Note[]>();
  /** The heads of pull requests, by the commit that each was merged with. */
  readonly merged = new Map<string, string>();
  apiUrl = '';
  private lastId = 0;
  private close: () => void = () => undefined;

  private constructor(
    /** Variables of the repository, and the secrets of its environments by their name. */
    readonly settings: { readonly vars: Env; readonly secrets: Readonly<Record<string, Env>> },
    /** Folders of programs before those of the PATH. */
    readonly programs: string,
    /** The environment of every runner besides what a workflow sets. */
    readonly machine: Env,
  ) {}

  static async start(
    settings: Platform['settings'],
    { programs = '', machine = {} }: { readonly programs?: string; readonly machine?: Env } = {},
  ): Promise<Platform> {
    const platform = new Platform(settings, programs, machine);
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', platform.repository]);
    for (const folder of [platform.artifacts, platform.caches]) mkdirSync(folder);
    await platform.listen();
    return platform;
  }

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  stop(): void {
    this.close();
    rmSync(this.root, { recursive: true, force: true });
  }

  /** @see https://docs.github.com/en/rest */
  private async listen(): Promise<void> {
    const api = new Hono().basePath('/repos/example/zones');
    api.get('/commits/:sha/pulls', (c) => {
      const head = this.merged.get(c.req.param('sha'));
      return c.json(head === undefined ? [] : [{ head: { sha: head } }]);
    });
    api.get('/actions/workflows/:file/runs', (c) => {
      const { head_sha: head } = c.req.query();
      const found = this.runs.filter((run) => run.workflow === c.req.param('file') && run.head === head);
      const shown = found.map(({ id, isSuccess }) => ({ id, conclusion: isSuccess ? 'success' : 'failure' }));
      return c.json({ workflow_runs: shown.reverse() });
    });
    const notes = (number: number): Note[] => {
      const found = this.notes.get(number) ?? [];
      this.notes.set(number, found);
      return found;
    };
    api.get('/issues/:number/comments', (c) => c.json(notes(Number(c.req.param('number')))));
    api.post('/issues/:number/comments', async (c) => {
      notes(Number(c.req.param('number'))).push({ ...(await c.req.json<Note>()), id: this.nextId() });
      return c.json({}, 201);
    });
    api.patch('/issues/comments/:id', async (c) => {
      this.edit(Number(c.req.param('id')), await c.req.json<Partial<Note>>());
      return c.json({});
    });
    api.get('/issues', (c) => c.json(notes(0).map((issue) => ({ ...issue, number: issue.id }))));
    api.post('/issues', async (c) => {
      notes(0).push({ ...(await c.req.json<Note>()), id: this.nextId() });
      return c.json({}, 201);
    });
    api.patch('/issues/:id', async (c) => {
      this.edit(Number(c.req.param('id')), await c.req.json<Partial<Note>>());
      return c.json({});
    });
    const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 });
    await new Promise((resolve) => server.once('listening', resolve));
    this.apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.close = () => server.close();
    writeFileSync(join(this.root, 'api'), this.apiUrl);
  }

  private edit(id: number, change: Partial<Note>): void {
    for (const notes of this.notes.values()) {
      const index = notes.findIndex((note) => note.id === id);
      if (index >= 0) notes[index] = { ...(notes[index] as Note), ...change };
    }
  }
}
