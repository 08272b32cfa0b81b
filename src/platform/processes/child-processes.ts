/** What processes that the program starts have in common: none has its secrets, and each is served after calls. */
import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

/** What a process needs of the environment; the program's secrets are there too. */
const PASSED_ON =
  /^(PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|FONTCONFIG_\w+|XDG_\w+|LD_LIBRARY_PATH|NODE_COMPILE_CACHE)$/;
const LESS_THAN_CALLS = 5;

export const safeEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));

/** Calls come first. */
export function yieldToCalls({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, LESS_THAN_CALLS);
  } catch {
    // It has ended already.
  }
}
