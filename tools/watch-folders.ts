/**
 * Tells of each saved file below folders. Each folder is watched for itself: a recursive watch of Node watches the files on
 * Linux, and loses a file that an editor saves by writing another one and renaming it.
 */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * @param root what the told paths begin from
 * @param changed gets the path of a file that was written, made, renamed or deleted
 * @returns ends it
 */
export function watchFolders(
  root: string,
  folders: readonly string[],
  changed: (file: string) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();

  const end = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  /** @param isNew what is in it came with it, and is told */
  const follow = (folder: string, isNew: boolean) => {
    end(folder);
    const watcher = watch(join(root, folder), (event, name) => {
      if (name) look(`${folder}/${name}`, event);
    });
    // The folder is gone: the one above tells of it.
    watcher.on('error', () => end(folder));
    watchers.set(folder, watcher);
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) follow(path, isNew);
      else if (isNew) changed(path);
    }
  };

  const look = (path: string, event: string) => {
    const isFolder = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (!isFolder) return changed(path);
    // Made, or put here by a rename: also as another folder of the same name, as by a change of the branch.
    if (event === 'rename') {
      try {
        follow(path, true);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  };

  for (const folder of folders) follow(folder, false);
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}
