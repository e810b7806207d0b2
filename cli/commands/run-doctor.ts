import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { packageRoot, packageVersion } from '../../lib/provider/package-root';
import { DOCTOR, findZones, readAccess, serviceAddress, ServiceError } from '../../provider-shim/zone-reader';
import { findEngine, productName } from '../engine/find';
import { runProgram } from '../engine/process';
import { EXIT_FAILED, EXIT_OK, Failure, CommandFailure, reasonOf } from '../terminal/failure';
import type { CommandContext, Terminal } from '../terminal/terminal';
import { fetchShown } from './fetch-engine';
import { readingZones, type Answered } from '../zones/reading-zones';
import { titleOf } from '../text/words';
import { NEEDED_PERMISSIONS, PERMISSIONS } from '../../schema';

/** Seconds from which a wrong clock matters: certificates and tokens have times. */
const WRONG_CLOCK = 30;

/**
 * `zonewright doctor`: a report on everything that a run needs, without secrets. It changes nothing at the service.
 *
 * @param zone by name or id; undefined for the first that the credentials see
 * @param stacks whose needed permissions it says
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
    terminal.out(`${what.padEnd(12)}${wrong ? colors.red(is) : is}`);
  };
  const { versions, platform, arch } = process;
  line('zonewright', `${packageVersion()}, Node.js ${versions.node}, ${platform} ${arch}`);
  try {
    const { flavor, version, way } = await findEngine({ env, fetch: fetch ? fetchShown(terminal) : false });
    line('engine', `${productName(flavor)} ${version} (${way})`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    line('engine', error.problem.message, true);
  }
  const said = await saidInsteadOfStarting(env);
  line(
    'start',
    said === undefined ? 'the provider starts' : `the provider does not: ${said}`,
    said !== undefined,
  );
  const address = serviceAddress(env);
  line('address', address ?? 'none: set ZONEWRIGHT_BASE_URL', address === undefined);
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
    'run the same command again',
    async ({ service, signal, shown }) => {
      try {
        const { zones } =
          wanted === undefined
            ? await service.inventory.listZones(1, undefined, { signal })
            : await findZones([wanted], service, signal);
        shown.end();
        const [zone] = zones;
        if (zone) {
          line('zone', `${titleOf(zone)}, plan ${zone.plan ?? 'not known'}`);
          const { access, knowsDryRun } = await readAccess(service, zone.id, signal);
          const dryRuns = knowsDryRun ? 'known' : 'not known by this service';
          line('dry runs', knowsDryRun === null ? 'not known' : dryRuns);
          for (const { what, needs, isAllowed, said } of access) {
            const answer = isAllowed === null ? 'not known' : isAllowed ? 'yes' : 'no';
            const why = said === null ? '' : `: ${said}; it needs ${needs.join(' or ')}`;
            terminal.out(`  may ${what}: ${answer}${why}`);
          }
        } else
          line('zone', wanted === undefined ? 'the credentials see none' : `${wanted} was not found`, true);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.kind === 'cancelled') throw error;
        line('service', `${error.message} ${error.hint.replace(DOCTOR, '')}`, true);
      }
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
  if (stacks.length > 0) sayNeededPermissions(stacks, terminal);
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

/** Says which permissions tokens for the stacks need at least. */
function sayNeededPermissions(stacks: readonly string[], { out, colors }: Terminal): void {
  const types = typesIn(stacks.flatMap(filesOf));
  if (types.length === 0)
    throw new CommandFailure({
      message: 'the stacks declare nothing of Zonewright',
      seen: [stacks.join(', ')],
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

/** The types that the files name as labels, members or in addresses. */
function typesIn(files: readonly string[]): readonly string[] {
  const texts = files.map((file) => {
    const content = readFileSync(file);
    if (extname(file) === '.json' || content.toString('latin1', 0, 2) !== 'PK')
      return content.toString('utf8');
    // A saved plan is an archive.
    const { tfplan } = unzipSync(content, { filter: ({ name }) => name === 'tfplan' });
    return Buffer.from(tfplan ?? []).toString('latin1');
  });
  return Object.keys(NEEDED_PERMISSIONS).filter((type) =>
    texts.some((text) => new RegExp(`(?<![\\w-])${type}["'.]`).test(text)),
  );
}
