import { createRequire } from 'node:module';

/**
 * Leaves out of undici what the client never reaches, which is half of it. What is left is what test/e2e runs, cut
 * answers and a proxy included.
 *
 * - The HTTP parser comes twice, with and without SIMD, and undici falls back to the latter: one will do. It goes in as
 *   hexadecimal, which compresses to the size of the binary, as base64 does not.
 * - Bodies other than text, bytes and streams need `fetch`; the client sends text only.
 * - HTTP/2 has to be asked for (`allowH2`), and the client does not.
 * - SOCKS proxies are refused by the client before a connection is made.
 */
export function whatIsSent() {
  return {
    name: 'what-is-sent',
    setup({ onLoad }) {
      onLoad({ filter: /llhttp_simd-wasm\.js$/ }, () => ({
        contents: `module.exports = require('./llhttp-wasm.js');`,
      }));
      onLoad({ filter: /llhttp-wasm\.js$/ }, ({ path }) => ({
        contents: `module.exports = Buffer.from('${createRequire(path)(path).toString('hex')}', 'hex');`,
      }));
      onLoad({ filter: /undici[/\\]lib[/\\]web[/\\]fetch[/\\]body\.js$/ }, () => ({
        contents: `exports.extractBody = () => { throw new TypeError('only text can be sent'); };`,
      }));
      onLoad({ filter: /undici[/\\]lib[/\\]dispatcher[/\\]client-h2\.js$/ }, () => ({
        contents: `module.exports = () => { throw new TypeError('HTTP/2 is not supported'); };`,
      }));
      onLoad({ filter: /undici[/\\]lib[/\\]dispatcher[/\\]socks5-proxy-agent\.js$/ }, () => ({
        contents: `module.exports = class { constructor() { throw new TypeError('SOCKS proxies are not supported'); } };`,
      }));
    },
  };
}
