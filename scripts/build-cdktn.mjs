import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What imports cdktf, and where its twin goes: beside it, so that relative imports stay as they are. */
const TWINS = [
  { folder: 'lib', twin: 'cdktn', modules: { cdktf: 'cdktn' } },
  {
    folder: 'examples',
    twin: 'examples-cdktn',
    modules: { cdktf: 'cdktn', zonewright: 'zonewright/cdktn' },
  },
];

/** Where code or a declaration names a module: `require("cdktf")`, `from 'cdktf'`, `import("cdktf")`. */
const SPECIFIER = /(\brequire\(|\brequire\.resolve\(|\bimport\(|\bfrom )(["'])([^"']+)\2/g;

/**
 * Builds the constructs for cdktn, the successor of cdktf: what `dist/` holds for cdktf, with the name of the package
 * changed wherever it is imported. The two packages have the same classes, so the source is the same.
 */
export async function buildForCdktn(dist) {
  for (const { folder, twin, modules } of TWINS) {
    await rm(join(dist, twin), { recursive: true, force: true });
    const entries = await readdir(join(dist, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && /\.(js|d\.ts)$/.test(entry.name));
    await Promise.all(
      files.map(async (entry) => {
        const from = join(entry.parentPath, entry.name);
        const text = await readFile(from, 'utf8');
        // Bindings of another provider are for one CDK alone.
        if (/["']@cdktf\/provider-/.test(text)) return;
        const to = from.replace(join(dist, folder), join(dist, twin));
        await mkdir(dirname(to), { recursive: true });
        await writeFile(to, renamed(text, modules));
      }),
    );
  }
}

function renamed(text, modules) {
  return text.replace(
    SPECIFIER,
    (_, before, quote, module) => `${before}${quote}${modules[module] ?? module}${quote}`,
  );
}
