/** Makes the cluster: UTF-8, C.UTF-8 character classes with ICU, so that Bengali is searched and sorted; checksums on. */
import { execFile } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writePrivateFile } from '../secrets/private-file.ts';
import { StartError } from '../start/start-error.ts';
import type { Placement } from './placement.ts';

/** Makes the cluster unless it is there. A start that was killed half way leaves only cluster.new, made again. */
export async function makeCluster(placement: Placement, durable: boolean): Promise<void> {
  const cluster = join(placement.home, 'cluster');
  if (existsSync(cluster)) return checkVersion(placement);
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const passwordFile = join(placement.home, 'password');
  writePrivateFile(passwordFile, placement.passwords.superuser);
  if (placement.owner) chownSync(passwordFile, placement.owner.uid, placement.owner.gid);
  const options = [
    ['-D', unfinished, '--username=postgres', `--pwfile=${passwordFile}`],
    ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--lc-ctype=C.UTF-8'],
    ['--locale-provider=icu', '--icu-locale=und', '--data-checksums', '--no-instructions'],
    durable ? [] : ['--no-sync'],
  ].flat();
  try {
    await promisify(execFile)(join(placement.binaries, 'bin', 'initdb'), options, {
      ...placement.owner,
      cwd: placement.home,
      env: {},
    });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw describeFailure(placement.home, stderr || message);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, cluster);
}

function checkVersion({ home, version }: Placement): void {
  const made = readFileSync(join(home, 'cluster', 'PG_VERSION'), 'utf8').trim();
  const ours = version.split('.')[0] ?? '';
  if (made !== ours) {
    throw new StartError(
      `The data folder was made by PostgreSQL ${made}, this Jolkol brings ${ours}: use the Jolkol version that made it.`,
    );
  }
}

/** The sentence for what PostgreSQL's programs printed before they gave up. */
export function describeFailure(home: string, output: string): Error {
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return new StartError(`The disk of ${home} is full: free some space and start again, nothing is lost.`);
  }
  if (/could not look up effective user ID/.test(output)) {
    return new StartError(
      `This user (uid ${process.getuid?.()}) has no entry in /etc/passwd, which PostgreSQL needs: add one, or set DATABASE_URL.`,
    );
  }
  const reason = output
    .trim()
    .split('\n')
    .filter((line) => /FATAL|PANIC|error|HINT|DETAIL/.test(line))
    .slice(-3)
    .join(' · ');
  return new StartError(
    `PostgreSQL did not start: ${reason || output.trim().slice(-500) || 'it gave no reason'}`,
  );
}
