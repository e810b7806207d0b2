/** Types of the undici modules that are loaded one by one (undici.ts); the package types its entry point alone. */
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}

declare module 'undici/lib/dispatcher/proxy-agent.js' {
  export { ProxyAgent as default } from 'undici';
}

declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici';
  const connect: (this: Dispatcher, tunnel: object) => Promise<Dispatcher.ConnectData<null>>;
  export default connect;
}
