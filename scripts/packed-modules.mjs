import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Packs the service, the HTTP client and the replies that describe the provider. Each is unpacked when it is first required, and the code is
 * run (provider-shim/packed-code.ts), which is `packed:code` to the plugin host; the client is `packed:client` to the service.
 *
 * The compressed bytes follow the shell lines in the file that the engine starts. In the file that Node.js loads they would
 * have to be text, or be read as if they were, at every start.
 *
 * @param {number} start where in the file the bytes begin
 * @returns the plugin for the bundle of the plugin host, and the bytes
 */
export function packed({ service, client, replies }, start) {
  const both = Buffer.concat([replies.schema, replies.identities]);
  const parts = [both, service, client].map(compressed);
  const [ofReply, ofService, ofClient] = parts.map(({ length }, index) => ({
    from: parts.slice(0, index).reduce((sum, before) => sum + before.length, start),
    length,
  }));
  const plugin = {
    name: 'packed',
    setup({ onLoad, onResolve, initialOptions }) {
      const { resolveDir } = initialOptions.stdin;
      const module = (contents) => ({ contents, resolveDir, loader: 'js' });
      onResolve({ filter: /^\.\/packed-code$/ }, () => ({ path: 'packed:code', external: true }));
      onResolve({ filter: /^packed:client$/ }, ({ path }) => ({ path, namespace: 'packed' }));
      onLoad({ filter: /[/\\]zone-service\.ts$/ }, () =>
        module(`
          const find = (id) => id === 'packed:client' ? require('packed:client') : process.getBuiltinModule(id);
          module.exports = require('./packed-code').${running('service', service, { ...ofService })};`),
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
          module.exports = require('./packed-code').${running('client', client, { ...ofClient, isLast: true })};`),
      );
    },
  };
  return { plugin, bytes: Buffer.concat(parts) };
}

/**
 * The code of the file that Node.js loads. It runs the plugin host, whose source follows the bytes above uncompressed; so the host, too,
 * is loaded through the code cache.
 *
 * @param {number} from where in the file the source begins
 */
export function startOfHost(host, from) {
  return `
    const code = require('./packed-code');
    const find = (id) => (id === 'packed:code' ? code : require(id));
    code.runHost(${described('host', host, { from, length: host.length })}, find);`;
}

function compressed(source) {
  return brotliCompressSync(source, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    },
  });
}

/** A call that runs the packed module with `find` as its `require`, and whose value is what that exports. */
function running(name, source, place) {
  return `runPacked(${described(name, source, place)}, find)`;
}

/** The digest is that of provider-shim/packed-code.ts. */
function described(name, source, place) {
  const id = createHash('sha256').update(source).digest('hex').slice(0, 32);
  return JSON.stringify({ name: `zone-provider/${name}.js`, id, ...place });
}
