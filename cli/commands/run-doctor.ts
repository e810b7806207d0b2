import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { decodedText } from '../../lib/provider/decoded-text';
import { packageRoot, packageVersion } from '../../lib/provider/package-root';
import { DOCTOR, findZones, readAccess, serviceAddress, ServiceError } from '../../provider-shim/zone-reader';
import { cleanUp } from '../engine/clean-up';
import { findEngine, productName } from '../engine/find';
import { runProgram } from '../engine/process';
import type { Cached } from '../engine/release';
import {
  createEngine,
  engineEnvironment,
  errorsIn,
  hasSucceeded,
  withoutSteering,
  WRAPPED_HINT,
} from '../engine/run';
import { EXIT_FAILED, EXIT_OK, Failure, CommandFailure, reasonOf } from '../terminal/failure';
import type { CommandContext, Terminal } from '../terminal/terminal';
import { concurrently, readingZones, type Answered } from '../zones/reading-zones';
import { given, onOneLine, titleOf } from '../text/words';
import { ID_PATTERN, NEEDED_PERMISSIONS, PERMISSIONS, PROVIDER_ADDRESS } from '../../schema';

/** Seconds from which a wrong clock matters: certificates and tokens have times. */
const WRONG_CLOCK = 30;

/**
 * `zonewright doctor`: a report on everything that a run needs, without secrets. It changes nothing at the service.
 *
 * @param zone by name or id, to try besides those of the stacks; without any, the first that the credentials see
 * @param stacks whose zones and provider it tries, and whose needed permissions it says
 */
