import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../lib/provider/package-root';
import { CommandFailure } from '../terminal/failure';
import type { Control, RuleDraft } from '../../emulator';
import { ACTION_LOG_CUSTOM_FIELD, PHASE_LOG_CUSTOM_FIELDS } from '../../schema';
import { counted } from '../text/words';

/** The stack of the example, and its output folder. */
export const EXAMPLE_STACK = join('stacks', 'log-fields');

/** The same of the example of the migration. */
export const MIGRATION_STACK = join('stacks', 'zone-migration');

/** The addresses of the example's resources in the stack. */
export const EXAMPLE_ADDRESS = 'zone_log_custom_fields.fields';
export const EXAMPLE_JOB_ADDRESS = 'zone_logpush_job.logs';

/** The bucket of the example's job, as named in the emulator's folders. */
export const EXAMPLE_BUCKET = join('r2', 'demo-logs');

/** The log fields that the example's job lists. */
export const EXAMPLE_LOG_FIELDS = [
  'RayID',
  'EdgeStartTimestamp',
  'RequestHeaders',
  'ResponseHeaders',
  'Cookies',
] as const;

/** The environment of the example: the keys of its store. */
export const EXAMPLE_VARIABLES = { TF_VAR_store_key_id: 'demo', TF_VAR_store_key: 'demo' } as const;

/** What the example declares. */
export const EXAMPLE_FIELDS: LoggedFields = {
  requestHeaders: ['content-type', 'x-checkout-version', 'x-request-id'],
  responseHeaders: ['server-timing'],
  cookies: ['cart_id', 'session_id'],
};

/** An example compiled for the installed CDK. */
interface CompiledExample {
  /** Its absolute path. */
  readonly program: string;
  /** The command to show for it, relative to the package. */
  readonly command: string;
}

/** The CDKs, the default first, and the folder of the examples compiled for each. */
const FOLDERS: Readonly<Record<string, string>> = {
  cdktf: join('dist', 'examples'),
  cdktn: join('dist', 'examples-cdktn'),
};

/**
 * The example with this name, for the installed CDK.
 *
 * @throws CommandFailure if no CDK is installed, or if the example has not been built
 */
export function compiledExample(name: string): CompiledExample {
  const [, folder] = Object.entries(FOLDERS).find(([cdk]) => isInstalled(cdk)) ?? [];
  if (folder === undefined)
    throw new CommandFailure({
      message: 'the demo synthesizes a stack, and neither cdktf nor cdktn is installed',
      hints: ['npm install cdktf constructs', 'or: npm install cdktn constructs'],
    });
  const path = join(folder, `${name}.js`);
  const program = join(packageRoot().folder, path);
  if (!existsSync(program))
    throw new CommandFailure({
      message: 'the example that the demo runs has not been built',
      seen: [`${program} does not exist`],
      hints: ['in a checkout: npm ci && npm run demo', 'elsewhere: install the package again'],
    });
  return { program, command: `node ${path}` };
}

function isInstalled(cdk: string): boolean {
  try {
    require.resolve(cdk);
    return true;
  } catch {
    return false;
  }
}

/** The names that a zone logs, each list in alphabetical order. */
interface LoggedFields {
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: readonly string[];
  readonly cookies: readonly string[];
}

/** The lists of a rule and their names at the service (docs/internals/service.md 4.1). */
const LISTS = {
  requestHeaders: 'request_fields',
  responseHeaders: 'response_fields',
  cookies: 'cookie_fields',
} as const;

interface NamedField {
  readonly name: string;
}

/** Reads the fields directly from the service. Undefined if the zone logs no custom fields. */
export function loggedFields(control: Pick<Control, 'zones'>, zoneId: string): LoggedFields | undefined {
  const rule = control
    .zones()
    .find((zone) => zone.id === zoneId)
    ?.rulesets.find((ruleset) => ruleset.phase === PHASE_LOG_CUSTOM_FIELDS)
    ?.rules.find((each) => each.action === ACTION_LOG_CUSTOM_FIELD);
  if (!rule) return undefined;
  const names = (list: string): readonly string[] =>
    ((rule.action_parameters?.[list] ?? []) as readonly NamedField[]).map(({ name }) => name).sort();
  return {
    requestHeaders: names(LISTS.requestHeaders),
    responseHeaders: names(LISTS.responseHeaders),
    cookies: names(LISTS.cookies),
  };
}

/** Replaces a header name in a rule with another, like an edit by hand. */
export function swapRequestHeader(rule: RuleDraft | undefined, from: string, to: string): void {
  if (!rule) return;
  const fields = (rule.action_parameters[LISTS.requestHeaders] ?? []) as readonly NamedField[];
  rule.action_parameters[LISTS.requestHeaders] = fields.map(({ name }) => ({
    name: name === from ? to : name,
  }));
}

/** `4 request headers, 1 response header, 2 cookies` */
export function countsOf({ requestHeaders, responseHeaders, cookies }: LoggedFields): string {
  return [
    counted(requestHeaders.length, 'request header'),
    counted(responseHeaders.length, 'response header'),
    counted(cookies.length, 'cookie'),
  ].join(', ');
}

/** The numbers of the zone's log push jobs, read directly from the service. */
export function jobIds(control: Pick<Control, 'zone'>, zoneId: string): readonly number[] {
  return (control.zone(zoneId).logpush?.jobs ?? []).flatMap(({ id }) => id ?? []);
}
