import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';

/**
 * Node.js for a Linux without it: built against musl, with its C++ runtime and the loader of musl, which together need nothing
 * of the system. The loader must be of musl 1.2.4 or newer: with an older one the C++ runtime ends the process.
 *
 * `runtimes.json` names the packages that this comes from, with the client that fetches each, and their digests.
 */
export const RUNTIMES = JSON.parse(readFileSync(new URL('runtimes.json', import.meta.url), 'utf8'));

/** How a processor is called in the names of the packages' files. */
const MACHINE = { amd64: 'x86_64', arm64: 'aarch64' };

/**
 * Fetches the packages that are not in the folder yet.
 *
 * @throws Error when a package cannot be fetched, or is not what it was when the table was written
 */
export function fetchRuntimes(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [key, source] of Object.entries(RUNTIMES))
    for (const [processor, digest] of Object.entries(source.sha256)) {
      const path = pathOf(folder, key, processor);
      if (!existsSync(path)) fetch(source, processor, digest, path);
      const found = createHash('sha256').update(readFileSync(path)).digest('hex');
      if (found !== digest)
        throw new Error(`${path} has the SHA-256 ${found}, and runtimes.json says ${digest}: delete it`);
    }
}

/** Where the file of a package is. Other versions and processors have other names. */
function pathOf(folder, key, processor) {
  return join(folder, `${RUNTIMES[key].package}-${RUNTIMES[key].version}-${processor}`);
}

function fetch(source, processor, digest, path) {
  const folder = mkdtempSync(`${path}.`);
  try {
    CLIENTS[source.client](source, processor, folder);
    renameSync(
      join(
        folder,
        readdirSync(folder).find((name) => /\.(whl|deb|tgz)$/.test(name)),
      ),
      path,
    );
  } catch (cause) {
    const what = `${source.package} ${source.version} for ${processor}`;
    const instead = `put its file with the SHA-256 ${digest} there as ${path}`;
    throw new Error(`${source.client} does not fetch ${what}: ${cause.message}\nOr ${instead}.`, { cause });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How each client fetches a package into a folder. */
const CLIENTS = {
  npm: ({ package: name, version }, _, cwd) => run('npm', ['pack', `${name}@${version}`], { cwd }),
  pip: ({ package: name, version }, processor, cwd) => {
    const platform = `musllinux_1_2_${MACHINE[processor]}`;
    const options = ['--no-deps', '--only-binary=:all:', '--platform', platform];
    run('pip', ['download', ...options, `${name}==${version}`], { cwd });
  },
  // With a folder of its own, apt looks for another release of Debian and another processor than the machine has.
  apt: ({ package: name, version }, processor, cwd) => {
    const [site] = String(run('apt-get', ['indextargets', '--format', '$(SITE)'])).split('\n');
    writeFileSync(join(cwd, 'sources.list'), `deb [trusted=yes] ${site} trixie main\n`);
    const settings = {
      'Dir::Etc::SourceList': join(cwd, 'sources.list'),
      'Dir::Etc::SourceParts': '/dev/null',
      'Dir::State': cwd,
      'Dir::Cache': cwd,
      'APT::Architecture': processor,
      'APT::Architectures': processor,
      'APT::Sandbox::User': 'root',
    };
    const options = Object.entries(settings).flatMap(([setting, value]) => ['-o', `${setting}=${value}`]);
    run('apt-get', [...options, 'update'], { cwd });
    run('apt-get', [...options, 'download', `${name}=${version}`], { cwd });
  },
};

/** The files of the runtime for a processor. */
export function runtimeFiles(folder, processor) {
  const wheel = unzipSync(readFileSync(pathOf(folder, 'node', processor)), {
    filter: ({ name }) => /\/bin\/node$|\.libs\/./.test(name),
  });
  const loader = inDeb(folder, 'musl', processor, `usr/lib/${MACHINE[processor]}-linux-musl/libc.so`);
  return [
    ...Object.entries(wheel).map(([path, content]) => ({
      path: path.replace(/.*\//, ''),
      mode: path.endsWith('/node') ? 0o755 : 0o644,
      content,
    })),
    { path: 'ld-musl.so.1', mode: 0o755, content: loader },
    { path: 'NOTICES', mode: 0o644, content: Buffer.from(runtimeNotices(folder)) },
  ];
}

/** The licences of what the runtimes consist of. */
export function runtimeNotices(folder) {
  const { node, musl } = RUNTIMES;
  const ofNode = run('tar', ['-xzOf', pathOf(folder, 'nodeLicence', 'amd64'), 'package/LICENSE']);
  return [
    `Node.js ${node.version}\n\n${ofNode}`,
    `musl ${musl.version}\n\n${inDeb(folder, 'musl', 'amd64', 'usr/share/doc/musl/copyright')}`,
    `libstdc++ and libgcc\n\n${inDeb(folder, 'gccLicence', 'amd64', 'usr/share/doc/gcc-14-base/copyright')}`,
  ].join(`\n${'-'.repeat(80)}\n\n`);
}

function inDeb(folder, key, processor, path) {
  const input = run('dpkg-deb', ['--fsys-tarfile', pathOf(folder, key, processor)]);
  return run('tar', ['-xO', `./${path}`], { input });
}

/** Runs a program and returns what it prints, as bytes. */
function run(program, args, options = {}) {
  return execFileSync(program, args, { stdio: ['pipe', 'pipe', 'pipe'], maxBuffer: 2 ** 28, ...options });
}
