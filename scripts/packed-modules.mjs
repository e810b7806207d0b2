import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Packs the service, the HTTP client and the replies that describe the provider. Each is unpacked when it is first required, and the code is
 * run (provider-shim/packed-code.ts); the client is `packed:client` to the service.
 *
 * The compressed bytes follow the shell lines in the file that the engine starts. In the file that Node.js loads they would
 * have to be text, or be read as if they were, at every start.
 *
 * @param {number} start where in the file the bytes begin
 * @returns the plugin for the bundle, and the bytes
 */
export function packed({ service, client, replies }, start) {
  const both = Buffer.concat([replies.schema, replies.identities]);
  const parts = [both, service, client].map(compressed);
  const [ofReply, ofService, ofClient] = parts.map((part, index) => ({
    from: parts.slice(0, index).reduce((sum, before) => sum + before.length, start),
    length: part.length,
    id: part.toString('hex', 0, ID_BYTES),
  }));
  const plugin = {
    name: 'packed',
    setup({ onLoad, onResolve, initialOptions }) {
      const { resolveDir } = initialOptions.stdin;
      const module = (contents) => ({ contents, resolveDir, loader: 'js' });
      onResolve({ filter: /^packed:client$/ }, ({ path }) => ({ path, namespace: 'packed' }));
      onLoad({ filter: /[/\\]zone-service\.ts$/ }, () =>
        module(`
          const find = (id) => id === 'packed:client' ? require('packed:client') : process.getBuiltinModule(id);
          module.exports = ${running('service', service, { ...ofService, isLast: false })};`),
      );
      onLoad({ filter: /[/\\]packed-schema-reply\.ts$/ }, () =>
        module(`
          const unpacked = require('./packed-code').unpack(${JSON.stringify(ofReply)});
          const replies = {
            schema: unpacked.subarray(0, ${replies.schema.length}),
            identities: unpacked.subarray(${replies.schema.length}),
          };
          exports.schemaReplies = () => replies;`),
      );
      onLoad({ filter: /.*/, namespace: 'packed' }, () =>
        module(`
          const find = (id) => process.getBuiltinModule(id);
          module.exports = ${running('client', client, { ...ofClient, isLast: true })};`),
      );
    },
  };
  return { plugin, bytes: Buffer.concat(parts) };
}

/** Bytes of the hash in front of compressed bytes: those of another build may decompress to something, too. */
const ID_BYTES = 8;

function compressed(source) {
  const bytes = brotliCompressSync(source, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    },
  });
  return Buffer.concat([createHash('sha256').update(source).digest().subarray(0, ID_BYTES), bytes]);
}

/** Code that runs the packed module with `find` as its `require`, and whose value is what it exports. */
function running(name, source, place) {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 32);
  const described = JSON.stringify({ name: `zone-provider/${name}.js`, hash, ...place });
  return `require('./packed-code').runPacked(${described}, find)`;
}