export async function doctorCommand(
  context: CommandContext,
  { zone: wanted, fetch }: { readonly zone?: string; readonly fetch?: true },
  stacks: readonly string[],
): Promise<number> {
  const { terminal, env } = context;
  const { colors } = terminal;
  let isWell = true;
  const line = (what: string, is: string, wrong = false): void => {
    if (wrong) isWell = false;
    terminal.out(`${what.padEnd(11)} ${wrong ? colors.red(is) : is}`);
  };
  const { types, zones: declared, folders, untried } = readStacks(stacks.flatMap(filesOf), env);
  const { versions, platform, arch } = process;
  line('zonewright', `${packageVersion()}, Node.js ${versions.node}, ${platform} ${arch}`);
  try {
    // Loaded when there is something to download.
    const download = async (wanted: Cached): Promise<string> =>
      (await import('./fetch-engine.js')).fetchShown(terminal, wanted);
    const engine = await findEngine({ env, fetch: fetch ? download : false });
    line('engine', `${productName(engine.flavor)} ${engine.version} (${engine.way})`);
    // The engine's exit code for a file that does not exist.
    const { exitCode } = await createEngine({ ...engine, cwd: '.', env }).run(['fmt', 'no-such-file.tf']);
    if (exitCode !== 2) line('exit codes', `2 arrives as ${exitCode}: ${WRAPPED_HINT}`, true);
    const found = await concurrently(folders, 2, (folder) => findProvider(engine.binary, folder, env));
    for (const is of new Set(found)) {
      const where = folders.filter((_folder, index) => found[index] === is);
      line('provider', `${is} (for ${where.join(', ')})`, is.startsWith(NOT_FOUND));
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    line('engine', error.problem.message, true);
    untried.push('whether the provider is found');
  }
  const said = await saidInsteadOfStarting(env);
  line(
    'start',
    said === undefined ? 'the provider starts' : `the provider does not: ${said}`,
    said !== undefined,
  );
  const address = serviceAddress(env);
  const wrong =
    'ZONEWRIGHT_BASE_URL is none that can be used: write https://HOST/PATH (http for this machine alone)';
  const none = env['ZONEWRIGHT_BASE_URL'] ? wrong : 'none: set ZONEWRIGHT_BASE_URL';
  line('address', address ?? none, address === undefined);
  const [token, key] = [env['ZONEWRIGHT_API_TOKEN'], env['ZONEWRIGHT_API_KEY']];
  const held = key
    ? 'a key with an e-mail address, from ZONEWRIGHT_API_KEY'
    : 'none: set ZONEWRIGHT_API_TOKEN';
  line('credentials', token ? 'a token, from ZONEWRIGHT_API_TOKEN' : held);
  line('proof', env['ZONEWRIGHT_PROOF'] || 'off');
  let last: Answered | undefined;
  const onAnswer = (answered: Answered): void => void (last = answered);
  const code = await readingZones(
    context,
    () => ['run the same command again'],
    async ({ service, signal, shown }) => {
      const asked = [...new Set([...declared, ...(wanted === undefined ? [] : [wanted])])];
      const planned = types.flatMap((type) => NEEDED_PERMISSIONS[type]?.plan ?? []);
      let tried = 0;
      try {
        const listed =
          asked.length > 0 ? [] : (await service.inventory.listZones(1, undefined, { signal })).zones;
        const { zones, failures } = await findZones(asked, service, signal);
        shown.end();
        for (const { wanted: name, problem } of failures)
          line('zone', `${name} was not found. ${problem.message} ${problem.hint.replace(DOCTOR, '')}`, true);
        if (asked.length + listed.length === 0) line('zone', 'the credentials see none', true);
        if (listed.length > 1) untried.push('other zones (name stacks, or one with --zone)');
        for (const zone of [...zones, ...listed.slice(0, 1)]) {
          const { access, knowsDryRun } = await readAccess(service, zone.id, signal);
          tried += 1;
          const isShut = access.every(({ isAllowed }) => isAllowed !== true);
          line('zone', `${titleOf(zone)}, plan ${zone.plan ?? 'not known'}`, isShut);
          const dryRuns = knowsDryRun ? 'known' : 'not known by this service';
          line('dry runs', knowsDryRun === null ? 'not known' : dryRuns);
          for (const { what, needs, isAllowed, said } of access) {
            const answer = isAllowed === null ? 'not known' : isAllowed ? 'yes' : 'no';
            const why = said === null ? '' : `: ${said}; it needs ${needs.join(' or ')}`;
            const isPlanned = needs.some((each) => planned.includes(each));
            line(`  may ${what}:`, `${answer}${why}`, isAllowed === false && isPlanned);
          }
        }
      } catch (error) {
        if (!(error instanceof ServiceError) || error.kind === 'cancelled') throw error;
        line('service', `${error.message} ${error.hint.replace(DOCTOR, '')}`, true);
      }
      if (asked.length > 0) line('zones', `${tried} tried of ${asked.length} that are named`);
      return EXIT_OK;
    },
    onAnswer,
  );
  if (last?.date !== undefined) {
    const seconds = Math.round((last.receivedAt - last.date) / 1000);
    const off = Math.abs(seconds);
    line('clock', `${off} s ${seconds < 0 ? 'behind' : 'ahead of'} the service`, off > WRONG_CLOCK);
  }
  if (last?.limit) {
    const { remaining, quota, resetMs } = last.limit;
    const of = quota === undefined ? '' : ` of ${quota}`;
    line('limit', `${remaining}${of} requests left for ${Math.ceil(resetMs / 1000)} s`);
  }
  untried.push('what Firewall Services allows', 'writes but those of rulesets');
  line('not tried', untried.join('; '));
  if (stacks.length > 0) sayNeededPermissions(stacks.join(', '), types, terminal);
  return code !== EXIT_OK ? code : isWell ? EXIT_OK : EXIT_FAILED;
}

/** Seconds after which the engine takes a start for failed. */
const ENGINE_PATIENCE = 60;

/** Starts the provider of this package once, as the engine does, and ends it. Undefined when it answered. */
async function saidInsteadOfStarting(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { folder, version } = packageRoot();
  let pid = 0;
  const program = join(folder, 'dist', 'provider', `terraform-provider-zone_v${version}`);
  const { stdout, stderr, exitCode } = await runProgram(program, [], {
    env: {
      ...env,
      TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
      PLUGIN_PROTOCOL_VERSIONS: '6',
    },
    signal: AbortSignal.timeout(ENGINE_PATIENCE * 1000),
    graceMs: 1,
    onStart: (started) => (pid = started),
    onLine: (text, stream) => stream === 'stdout' && text.startsWith('1|') && process.kill(pid, 'SIGTERM'),
  });
  if (stdout.startsWith('1|')) return undefined;
  return stdout.trim() || `${stderr.trim() || 'it said nothing'} (exit code ${exitCode})`;
}

const NOT_FOUND = 'not found, so run npx zonewright install: ';

/** The entry of the provider in `required_providers`, in HCL or JSON. */
const REQUIRED = /\{[^{}]*"(?:registry\.terraform\.io\/)?zonewright\/zone"[^{}]*\}/g;

/**
 * Which provider the engine finds, as `init` in a folder does, from another one that has only the same lock file, plugins and
 * versions that are required.
 */
async function findProvider(binary: string, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const cwd = cleanUp().makeFolder('zonewright-doctor-');
  try {
    const entries = readdirSync(folder)
      .filter((name) => /\.tf(\.json)?$/.test(name))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(REQUIRED) ?? []);
    const versions = entries.flatMap((entry) => /\bversion"?\s*[=:]\s*"([^"]+)"/.exec(entry)?.[1] ?? []);
    const version = JSON.stringify([...new Set(versions)].join(', ') || '>= 0');
    const required = `zone = { source = "${PROVIDER_ADDRESS}", version = ${version} }`;
    writeFileSync(join(cwd, 'main.tf'), `terraform {\n  required_providers {\n    ${required}\n  }\n}\n`);
    // The engine does not write through such a link: it puts a new lock file in its place.
    for (const name of ['.terraform.lock.hcl', 'terraform.d'])
      if (existsSync(join(folder, name))) symlinkSync(resolve(folder, name), join(cwd, name));
    const base = engineEnvironment({ base: withoutSteering(env) });
    const result = await createEngine({ binary, cwd, env: base, cleansUp: true }).init();
    // With one, plan and apply work without init.
    const override = /^ - (?:\S+\/)?zonewright\/zone in (.+)$/m.exec(result.stdout)?.[1];
    if (override !== undefined) return `the development override ${override}`;
    if (hasSucceeded('init', result))
      return readdirSync(join(cwd, '.terraform', 'providers', PROVIDER_ADDRESS)).join();
    const [error = result.stderr] = errorsIn(`${result.stdout}\n${result.stderr}`);
    return NOT_FOUND + onOneLine(error.replace(/\n\nTo see which modules .*/s, ''));
  } finally {
    cleanUp().removeFolder(cwd);
  }
}

/** Says which permissions tokens for the stacks need at least. */
function sayNeededPermissions(stacks: string, types: readonly string[], { out, colors }: Terminal): void {
  if (types.length === 0)
    throw new CommandFailure({
      message: 'the stacks declare nothing of Zonewright',
      seen: [stacks],
      allowed: [
        'configurations (.tf, .tf.json), synthesized stacks (cdk.tf.json), saved plans and their JSON',
      ],
      hints: ['name the folder or the file of a stack; for the CDK, run cdktf synth first'],
    });
  out('');
  out(`Permissions for ${types.join(', ')}, in the zones of the stacks:`);
  for (const [title, of] of [
    ['To plan', 'plan'],
    ['To apply, and to prove a plan (ZONEWRIGHT_PROOF=on)', 'apply'],
  ] as const) {
    out(`  ${colors.bold(title)}`);
    const needed = new Set<string>(types.flatMap((type) => NEEDED_PERMISSIONS[type]?.[of] ?? []));
    // Each once, and no `Read` beside its `Write`.
    for (const [name, is] of Object.entries(PERMISSIONS))
      if (needed.has(name) && !(name.endsWith(' Read') && needed.has(name.replace(/ Read$/, ' Write'))))
        out(`    ${name.padEnd(24)}${colors.dim(is)}`);
  }
}

const STACK_FILE = /\.tf$|\.tf\.json$|plan(\.json)?$/;

function filesOf(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
      .flatMap((entry) => {
        const file = join(path, entry.name);
        if (entry.isDirectory()) return filesOf(file);
        return STACK_FILE.test(entry.name) ? [file] : [];
      });
  } catch (error) {
    throw new CommandFailure({
      message: `${path} cannot be read`,
      seen: [reasonOf(error)],
      hints: ['name a folder or a file that exists'],
    });
  }
}

/** In a configuration, in JSON, and in the MessagePack of a saved plan. */
const IDS = /\bzone_id(?:"?\s*[=:]\s*"|\xd9 )([0-9a-f]{32})/g;
const EXPRESSIONS = /\bzone_id"?\s*(?:=\s*(?!null\b)|[=:]\s*"\$\{)([a-z][^\s,}"]*)/g;
const VARIABLE = /(?:"\$\{)?\bvar\.(\w+)(?:\}")?/g;
/** Of the data source that finds zones by name. */
const NAMES = /"zone_zones"[^[\]]*?\bnames"?\s*[=:]\s*\[([^\]]*)\]/g;
const SETTINGS = /(?:^|[{,])\s*"?(base_url|api_token|api_key)"?\s*(?:=|:\s*")/gm;

/** What files of stacks declare, as far as it is seen without the engine; types are labels, members or in addresses. */
function readStacks(files: readonly string[], env: NodeJS.ProcessEnv) {
  const texts = files.map((file) => {
    const content = readFileSync(file);
    if (extname(file) === '.json' || content.toString('latin1', 0, 2) !== 'PK')
      return (content.includes(0) ? decodedText(content) : content.toString('utf8')).replace(
        VARIABLE,
        (all, name: string) => {
          const value = env[`TF_VAR_${name}`] ?? '';
          return ID_PATTERN.test(value) ? `"${value}"` : all;
        },
      );
    // A saved plan is an archive.
    const { tfplan } = unzipSync(content, { filter: ({ name }) => name === 'tfplan' });
    return Buffer.from(tfplan ?? []).toString('latin1');
  });
  const matches = (pattern: RegExp): readonly string[] => [
    ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []))),
  ];
  const names = matches(NAMES).flatMap((list) =>
    [...list.matchAll(/"([^"$]+)"/g)].flatMap(([, name]) => name ?? []),
  );
  const open = matches(EXPRESSIONS).filter(
    (each) => names.length === 0 || !each.startsWith('data.zone_zones.'),
  );
  const settings = matches(SETTINGS);
  return {
    types: Object.keys(NEEDED_PERMISSIONS).filter((type) =>
      texts.some((text) => new RegExp(`(?<![\\w-])${type}["'.]`).test(text)),
    ),
    zones: [...matches(IDS), ...names],
    folders: files.length === 0 ? ['.'] : [...new Set(files.map((file) => dirname(file)))],
    untried: [
      ...given(open.length > 0, `zones that only a plan knows, so name saved plans (${open.join(', ')})`),
      ...given(settings.length > 0, `${settings.join(', ')} of a provider block, which a run takes first`),
    ],
  };
}
