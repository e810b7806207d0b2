import { isRecentEnough, productName, type EngineVersion, type Flavor } from '../../cli/engine/find';

/** Where global setup tells the test files which engine it found, such as `tofu 1.12.6`. */
export const TEST_ENGINE = 'ZONEWRIGHT_TEST_ENGINE';

/**
 * The engine of this run, found as a user's is: what `ZONEWRIGHT_TERRAFORM` names, else `terraform`, else `tofu`. Without
 * one the tests that start it fail, and the others need no words of it.
 */
export const engine: EngineVersion = ((): EngineVersion => {
  const [flavor, version = ''] = (process.env[TEST_ENGINE] ?? 'terraform').split(' ');
  return { flavor: flavor === 'tofu' ? 'tofu' : 'terraform', version };
})();

/**
 * Settings of the Go runtime that save a tenth of the CPU of the tests with an engine: a command ends before its memory
 * is worth collecting. One that needs more than the limit collects as usual.
 *
 * @see https://pkg.go.dev/runtime#hdr-Environment_Variables
 */
export const WITHOUT_COLLECTION = { GOGC: 'off', GOMEMLIMIT: '512MiB' } as const;

/** Whether every plan of a workspace that may have it gets `-minimal-refresh`, as in `npm run test:engines`. */
export const MINIMAL_REFRESH = process.env['ZONEWRIGHT_TEST_MINIMAL_REFRESH'] === 'on';

/** What Terraform and OpenTofu complete a short source address with. */
export const REGISTRY_HOSTS = { terraform: 'registry.terraform.io', tofu: 'registry.opentofu.org' } as const;

/** What this engine has where the two differ: an output, a value, or what is done. */
export function byEngine<T>(of: Readonly<Record<Flavor, T>>): T {
  return of[engine.flavor];
}

/** A state file as far as its text means something: OpenTofu may add a line feed to a file that it does not change. */
export function stateText(file: string): string {
  return file.trimEnd();
}

/** Whether this is OpenTofu, or a Terraform before the version. */
export function isBefore(version: string): boolean {
  return engine.flavor === 'tofu' || !isRecentEnough(engine.version, version);
}

/** Whether `-generate-config-out` looks for the right provider (https://github.com/hashicorp/terraform/issues/39144). */
export const GENERATES = isBefore('1.16');

/** A test of what one engine alone does, or some. On another one it is skipped, and its title says why. */
export function testOnlyOn(
  which: Flavor | boolean,
  reason: string,
  title: string,
  body: () => Promise<void>,
): void {
  if (which === true || which === engine.flavor) test(title, body);
  else test.skip(`${title} (not on ${productName(engine.flavor)} ${engine.version}: ${reason})`, body);
}
