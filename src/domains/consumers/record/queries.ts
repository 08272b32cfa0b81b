/** Who may be the same person, and what happened to an entry. */
import type { z } from 'zod';
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { knownAs } from '../queries.ts';
import type { consumerHistory, findTwins as findTwinsCall, Twin } from './contract.ts';

type Asked = z.output<(typeof findTwinsCall)['query']>;
type History = z.input<(typeof consumerHistory)['output']>;

const MOST_TWINS = 5;
const MOST_CHANGES = 200;
/** Of trigrams of the names' sounds: "Rahima Khatun" and "Rahima Khatoon" are one, two sisters are not. */
const ALIKE = 0.55;

/** Entries that may be the person that is typed in; the surest first. Merged ones are no longer of interest. */
export async function findTwins(db: Db | Tx, asked: Asked): Promise<{ items: Twin[] }> {
  const { id = null, phone = null, nid = null, dateOfBirth = null, name = '', nameBn = '' } = asked;
  const sounds = sql`(consumers.sound_key(${name}) || consumers.sound_key(${nameBn}))`;
  const items = await all<Twin>(
    db,
    sql`select c.id, c.number, c.name, c.name_bn as "nameBn", c.phone, c.status,
        array_agg(f.why order by f.rank) as why
      from (
        select id, 'nid' as why, 1 as rank from consumers.consumers where nid = ${nid}
        union all
        select id, 'phone', 2 from consumers.consumers where phone = ${phone}
        union all
        select id, 'name', 3 from consumers.consumers
        where date_of_birth = ${dateOfBirth}::date and btrim(${sounds}) <> '' and similarity(sounds, ${sounds}) > ${ALIKE}
      ) f join consumers.consumers c on c.id = f.id
      where c.status <> 'merged' and (${id}::uuid is null or c.id <> ${id})
      group by c.id order by min(f.rank), c.number limit ${MOST_TWINS}`,
  );
  return { items };
}

/** What was done to the entry and to those merged into it. */
export async function listHistory(db: Db | Tx, id: string): Promise<History> {
  const ids = await knownAs(db, id);
  if (ids.length === 0) throw fail(commonErrors.not_found);
  const items = await all<History['items'][number]>(
    db,
    sql`select id, at, actor_name as "actorName", role, action, before, after, reason
      from platform.audit where object = 'consumer' and object_id = any(${ids}::text[])
      order by at desc, id desc limit ${MOST_CHANGES}`,
  );
  return { items };
}
