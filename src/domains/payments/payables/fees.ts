/** Fees of ownership changes that can be paid: of either owner for themselves, of any request at the counter. */
import { consumersFound } from '#domains/consumers/queries.ts';
import { feeDue } from '#domains/ownership/fee/due.ts';
import { seesRequest } from '#domains/ownership/lock-request.ts';
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { containing } from '#platform/database/lists.ts';
import { normalisePhone } from '#shared/phone.ts';
import type { Payable } from './contract.ts';

const DUE = feeDue('r');

/** Who pays, as `feeTarget` says: an owner for themselves; at the counter who asked, and the new owner if the office asked. */
const payerOf = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`${actor.consumerId}::uuid`
    : sql`case when r.asked_as = 'PRESENT' then r.from_consumer_id else r.to_consumer_id end`;

const feesOf = (
  actor: Actor,
  where: Sql,
  more = sql``,
) => sql<Payable>`select 'OWNERSHIP' as kind, r.id, r.number, coalesce(u.name, r.name) as "payerName",
    case when u.id is null then r.name_bn else u.name_bn end as "payerNameBn", coalesce(u.phone, r.phone) as phone,
    r.sector_number as "sectorNumber", r.road_number as "roadNumber", r.plot_number as "plotNumber",
    case when ${DUE} then r.fee_minor else 0 end as "dueMinor", 0 as "takenOverMinor" ${more}
  from ownership.requests r left join consumers.consumers u on u.id = ${payerOf(actor)}
  where ${seesRequest(actor)} and ${where}`;

/** Requests `r` whose fee is waited for. */
export const feesDue = (actor: Actor, where: Sql): Sql<Payable> => feesOf(actor, sql`${DUE} and ${where}`);

/** The same request if it takes no money. */
export const closedFees = (actor: Actor, where: Sql): Sql =>
  feesOf(
    actor,
    where,
    sql`, case when r.state in ('REJECTED', 'WITHDRAWN', 'EXPIRED') then 'ENDED' when r.fee_minor = 0 then 'FREE'
      when r.fee_minor = r.fee_paid_minor then 'PAID' else 'NOT_YET' end as because`,
  );

/** Of a number: the request, or the connection that changes hands. */
export const numberedFees = (exact: string): Sql =>
  sql`(r.number = ${exact} or r.connection_number = ${exact})`;

/** Of a name, a phone or a plot; numbers of requests have more than ten digits. */
export const namedFees = (text: string): Sql =>
  sql`(r.number = ${text} or r.from_consumer_id in (${consumersFound(text)}) or r.to_consumer_id in (${consumersFound(text)})
    or r.phone = ${normalisePhone(text) ?? text} or lower(r.name) like ${containing(text.toLowerCase())}
    or r.name_bn like ${containing(text)} or platform.plot_key(r.plot_number) = platform.plot_key(${text}::text))`;
