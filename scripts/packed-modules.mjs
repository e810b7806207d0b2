import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Puts the service, the HTTP client and the schema reply into the bundle compressed. Each is unpacked when it is first
 * required, and the code is run; the client is `packed:client` to the service.
 *
 * The compressed bytes stand as they are in a comment at the end of the file, which reads itself to get them: as text
 * they would take a third more. Node.js reads the file as UTF-8 and passes over the comment; what it makes of its
 * bytes does not matter.
 *
 * @returns the plugin for the bundle, and what has to follow the bundle as the file's last bytes
 */
export function packed({ service, client, schemaReply }) {
  const parts = [schemaReply, service, client].map((source) => escaped(compressed(source)));
  const [inReply, inService, inClient] = parts;
  const trailer = Buffer.concat([Buffer.from('\n/*'), ...parts, Buffer.from(END)]);
  const clientFrom = inClient.length + END.length;
  const serviceFrom = inService.length + clientFrom;
  const plugin = {
    name: 'packed',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^packed:client$/ }, ({ path }) => ({ path, namespace: 'packed' }));
      onLoad({ filter: /[/\\]zone-service\.ts$/ }, ({ path }) => ({
        contents: `
          const find = (id) => id === 'packed:client' ? require('packed:client') : process.getBuiltinModule(id);
          ${running(serviceFrom, clientFrom)}`,
        resolveDir: path.replace(/[/\\][^/\\]*$/, ''),
        loader: 'js',
      }));
      onLoad({ filter: /[/\\]packed-schema-reply\.ts$/ }, () => ({
        contents: `
          ${unpacking(inReply.length + serviceFrom, serviceFrom)}
          exports.schemaReply = () => unpacked;`,
        loader: 'js',
      }));
      onLoad({ filter: /.*/, namespace: 'packed' }, () => ({
        contents: `
          const find = (id) => process.getBuiltinModule(id);
          ${running(clientFrom, END.length)}`,
        loader: 'js',
      }));
    },
  };
  return { plugin, trailer };
}

const END = '*/\n';

/** Stands before a byte that is changed. */
const ESCAPE = 1;

/** What would end the comment, and the escape itself, are changed by this bit. */
const CHANGED_BIT = 0x40;
const STAR = '*'.charCodeAt(0);

function compressed(source) {
  return brotliCompressSync(source, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    },
  });
}

function escaped(bytes) {
  return Buffer.from(
    [...bytes].flatMap((byte) => (byte === ESCAPE || byte === STAR ? [ESCAPE, byte ^ CHANGED_BIT] : [byte])),
  );
}

/** Code that runs the module whose packed bytes stand between these places, counted from the end of the file. */
function running(from, to) {
  return `
    ${unpacking(from, to)}
    new Function('require', 'module', 'exports', unpacked.toString())(find, module, exports);
  `;
}

/** Code that unpacks the bytes between these places as `unpacked`. */
function unpacking(from, to) {
  return `
    const own = require('node:fs').readFileSync(__filename);
    const bytes = own.subarray(own.length - ${from}, own.length - ${to});
    const parts = [];
    let at = 0;
    for (let found; (found = bytes.indexOf(${ESCAPE}, at)) >= 0; at = found + 2) {
      parts.push(bytes.subarray(at, found), Buffer.from([bytes[found + 1] ^ ${CHANGED_BIT}]));
    }
    parts.push(bytes.subarray(at));
    const unpacked = require('node:zlib').brotliDecompressSync(Buffer.concat(parts));
  `;
}
