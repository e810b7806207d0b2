/**
 * Makes the answers of every HTTP/1 server of a process late, as the seed says: of six requests one is received up to
 * 150 ms later, or is received at once and answered later. So answers overtake each other, and requests too. It is loaded
 * into each process (`--require`, which the commands inherit), and once more by Jest before each test
 * file, so that a file finds the same delays after whatever ran before it. The plugin's gRPC server is HTTP/2.
 * A read that nobody waits for any more is lost: it changes nothing, and would be counted as one of what comes next.
 */
const { createHash } = process.getBuiltinModule('node:crypto');
const { Server } = process.getBuiltinModule('node:net');
// Not the global one: a test may set its clock.
const { setImmediate, setTimeout } = process.getBuiltinModule('node:timers');

const seed = process.env.ZONEWRIGHT_SHAKEN_SEED;

/** A number from 0 to below 1, which follows from its name and the seed alone. */
const drawn = (name) => createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE() / 2 ** 32;

/** The servers in the order of their first requests: an emulator is not as late as its copy. */
const servers = new Map();

Server.prototype.emit = function (event, ...args) {
  const pass = () => Object.getPrototypeOf(Server.prototype).emit.call(this, event, ...args);
  const [request, response] = args;
  if (event !== 'request' || request.httpVersionMajor !== 1) return pass();
  if (!servers.has(this)) servers.set(this, { number: servers.size, requests: new Map() });
  const { number, requests } = servers.get(this);
  const name = `${request.method} ${request.url}`;
  requests.set(name, (requests.get(name) ?? 0) + 1);
  const place = `${number} ${name} ${requests.get(name)}`;
  if (drawn(`late ${place}`) >= 1 / 6) return pass();
  const milliseconds = 150 * drawn(`delay ${place}`) ** 2;
  // By then what the client has closed is known to be closed.
  const receive = () => setImmediate(() => (request.method === 'GET' && request.destroyed ? false : pass()));
  if (drawn(`received late ${place}`) < 0.5) return Boolean(setTimeout(receive, milliseconds));
  const { end } = response;
  response.end = (...rest) => {
    setTimeout(() => end.apply(response, rest), milliseconds);
    return response;
  };
  return pass();
};

module.exports = { drawn };
