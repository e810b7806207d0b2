import { buildSync } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Bundles a provider of `test/support/fixtures` and places it into a mirror, as `registry.terraform.io/test/NAME`.
 */
export function placeFixture(name: string): (mirror: string) => void {
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
    const folder = join(
      mirror,
      'registry.terraform.io',
      'test',
      name,
      '1.0.0',
      `${process.platform}_${arch}`,
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
    writeFileSync(
      join(folder, `terraform-provider-${name}_v1.0.0`),
      result.outputFiles[0]?.contents ?? new Uint8Array(),
      { mode: 0o755 },
    );
  };
}
