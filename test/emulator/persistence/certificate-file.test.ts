import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningEmulator } from '../../../emulator';
import { CertificateFileError, startEmulator } from '../../../emulator';
import { openKeptCertificate } from '../../../emulator/persistence/certificate-file';

const DAY = 86_400_000;

let folder: string;
let state: string;
const running: RunningEmulator[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificate-file-'));
  state = join(folder, 'state.json');
});
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<RunningEmulator> {
  const emulator = await startEmulator({ persistTo: state, tls: true });
  running.push(emulator);
  return emulator;
}

const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
const mode = (name: string): number => statSync(join(folder, name)).mode & 0o777;

describe('the certificate beside a state file', () => {
  it('is in two files: what clients trust is for all, the key only for the owner', async () => {
    const { tls, close } = await start();
    expect(tls?.certificateFile).toBe(join(folder, 'state.json.ca.pem'));
    expect(text('state.json.ca.pem')).toBe(tls?.certificate);
    expect(text('state.json.ca.pem')).not.toContain('PRIVATE');
    expect(text('state.json.tls.pem')).toContain('PRIVATE KEY');
    expect([mode('state.json.ca.pem'), mode('state.json.tls.pem')]).toEqual([0o644, 0o600]);
    await close();
    expect(readdirSync(folder)).toEqual(['state.json', 'state.json.ca.pem', 'state.json.tls.pem']);
  });

  it('is the same after a restart, also if its files were copied without their modes', async () => {
    const first = await start();
    await first.close();
    const before = text('state.json.tls.pem');
    chmodSync(join(folder, 'state.json.tls.pem'), 0o644);
    rmSync(join(folder, 'state.json.ca.pem'));
    const second = await start();
    expect(second.tls).toEqual(first.tls);
    expect(text('state.json.tls.pem')).toBe(before);
    expect(text('state.json.ca.pem')).toBe(first.tls?.certificate);
    expect(mode('state.json.tls.pem')).toBe(0o600);
  });

  it.each([
    ['has 40 days left', 784, true],
    ['has 20 days left', 804, false],
    ['has expired', 900, false],
    ['is of the future', -2, false],
  ])('stays or not if it %s', async (_case, days, stays) => {
    const made = Date.now();
    const first = await openKeptCertificate(state, made);
    const now = made + days * DAY;
    const second = await openKeptCertificate(state, now);
    expect(second.server.certificate === first.server.certificate).toBe(stays);
    expect(second.authorityFile).toBe(first.authorityFile);
    expect(text('state.json.ca.pem')).toBe(second.server.authority);
    const { validFrom, validTo } = new X509Certificate(second.server.certificate);
    expect(Date.parse(validFrom)).toBeLessThanOrEqual(now);
    expect(Date.parse(validTo)).toBeGreaterThan(now + 30 * DAY);
    expect((await openKeptCertificate(state, now)).server).toEqual(second.server);
  });

  it('is refused if the file is not one of these, and nothing is overwritten or left locked', async () => {
    writeFileSync(join(folder, 'state.json.tls.pem'), "somebody's own");
    const error = await start().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CertificateFileError);
    expect(error).toMatchObject({
      file: join(folder, 'state.json.tls.pem'),
      what: 'used',
      reason: expect.stringContaining('does not have a private key') as unknown,
    });
    expect(text('state.json.tls.pem')).toBe("somebody's own");
    expect(readdirSync(folder)).toEqual(['state.json', 'state.json.tls.pem']);
  });
});
