import { buildSync } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REGISTRY_HOSTS } from './engine';

/** The null provider of the stacks that have a `MigrationGate`: what cdktf asks for, played by the fixture `null`. */
export const placeNullProvider = placeFixture('null', { address: 'hashicorp/null', version: '3.2.4' });

/** The provider of the buckets of S3, played by the fixture `s3`. */
export const placeS3Provider = placeFixture('s3', { address: 'hashicorp/aws', version: '6.0.0' });

/** The program of a fixture that `placeFixture(name)` has placed into this mirror. */
export function fixtureProgram(mirror: string, name: string): string {
  return join(
    fixtureFolder(mirror, REGISTRY_HOSTS.terraform, `test/${name}`, '1.0.0'),
    programName(name, '1.0.0'),
  );
}

/**
 * Bundles a provider of `test/support/fixtures` and places it into a mirror, for both engines' registry hosts.
 *
 * @param address namespace and type, which the engine takes it for
 */
export function placeFixture(
  name: string,
  { address = `test/${name}`, version = '1.0.0' } = {},
): (mirror: string) => void {
  return (mirror) => {
    const result = buildSync({
      entryPoints: [join(__dirname, 'fixtures', `${name}-provider.ts`)],
      bundle: true,
      write: false,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      banner: { js: '#!/usr/bin/env node' },
      external: ['undici'],
    });
    const program = result.outputFiles[0]?.contents ?? new Uint8Array();
    for (const host of Object.values(REGISTRY_HOSTS)) {
      const folder = fixtureFolder(mirror, host, address, version);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
      // The engine looks for a program that is named after the address.
      writeFileSync(join(folder, programName(basename(address), version)), program, { mode: 0o755 });
    }
  };
}

function fixtureFolder(mirror: string, host: string, address: string, version: string): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  return join(mirror, host, address, version, `${process.platform}_${arch}`);
}

function programName(name: string, version: string): string {
  return `terraform-provider-${name}_v${version}`;
}
