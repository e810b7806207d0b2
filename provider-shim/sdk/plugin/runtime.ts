import type { Host } from './host/host';

/** What a plugin needs of Node.js. */
export interface RuntimeDemand {
  /** The oldest version that will do, such as `20.18`. */
  readonly least: string;
  /** The variable of the environment that names the program to run instead of the `node` on the PATH. */
  readonly variable: string;
}

type Runtime = Pick<Host, 'node' | 'environment'>;

/** Which Node.js this is and who chose it: `Node.js 20.18.1 (/usr/bin/node, the "node" on the PATH)`. */
export function runtimeText({ node, environment }: Runtime, { variable }: RuntimeDemand): string {
  const chosen = environment[variable] ? `named by ${variable}` : 'the "node" on the PATH';
  return `Node.js ${node.version} (${node.path}, ${chosen})`;
}

/** Why this Node.js will not do, for people; undefined when it will. */
export function runtimeProblem(host: Runtime, address: string, demand: RuntimeDemand): string | undefined {
  if (!isOlder(host.node.version, demand.least)) return undefined;
  return (
    `The provider ${address} needs Node.js ${demand.least} or newer, but was started with ` +
    `${runtimeText(host, demand)}. Install a newer one, or set ${demand.variable} to its path.`
  );
}

function isOlder(version: string, least: string): boolean {
  const [ours, theirs] = [version, least].map((text) => text.split('.').map(Number));
  for (const [index, part] of (theirs ?? []).entries()) {
    const difference = (ours?.[index] ?? 0) - part;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
