/** Files that only we may read. Written beside and renamed, so that a crash leaves the old file or the new one. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes `text` to `path` with mode 0600. */
export function writePrivateFile(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
}
