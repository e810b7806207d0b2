import { lstatSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID, StateFileError, runningClock } from '../../../emulator';
import { FIELDS_RULESET } from '../client';
import { R2 } from '../logpush/job-client';

import { edit, file, folder, kept, PHASE, send, start, useStateFile } from './kept-state';

useStateFile();

describe('a state file', () => {
  it('exists from the start, readable only by its owner', async () => {
    const emulator = await start();
    expect(kept()).toEqual(emulator.control.snapshot());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['state.json', 'state.json.lock']);
    await emulator.close();
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('contains a change before its answer is sent', async () => {
    const emulator = await start();
    expect((await send(emulator, 'POST', '/rulesets', FIELDS_RULESET)).status).toBe(200);
    expect(kept()).toEqual(emulator.control.snapshot());
    expect(kept().zones[0]?.rulesets).toHaveLength(1);
  });

  it.each<[string, string, string, unknown]>([
    ['an edit of a ruleset', 'PUT', `/zones/${DEFAULT_ZONE_ID}/rulesets/${PHASE}`, { rules: [] }],
    ['an edit of a zone', 'PATCH', `/zones/${DEFAULT_ZONE_ID}`, { plan: 'business' }],
    ['a seed', 'POST', '/seed', { zones: [{ name: 'other.example' }] }],
    ['a clock that was moved', 'POST', '/clock/advance', { seconds: 60 }],
  ])('contains %s over HTTP before its answer is sent', async (_name, method, path, body) => {
    const emulator = await start();
    const before = kept();
    const init = { method, body: JSON.stringify(body) };
    expect((await fetch(`${emulator.url}/_control${path}`, init)).status).toBe(200);
    expect(kept()).not.toEqual(before);
    expect(kept()).toEqual(emulator.control.snapshot());
  });

  it('contains an edit in the process before any later answer, and before close', async () => {
    const emulator = await start();
    edit(emulator);
    await send(emulator, 'GET', '/rulesets');
    expect(kept()).toEqual(emulator.control.snapshot());
    emulator.control.patchZone(DEFAULT_ZONE_ID, { plan: 'business' });
    await emulator.control.clock.advance(5);
    await emulator.close();
    expect(kept()).toEqual(emulator.control.snapshot());
  });

  it('restores zones, clock and identifiers', async () => {
    const first = await start();
    await send(first, 'POST', '/rulesets', FIELDS_RULESET);
    await first.close();
    const snapshot = first.control.snapshot();
    const second = await start({ seed: { zones: [{ name: 'passed-over.example' }] } });
    expect(second.control.snapshot()).toEqual(snapshot);
    expect((await send(second, 'GET', `/rulesets/phases/${PHASE}/entrypoint`)).status).toBe(200);
  });

  it('is not written by what changes nothing', async () => {
    const emulator = await start();
    const { mtimeMs, ino } = statSync(file);
    await send(emulator, 'GET', '/rulesets');
    expect((await send(emulator, 'POST', '/rulesets', {})).status).toBe(400);
    await emulator.close();
    expect([statSync(file).mtimeMs, statSync(file).ino]).toEqual([mtimeMs, ino]);
  });

  it('gets all of many simultaneous changes in few writes', async () => {
    const emulator = await start();
    await send(emulator, 'POST', '/rulesets', FIELDS_RULESET);
    const path = `/rulesets/phases/${PHASE}/entrypoint`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send(emulator, 'PUT', path, { description: `change ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(kept()).toEqual(emulator.control.snapshot());
    expect(kept().zones[0]?.rulesets?.[0]?.version).toBe('51');
  });

  it('follows reset and restore: reset goes back to the seed', async () => {
    const first = await start({ seed: { zones: [{ id: DEFAULT_ZONE_ID, name: 'seeded.example' }] } });
    const seeded = first.control.snapshot();
    edit(first);
    const edited = first.control.snapshot();
    first.control.reset();
    await send(first, 'GET', '/rulesets');
    expect(kept()).toEqual(seeded);
    first.control.restore(edited);
    await first.close();
    expect(kept()).toEqual(edited);
    const second = await start({ seed: { zones: [{ id: DEFAULT_ZONE_ID, name: 'seeded.example' }] } });
    expect(second.control.snapshot()).toEqual(edited);
    second.control.reset();
    expect(second.control.snapshot()).toEqual(seeded);
  });

  it('may be written by hand, as a seed', async () => {
    writeFileSync(file, 'zones:\n  - name: by-hand.example\n    plan: business\n');
    const emulator = await start();
    expect(emulator.control.zones()).toMatchObject([{ name: 'by-hand.example', plan: 'business' }]);
    edit(await start({ persistTo: join(folder, 'other.json') }));
  });

  it('continues in the model that a start names, if it fits', async () => {
    const five = Array.from({ length: 5 }, () => ({ destination_conf: R2 }));
    await (await start({ seed: { zones: [{ name: 'a.example', logpush: { jobs: five } }] } })).close();
    const today = { model: 'today' } as const;
    await expect(start({ settings: today })).rejects.toThrow('a zone has at most 4 jobs');
    const continued = await start({ settings: { ...today, logpushJobs: 5 } });
    expect([continued.control.settings().model, continued.control.zones()[0]?.jobs]).toEqual(['today', 5]);
  });

  it('may be a symbolic link, which stays', async () => {
    const link = join(folder, 'link.json');
    writeFileSync(file, '{}');
    symlinkSync(file, link);
    const emulator = await start({ persistTo: link });
    edit(emulator);
    await emulator.close();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(kept()).toEqual(emulator.control.snapshot());
  });

  it('contains what was pushed as time passed', async () => {
    const job = {
      id: 1,
      dataset: 'http_requests',
      enabled: true,
      destination_conf: 'r2://logs?account-id=a&access-key-id=b&secret-access-key=c',
      logpull_options: 'fields=RayID',
      max_upload_interval_seconds: 30,
    };
    const clock = runningClock();
    const seed = { zones: [{ id: DEFAULT_ZONE_ID, name: 'a.example', logpush: { jobs: [job] } }] };
    const emulator = await start({ clock, seed });
    await emulator.control.traffic.send(DEFAULT_ZONE_ID, [{}], { push: false });
    clock.advance(30_000);
    const deadline = performance.now() + 10_000;
    const lastComplete = (): unknown => kept().zones[0]?.logpush?.jobs?.[0]?.['last_complete'];
    while (typeof lastComplete() !== 'string' && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(emulator.control.destinations.files()).toHaveLength(1);
    expect(lastComplete()).toEqual(expect.any(String));
  });
});

describe('a state file that cannot be used', () => {
  it('is an error with its lines, and does not change', async () => {
    const text = 'zones:\n  - name: a.example\n    plan: free\n';
    writeFileSync(file, text);
    const error: unknown = await start().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StateFileError);
    expect((error as Error).message).toBe(
      `The state file ${file} cannot be used:\n` +
        "  line 3, column 5: zones[0].plan: 'free' is not a valid value for plan because it must be " +
        "'professional' or 'business' or 'enterprise'",
    );
    expect((error as StateFileError).inUse).toBeUndefined();
    expect((error as StateFileError).problems).toMatchObject([{ line: 3, path: 'zones[0].plan' }]);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'the file is empty'],
    [
      'half a file',
      '{"zones": [{"name": "a.exam',
      'line 1, column 28: it is not whole JSON: Unterminated string',
    ],
    ['a file of something else', '\u0000\u0001\u0002', 'line 1, column 1: a seed is an object with zones, '],
    ['bytes of something else', Buffer.from([0xff, 0xfe, 0x1b]), 'the file is not UTF-8 text'],
  ])('is refused: %s', async (_name, content, problem) => {
    writeFileSync(file, content);
    const error: unknown = await start().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StateFileError);
    const { message } = error as StateFileError;
    expect(message).toContain(`The state file ${file} cannot be used:\n  ${problem}`);
    // eslint-disable-next-line no-control-regex -- none of them may reach a terminal
    expect(message).not.toMatch(/[\x00-\x09\x0b-\x1f\ufffd]/);
    expect(readFileSync(file)).toEqual(Buffer.from(content));
  });

  it('is refused if it is a folder', async () => {
    await expect(start({ persistTo: folder })).rejects.toThrow(/cannot be read:\n {2}EISDIR/);
  });

  it('is refused if its folder does not exist', async () => {
    await expect(start({ persistTo: join(folder, 'none', 'state.json') })).rejects.toThrow(
      /cannot be written:\n {2}ENOENT/,
    );
  });
});

describe('a state file that can no longer be written', () => {
  it('ends the emulator without sending a false answer', async () => {
    const emulator = await start();
    await send(emulator, 'POST', '/rulesets', FIELDS_RULESET);
    const before = readFileSync(file, 'utf8');
    // A folder in place of the temporary file beside it.
    rmSync(`${file}.new`, { force: true });
    symlinkSync(folder, `${file}.new`);
    const path = `/rulesets/phases/${PHASE}/entrypoint`;
    await expect(send(emulator, 'PUT', path, { description: 'lost' })).rejects.toThrow('fetch failed');
    await expect(emulator.ended).rejects.toThrow(`The state file ${file} cannot be written:\n  EISDIR`);
    await expect(send(emulator, 'GET', '/rulesets')).rejects.toThrow('fetch failed');
    await expect(emulator.close()).rejects.toThrow(StateFileError);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('ends the emulator after an edit in the process too', async () => {
    const emulator = await start();
    symlinkSync(folder, `${file}.new`);
    edit(emulator);
    await expect(emulator.ended).rejects.toThrow(StateFileError);
  });

  it('does not disturb a caller that only closes the emulator', async () => {
    const emulator = await start();
    await emulator.close();
    await emulator.ended;
    await emulator.close();
  });
});
