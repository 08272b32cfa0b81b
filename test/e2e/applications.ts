/** An application in a state, walked there by the real actions without the screens. */
import { join } from 'node:path';
import { makeApplication, type Wanted } from '#domains/applications/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { localStore } from '#platform/files/local-store.ts';
import type { Program } from './program.ts';
import { today } from './today.ts';

export type Made = { id: string; number: string };

/** The files of a program. It makes the links; here files are only written. */
export function filesOf({ dataFolder }: Pick<Program, 'dataFolder'>) {
  const secret = Buffer.alloc(32);
  return {
    store: localStore({ folder: join(dataFolder, 'files'), secret, linkBase: '/files' }),
    temporaryFolder: join(dataFolder, 'uploads'),
  };
}

export async function makeApplicationIn(program: Program, wanted: Wanted): Promise<Made> {
  const { db } = program.database;
  // Who left in another test gave a desk an officer; who walks here has none.
  await execute(db, sql`update applications.desks set officer_id = null`);
  const system = () => systemActor(new Date(), today(), 'e2e');
  const { id } = await makeApplication({ db, system, platform: { files: filesOf(program) } }, wanted);
  return one(db, sql`select id, number from applications.applications where id = ${id}`);
}
