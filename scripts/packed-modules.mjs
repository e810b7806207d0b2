import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Puts the service and the HTTP client into the bundle compressed. Each is unpacked and run when it is first
 * required; the client is `packed:client` to the service.
 */
export function packed({ service, client }) {
  return {
    name: 'packed',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^packed:client$/ }, ({ path }) => ({ path, namespace: 'packed' }));
      onLoad({ filter: /[/\\]zone-service\.ts$/ }, ({ path }) => ({
        contents: `
          const find = (id) => id === 'packed:client' ? require('packed:client') : process.getBuiltinModule(id);
          ${running(service, 'find')}`,
        resolveDir: path.replace(/[/\\][^/\\]*$/, ''),
        loader: 'js',
      }));
      onLoad({ filter: /.*/, namespace: 'packed' }, () => ({
        contents: `
          const find = (id) => process.getBuiltinModule(id);
          ${running(client, 'find')}`,
        loader: 'js',
      }));
    },
  };
}

function running(source, require) {
  const compressed = brotliCompressSync(source, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    },
  });
  return `
    const unpacked = require('node:zlib').brotliDecompressSync(Buffer.from('${compressed.toString('base64')}', 'base64'));
    new Function('require', 'module', 'exports', unpacked.toString())(${require}, module, exports);
  `;
}
