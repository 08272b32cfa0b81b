/**
 * The certificate of an owner change, as its code confirms it: in whose name the connection is since the handover. It counts until that
 * connection is closed, also if it is closed because the owner changes once more. The number of the new connection is no part of
 * what the public page tells: it is not for the earlier owner.
 */
import type { PaperContent, PaperKind } from '#domains/papers/paper-kind.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { first, sql } from '#platform/database/db.ts';
import { figureOf } from '../correct-handover.ts';

const acceptedOn = dayOfInstant(sql`h.accepted_at`);

/** The record is the request. */
export const changePaper: PaperKind = {
  kind: 'ownership.certificate',
  name: { en: 'Certificate of owner change', bn: 'মালিকানা পরিবর্তনের সনদ' },
  contentOf: (db, requestId) =>
    first<PaperContent>(
      db,
      sql`select r.number, ${acceptedOn} as "issuedOn", null as "amountMinor", null as "leftMinor", r.name as holder,
          nullif(r.name_bn, '') as "holderBn",
          jsonb_build_object('sectorNumber', r.sector_number, 'roadNumber', r.road_number, 'plotNumber', r.plot_number) as place,
          jsonb_build_array(r.from_name, r.from_name_bn, r.cause, h.effective_on, ${figureOf}, h.successor_id)::text as rest,
          jsonb_build_object('connection', r.connection_number) as facts, null as "validUntil",
          case when s.status = 'closed' then s.disconnected_on end as "endedOn", greatest(${acceptedOn}, (select max(${dayOfInstant(sql`t.at`)}) from ownership.timeline t
            where t.request_id = r.id and t.action = 'correct-figure')) as "changedOn"
        from ownership.changes h join ownership.requests r on r.id = h.request_id join meters.connections s on s.id = h.successor_id
        where h.request_id = ${requestId}`,
    ),
};
