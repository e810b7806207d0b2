export type Environment = Readonly<Record<string, string | undefined>>;

/** Calls off what `after` has put off. */
export type Cancel = () => void;

/** The process around the plugin; everything that a test replaces. */
export interface Host {
  readonly environment: Environment;
  readonly node: { readonly version: string; /** Of the program. */ readonly path: string };
  readonly pid: number;
  /** The process that started this one, and another number when that has ended. */
  readonly parent: () => number;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly after: (milliseconds: number, run: () => void) => Cancel;
  /** One line for the engine, which reads exactly one. Answers whether there is anybody to read it. */
  readonly print: (line: string) => boolean;
  /** Lines for stderr. Never fails: the reader may be gone. */
  readonly complain: (text: string) => void;
  /** From here on, all output to stdout goes to stderr. */
  readonly closeStdout: () => void;
  readonly exit: (code: number) => void;
  /** Runs `clean` when the process ends, for any reason except a kill. */
  readonly onExit: (clean: () => void) => void;
  readonly onSignal: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT', run: () => void) => void;
  /** An uncaught exception or rejection. */
  readonly onCrash: (run: (error: unknown) => void) => void;
}
