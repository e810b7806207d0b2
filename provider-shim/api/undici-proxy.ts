/** The part of undici that goes through a proxy: 17 kB that are loaded only where the environment names one. */
export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';
