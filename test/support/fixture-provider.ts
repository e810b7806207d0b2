import { buildSync } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the engine takes a fixture for. */
export interface PlaceFixtureOptions {
  /** Namespace and type. @default 'test/NAME' */
  readonly address?: string;
  /** @default '1.0.0' */
  readonly version?: string;
}

/** The null provider of the stacks that have a `MigrationGate`: what cdktf asks for, played by the fixture `null`. */
export const placeNullProvider = placeFixture('null', { address: 'hashicorp/null', version: '3.2.4' });

/** Bundles a provider of `test/support/fixtures` and places it into a mirror, below `registry.terraform.io`. */
export function placeFixture(
  name: string,
  { address = `test/${name}`, version = '1.0.0' }: PlaceFixtureOptions = {},
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
    const arch = process.arch === 'x64' ? 'amd64' : process.arch;
    const folder = join(mirror, 'registry.terraform.io', address, version, `${process.platform}_${arch}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
    writeFileSync(
      join(folder, `terraform-provider-${name}_v${version}`),
      result.outputFiles[0]?.contents ?? new Uint8Array(),
      { mode: 0o755 },
    );
  };
}
