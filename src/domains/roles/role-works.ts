/** Roles whose people can do some work: they have the word for it, and the one to open what it is about (platform/words/work-words.ts). */
import { type Sql, sql } from '#platform/database/db.ts';
import { seenBy } from '#platform/words/work-words.ts';
import type { Permission } from '#shared/permissions.ts';

/** Condition over roles.roles of that alias: it was granted the word. @param word expression, text */
export const isGranted = (word: Sql, alias = 'r'): Sql => sql`exists (select from roles.role_permissions p
  where p.role_id = ${sql.ref(`${alias}.id`)} and p.permission = ${word})`;

/** Condition over roles.roles of that alias. The administrator's rights are not rows. */
export function roleWorks(word: Permission, alias = 'r'): Sql {
  const view = seenBy(word);
  const granted = sql`${isGranted(sql`${word}`, alias)} ${view ? sql`and ${isGranted(sql`${view}`, alias)}` : sql``}`;
  return sql`(${sql.ref(`${alias}.code`)} = 'admin' or (${granted}))`;
}
