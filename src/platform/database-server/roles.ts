/**
 * Database and roles of the program: jolkol_owner owns the database, migrates and runs jobs; jolkol_app serves
 * requests, owns nothing and sees what migrations grant it; jolkol_consumer is what it becomes to read for a
 * consumer. Roles belong to the whole cluster.
 */
import type pg from 'pg';
import type { Passwords } from './placement.ts';

const DATABASE = 'jolkol';
const ROLES = { owner: 'jolkol_owner', app: 'jolkol_app' } as const;

/** Makes what is missing; a second time it changes nothing. */
export async function makeRoles(client: pg.Client, passwords: Passwords): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles union all select datname from pg_database',
  );
  const present = new Set(rows.map((row) => row.name));
  for (const [key, role] of Object.entries(ROLES) as ['owner' | 'app', string][]) {
    if (present.has(role)) continue;
    await client.query(`create role ${role} login password ${client.escapeLiteral(passwords[key])}`);
  }
  if (!present.has('jolkol_consumer')) {
    await client.query('create role jolkol_consumer nologin');
    await client.query(`grant jolkol_consumer to ${ROLES.app}`);
  }
  if (!present.has(DATABASE)) await client.query(`create database ${DATABASE} owner ${ROLES.owner}`);
}

/** Connection strings over the cluster's socket. */
export function urls(socketFolder: string, passwords: Passwords): Record<keyof Passwords, string> {
  const at = `@${encodeURIComponent(socketFolder)}:5432`;
  return {
    superuser: `postgresql://postgres:${passwords.superuser}${at}/postgres`,
    owner: `postgresql://${ROLES.owner}:${passwords.owner}${at}/${DATABASE}`,
    app: `postgresql://${ROLES.app}:${passwords.app}${at}/${DATABASE}`,
  };
}
