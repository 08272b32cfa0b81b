/** Consumers in the search over everything. */
import { type Sql, sql } from '#platform/database/db.ts';
import { begins, hit, isIdentity, type SearchSource, worded } from '#platform/search-sources.ts';
import { FEWEST_DIGITS, type SearchText } from '#shared/search/search-text.ts';
import { searching, seesIdentity, visibleTo } from './queries.ts';

/** Of few digits: consumers whose number or phone begins so, the phone in either way of writing, or whose phone ends so. */
function beginsOrEndsWith({ digits }: SearchText): Sql | undefined {
  if (!digits || digits.length < FEWEST_DIGITS) return undefined;
  const phone = `+880${digits.replace(/^(880|0)/, '')}`;
  const ends = begins(sql`reverse(ltrim(c.phone, '+'))`, [...digits].reverse().join(''));
  return sql`(${begins(sql`c.number`, digits)} or ${begins(sql`c.phone`, phone)} or ${ends})`;
}

const consumers: SearchSource = {
  name: 'consumers',
  order: 10,
  permissions: ['consumers:view'],
  select: (text, actor) => {
    const plain = text.phone
      ? sql`c.phone = ${text.phone}`
      : (worded(sql`c.search`, text) ?? beginsOrEndsWith(text));
    const written =
      plain && isIdentity(text) && seesIdentity(actor)
        ? sql`(${plain} or c.nid = ${text.digits}::text)`
        : plain;
    // Names are found as they sound too, from either script.
    const found = text.digits ? written : written && searching(text.plain);
    return (
      found &&
      sql`select ${hit(sql`c.id`, {
        number: sql`c.number`,
        name: sql`c.name`,
        nameBn: sql`c.name_bn`,
        exact: sql`(c.number = ${text.digits ?? ''} or c.phone = ${text.phone ?? ''}
          ${seesIdentity(actor) ? sql`or c.nid = ${text.digits ?? ''}` : sql``})`,
      })} from consumers.consumers c
        where c.status <> 'merged' and ${visibleTo(actor)} and ${found}`
    );
  },
};

export const foundConsumers: readonly SearchSource[] = [consumers];
