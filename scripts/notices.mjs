import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const HEAD = `The provider's file contains parts of the packages below, which ask that their notices go with them.
Every other package that Zonewright uses is installed beside it, with its own licence.
`;

/** Writes `THIRD-PARTY-NOTICES`: name, version, licence and notice of every package that is in the provider's file. */
export async function writeNotices(root, dist, packages) {
  const notices = await Promise.all(packages.map((name) => notice(join(root, 'node_modules', name))));
  await writeFile(join(dist, 'THIRD-PARTY-NOTICES'), [HEAD, ...notices].join(`\n${'-'.repeat(80)}\n\n`));
}

async function notice(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`the package ${name} is bundled and has no licence file`);
  return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
}
