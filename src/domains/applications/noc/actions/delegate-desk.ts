/**
 * An officer who is away hands their desk over for some days. The database refuses two delegations of one desk on one day. There
 * are no chains: on one day nobody has the desk of another person and has handed over their own.
 */

import type { z } from 'zod';
import { holdAccounts } from '#domains/identity/users/actions/hold-account.ts';
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { noticeDeputy } from '../../pipeline/notices.ts';
import { type delegateDesk as delegateCall, errors } from '../contract.ts';
import { decidesAtOwn, mayBeDeputy, officerOf } from '../deputies.ts';

type Delegation = z.output<(typeof delegateCall)['body']> & { deskId: string };
/** Leave is planned a year before at most. */
const MOST_DAYS_AHEAD = 365;

type Desk = { id: string; version: number; officerId: string | null; officer: string | null };

/** A desk is handed over, and taken back, by its officer or by who manages the desks. */
function requireOfficer(actor: Actor, officerId: string | null): void {
  const isOfficer = officerId !== null && officerId === actor.userId && may(actor, 'noc:decide');
  if (!isOfficer && !may(actor, 'noc:desks')) throw fail(errors.desk_not_yours);
}

export async function delegateDesk(tx: Tx, actor: Actor, input: Delegation): Promise<void> {
  const { deputyId, firstDay, lastDay, reason } = input;
  // Its account does not end meanwhile.
  await holdAccounts(tx, [deputyId]);
  const deputy = await first<{ name: string; hasDesk: boolean }>(
    tx,
    sql`select u.name, exists (select from applications.desks own where own.id <> ${input.deskId} and ${decidesAtOwn}) as "hasDesk"
      from identity.users u join roles.roles r on r.id = u.role_id
      where u.id = ${deputyId} and u.status = 'active' and ${mayBeDeputy}`,
  );
  const desk = await lockDesk(tx, input.deskId);
  requireOfficer(actor, desk.officerId);
  if (desk.version !== input.version) throw fail(commonErrors.stale_version);
  if (firstDay < actor.today) throw fail(errors.delegation_in_past);
  if (firstDay > addDays(actor.today, MOST_DAYS_AHEAD))
    throw fail(errors.delegation_too_far, { days: MOST_DAYS_AHEAD });
  if (!desk.officerId || !desk.officer) throw fail(errors.desk_without_officer);
  if (desk.officerId === deputyId) throw fail(errors.deputy_is_officer);
  if (!deputy) throw fail(errors.deputy_may_not);
  if (deputy.hasDesk) throw fail(errors.deputy_has_desk);
  await refuseChain(tx, { ...input, officerId: desk.officerId });
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into applications.desk_delegations
        (desk_id, officer_id, officer_name, deputy_id, first_day, last_day, reason, created_at, created_by)
      values (${desk.id}, ${desk.officerId}, ${desk.officer}, ${deputyId}, ${firstDay}::date, ${lastDay}::date,
        ${reason}, ${actor.now}, ${actor.userId}) returning id`,
  );
  await audit(tx, actor, {
    action: 'noc.delegate',
    object: 'desk',
    objectId: desk.id,
    after: { officer: desk.officer, deputy: deputy.name, firstDay, lastDay },
    reason,
  });
  const days = { name: desk.officer, from: firstDay, until: lastDay };
  await noticeDeputy(tx, actor, 'applications.deputy', { id, deputyId, ...days });
}

/** Delegations of all desks take turns, so that two of them make no chain; the desks are few. */
async function lockDesk(tx: Tx, id: string): Promise<Desk> {
  const desks = await all<Desk>(
    tx,
    sql`select d.id, d.version, u.id as "officerId", u.name as officer
      from applications.desks d left join identity.users u on u.id = ${officerOf('d')} order by d.id for no key update of d`,
  );
  const desk = desks.find((row) => row.id === id);
  if (!desk) throw fail(commonErrors.not_found);
  return desk;
}

async function refuseChain(
  tx: Tx,
  { officerId, deputyId, firstDay, lastDay }: Delegation & { officerId: string },
): Promise<void> {
  const other = await first<{ isAway: boolean; name: string; until: string }>(
    tx,
    sql`select g.officer_id = ${deputyId}::uuid as "isAway", g.officer_name as name, g.last_day as until
      from applications.desk_delegations g
      where g.ended_at is null and (g.officer_id = ${deputyId}::uuid or g.deputy_id = ${officerId}::uuid)
        and daterange(g.first_day, g.last_day, '[]') && daterange(${firstDay}::date, ${lastDay}::date, '[]')
      order by "isAway" desc, g.first_day limit 1`,
  );
  if (!other) return;
  const { isAway, ...known } = other;
  throw fail(isAway ? errors.deputy_away : errors.officer_is_deputy, known);
}

/** Ends a delegation before its last day is over. Gives the desk, which its officer has again. */
export async function endDelegation(tx: Tx, actor: Actor, id: string): Promise<{ deskId: string }> {
  const found = await first<{ deskId: string; officerId: string | null }>(
    tx,
    sql`select d.id as "deskId", ${officerOf('d')} as "officerId"
      from applications.desk_delegations g join applications.desks d on d.id = g.desk_id where g.id = ${id}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  requireOfficer(actor, found.officerId);
  if ((await endDelegations(tx, actor, sql`g.id = ${id}`)) === 0) throw fail(errors.delegation_over);
  return found;
}

type Ended = {
  id: string;
  deskId: string;
  officer: string;
  deputyId: string;
  deputy: string;
  firstDay: string;
  lastDay: string;
};

/** Ends those that are not over. @param which condition over applications.desk_delegations `g` @returns how many that were */
export async function endDelegations(tx: Tx, actor: Actor, which: Sql): Promise<number> {
  const ended = await all<Ended>(
    tx,
    sql`update applications.desk_delegations g set ended_at = ${actor.now}, ended_by = ${actor.userId}
      from identity.users p
      where p.id = g.deputy_id and g.ended_at is null and g.last_day >= ${actor.today}::date and ${which}
      returning g.id, g.desk_id as "deskId", g.officer_name as officer, g.deputy_id as "deputyId", p.name as deputy,
        g.first_day as "firstDay", g.last_day as "lastDay"`,
  );
  for (const { id, deskId, deputyId, ...people } of ended) {
    await audit(tx, actor, {
      action: 'noc.delegate-end',
      object: 'desk',
      objectId: deskId,
      before: people,
    });
    const days = { name: people.officer, from: people.firstDay, until: people.lastDay };
    await noticeDeputy(tx, actor, 'applications.deputy_ended', { id, deputyId, ...days });
  }
  return ended.length;
}
