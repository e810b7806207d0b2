import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNTIMES } from './runtimes.mjs';

/**
 * What the release consists of, in the form of CycloneDX: the packages of npm that it needs, and what the standalone archives
 * add. Nothing in it changes from run to run or from machine to machine, so it has no time and no serial number.
 */
export function billOfMaterials(root) {
  const {
    name,
    version,
    dependencies: direct,
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // With --omit=dev, npm 11 leaves out what a tool of the development needs as well.
  const options = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const bill = JSON.parse(execFileSync('npm', options, { cwd: root, maxBuffer: 2 ** 28 }));
  const [{ dependsOn }] = bill.dependencies.filter(({ ref }) => ref === `${name}@${version}`);
  const refs = dependsOn.filter((ref) => ref.replace(/@[^@]*$/, '') in direct);
  for (const ref of refs)
    refs.push(
      ...bill.dependencies.find((each) => each.ref === ref).dependsOn.filter((each) => !refs.includes(each)),
    );
  const { $schema, bomFormat, specVersion, metadata } = bill;
  return {
    $schema,
    bomFormat,
    specVersion,
    version: 1,
    metadata: { component: { ...metadata.component, name } },
    components: [
      ...bill.components.filter((component) => refs.includes(component['bom-ref'])),
      ...['node', 'musl'].flatMap(ofRuntime),
    ],
    dependencies: bill.dependencies
      .filter(({ ref }) => refs.includes(ref) || ref === `${name}@${version}`)
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.includes(each)) })),
  };
}

const PURL = { pip: (name) => `pypi/${name}`, apt: (name) => `deb/debian/${name}` };

/** Each file of a package that the standalone archives contain, as a component. */
function ofRuntime(key) {
  const { client, package: name, version, sha256 } = RUNTIMES[key];
  return Object.entries(sha256).map(([arch, content]) => {
    const purl = `pkg:${PURL[client](name)}@${encodeURIComponent(version)}?arch=${arch}`;
    const hashes = [{ alg: 'SHA-256', content }];
    return { 'bom-ref': purl, type: 'application', name, version, scope: 'optional', purl, hashes };
  });
}
