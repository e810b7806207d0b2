import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CONFIGURATIONS, dataFloor, FLOOR } from './subjects.mjs';

const PARTS = ['start', 'commands', 'synth'];

const STATES = ['file', 'http'];

const USAGE = `npm run bench -- [options]

  --only PART,…            ${PARTS.join(', ')}; all of them by default
  --sizes COUNT,…          numbers of objects for commands and synth; 1,100 by default
  --configurations NAME,…  ${CONFIGURATIONS.join(', ')}: what this provider manages; all of them by default
  --rounds COUNT           how often each command runs; 3 by default
  --latency MS,…           delay of each answer of the service; 0,50 by default
  --state file|http        where the engine keeps states; file by default. The server of http has the latency of the service
  --peer NAME=BINARY=HCL   another provider to compare with; may be repeated
  --json FILE              writes all figures to this file
  --help                   shows this help

HCL is a file of Terraform configuration, or the name of one of ours. It may declare the variables objects (how many to create), base_url and token
(of the emulator, whose zones have the ids format("%032x", 1) and up).
`;

const KNOWN = {
  only: { type: 'string', default: PARTS.join(',') },
  sizes: { type: 'string', default: '1,100' },
  configurations: { type: 'string', default: CONFIGURATIONS.join(',') },
  rounds: { type: 'string', default: '3' },
  latency: { type: 'string', default: '0,50' },
  state: { type: 'string', default: 'file' },
  peer: { type: 'string', multiple: true, default: [] },
  json: { type: 'string' },
  help: { type: 'boolean', default: false },
};

/** Parses the command line. Ends the process after `--help` and when an option is invalid. */
export function readOptions(args) {
  try {
    const { values } = parseArgs({ args, options: KNOWN });
    if (values.help) end(USAGE, 0);
    return {
      only: list(values.only).map((name) => oneOf('--only', name, PARTS)),
      configurations: list(values.configurations).map((name) =>
        oneOf('--configurations', name, CONFIGURATIONS),
      ),
      sizes: list(values.sizes).map((text) => count('--sizes', text, 1)),
      rounds: count('--rounds', values.rounds, 1),
      latencies: list(values.latency).map((text) => count('--latency', text, 0)),
      state: oneOf('--state', values.state, STATES),
      peers: distinct(values.peer.map(peer)),
      ...(values.json === undefined ? {} : { json: resolve(values.json) }),
    };
  } catch (error) {
    return end(`${error.message}\n\n${USAGE}`, 2);
  }
}

function list(text) {
  return text.split(',');
}

function oneOf(option, name, known) {
  if (known.includes(name)) return name;
  throw new Error(
    `${option} has "${name}"; allowed are ${known.join(', ')}${option === '--state' ? '' : ', separated by commas'}.`,
  );
}

function count(option, text, least) {
  if (/^\d{1,6}$/.test(text) && Number(text) >= least) return Number(text);
  throw new Error(`${option} has "${text}"; allowed are whole numbers from ${least}.`);
}

function peer(text) {
  const [name, binary, configuration, ...rest] = text.split('=');
  if (!name || !binary || !configuration || rest.length > 0)
    throw new Error(
      `--peer is "${text}"; it takes NAME=BINARY=HCL, such as other=./terraform-provider-x=x.tf.`,
    );
  const isOurs = CONFIGURATIONS.includes(configuration);
  for (const file of [binary, ...(isOurs ? [] : [configuration])])
    if (!existsSync(file)) throw new Error(`--peer ${name}: there is no file ${resolve(file)}.`);
  return { name, binary: resolve(binary), configuration: isOurs ? configuration : resolve(configuration) };
}

/** Rows of a table need distinct names, which are also the names of folders. */
function distinct(peers) {
  const names = [FLOOR, ...CONFIGURATIONS, ...CONFIGURATIONS.map(dataFloor)];
  for (const { name } of peers) {
    if (!/^[\w.-]+$/.test(name))
      throw new Error(`--peer is called "${name}"; its name may have letters, digits, ".", "_" and "-".`);
    if (names.includes(name)) throw new Error(`--peer ${name}: this name is already taken; choose another.`);
    names.push(name);
  }
  return peers;
}

function end(text, exitCode) {
  process.stdout.write(text);
  return process.exit(exitCode);
}
