import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { runProgram } from '../../cli/engine/process';
import { installed, OPA } from './go-programs';

/** Compiles the policies of the checkout to WebAssembly with OPA. */
export async function compiled(): Promise<Buffer> {
  const opa = await installed(OPA);
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-policies-'));
  try {
    const bundle = join(folder, 'bundle.tar.gz');
    const args = ['build', '--target=wasm', '-e=main/deny', '-e=main/warn', `--output=${bundle}`, 'policy'];
    // The paths in the output are those of the arguments.
    const { exitCode, stderr } = await runProgram(opa, args, { cwd: process.cwd(), env: process.env });
    if (exitCode !== 0) throw new Error(`opa build ended with ${exitCode}:\n${stderr}`);
    return fileIn(gunzipSync(readFileSync(bundle)), '/policy.wasm');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const BLOCK = 512;

/** A file of a tar archive: a header with name and size in octal digits, then the content, in blocks (POSIX ustar). */
function fileIn(archive: Buffer, name: string): Buffer {
  for (let at = 0; at < archive.length;) {
    const text = (from: number, to: number): string =>
      archive.toString('latin1', at + from, at + to).replace(/\0[^]*$/, '');
    const size = parseInt(text(124, 136) || '0', 8);
    if (text(0, 100) === name) return archive.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error(`${name} is not in the bundle`);
}
