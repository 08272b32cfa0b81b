/** The papers of an application, as their codes confirm them. */
import type { PaperContent, PaperKind } from '#domains/papers/paper-kind.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { CLOSED_STATES } from '../application.rules.ts';
import { applicantNameBn } from '../pipeline/item-columns.ts';
import { PAPER_NAMES } from './names.ts';
import { type SignedPaper, signsWhatIsNoted } from './signatures.ts';

/** Over an application `a` that is over without a connection: nothing that it gave counts any more. */
const endedWithout: Sql = sql`case
  when a.deleted_at is not null then ${dayOfInstant(sql`a.deleted_at`)}
  when a.state = any(${CLOSED_STATES.filter((state) => state !== 'CONNECTED')}::text[]) then a.closed_on end`;

/** The connection was closed for good, or is somebody else's by now. */
const closedOn: Sql = sql`(select c.disconnected_on from meters.connections c
  where c.id = a.connection_id and c.status = 'closed')`;

/** The steps that change what a paper says. */
const CHANGING = ['submit', 'edit', 'correct', 'update-noc', 'noc-approve', 'letter', 'change-meter'];
/** The steps that move the last day of a demand note. */
const MOVING_THE_DAY = ['resume', 'take-back-payment', 'reopen'];
const changedOn: Sql = sql`coalesce((select max(${dayOfInstant(sql`t.at`)}) from applications.timeline t
    where t.application_id = a.id and t.action = any(${CHANGING}::text[])), ${dayOfInstant(sql`a.created_at`)})`;
const place: Sql = sql`a.road_id, a.plot_number`;
const shownPlace: Sql = sql`(select jsonb_build_object('sectorNumber', s.number, 'roadNumber', r.number, 'plotNumber', nullif(a.plot_number, ''))
  from (select) plot left join settings.roads r on r.id = a.road_id left join settings.sectors s on s.id = r.sector_id)`;
const signedOn = (paper: SignedPaper): Sql => sql`(select max(${dayOfInstant(sql`s.signed_at`)})
  from applications.signatures s where s.application_id = a.id and s.paper = ${paper} and ${signsWhatIsNoted})`;

type Fields = { number: Sql; issuedOn: Sql; amountMinor?: Sql; rest: Sql; endedOn: Sql; changedOn?: Sql } & {
  /** Array of texts. */
  earlierRests?: Sql;
  leftMinor?: Sql;
  /** Object of what the public page tells, by the names of PAPER_FACTS. */
  facts?: Sql;
  validUntil?: Sql;
};

/** @param tables over `a` and what the fields name; @param which the record, if it has this paper */
function contentOf(db: Db | Tx, tables: Sql, which: Sql, fields: Fields): Promise<PaperContent | undefined> {
  return first<PaperContent>(
    db,
    sql`select ${fields.number} as number, ${fields.issuedOn} as "issuedOn",
        ${fields.amountMinor ?? sql`null::bigint`} as "amountMinor", ${fields.leftMinor ?? sql`null::bigint`} as "leftMinor", coalesce(a.applicant ->> 'name', '') as holder,
        ${applicantNameBn} as "holderBn", ${shownPlace} as place, jsonb_build_array(${fields.rest})::text as rest, ${fields.endedOn} as "endedOn",
        ${fields.earlierRests ?? sql`'{}'::text[]`} as "earlierRests",
        ${fields.facts ?? sql`'{}'::jsonb`} as facts, ${fields.validUntil ?? sql`null::date`} as "validUntil",
        ${fields.changedOn ?? changedOn} as "changedOn"
      from ${tables} where ${which}`,
  );
}

const applications = sql`applications.applications a`;

export const acknowledgementPaper: PaperKind = {
  kind: 'applications.acknowledgement',
  name: PAPER_NAMES.acknowledgement,
  contentOf: (db, id) =>
    contentOf(db, applications, sql`a.id = ${id} and a.submitted_at is not null`, {
      number: sql`a.number`,
      issuedOn: dayOfInstant(sql`a.submitted_at`),
      rest: place,
      endedOn: endedWithout,
    }),
};

/** An application that is at the authority again has no approval. */
export const nocPaper: PaperKind = {
  kind: 'applications.noc',
  name: PAPER_NAMES.noc,
  contentOf: (db, id) =>
    contentOf(
      db,
      applications,
      sql`a.id = ${id} and ${signedOn('noc')} is not null and a.noc_number is not null`,
      {
        number: sql`a.noc_number`,
        issuedOn: signedOn('noc'),
        rest: sql`${place}, a.noc_date, a.noc_valid_until`,
        facts: sql`jsonb_build_object('application', a.number)`,
        validUntil: sql`a.noc_valid_until`,
        endedOn: sql`coalesce(${endedWithout}, case
        when a.state in ('PENDING', 'WAITING_FOR_REVIEW') then ${dayOfInstant(sql`a.state_since`)} end)`,
      },
    ),
};

export const letterPaper: PaperKind = {
  kind: 'applications.letter',
  name: PAPER_NAMES.letter,
  contentOf: (db, id) =>
    contentOf(
      db,
      sql`${applications} left join meters.meters m on m.id = a.meter_id left join settings.dmas d on d.id = a.dma_id`,
      sql`a.id = ${id} and a.letter_issued_on is not null`,
      {
        number: sql`a.customer_number`,
        issuedOn: sql`a.letter_issued_on`,
        rest: sql`${place}, a.number, a.noc_number, m.number, d.id`,
        facts: sql`jsonb_build_object('application', a.number, 'noc', a.noc_number, 'meter', m.number)`,
        // Opened again after its meter was given away: what the letter says is not so any more.
        endedOn: sql`coalesce(${endedWithout}, ${closedOn}, case when a.meter_id is null then ${dayOfInstant(sql`a.state_since`)} end)`,
      },
    ),
};

export const demandNotePaper: PaperKind = {
  kind: 'applications.demand-note',
  name: PAPER_NAMES.demandNote,
  contentOf: (db, id) =>
    contentOf(
      db,
      sql`applications.demand_notes n join ${applications} on a.id = n.application_id`,
      sql`n.id = ${id}`,
      {
        number: sql`n.number`,
        issuedOn: sql`n.issued_on`,
        amountMinor: sql`n.total_minor`,
        leftMinor: sql`n.total_minor - n.settled_minor`,
        rest: sql`n.due_on`,
        // A day that moved later takes nothing from the household: the paper with the earlier one can be paid still.
        earlierRests: sql`array(select jsonb_build_array(earlier::date)::text
          from generate_series(n.issued_on::timestamp, n.due_on::timestamp - interval '1 day', interval '1 day') earlier)`,
        facts: sql`jsonb_build_object('application', a.number, 'dueOn', n.due_on)`,
        // What is paid counts for good; while the application is on hold its days do not run.
        validUntil: sql`case when n.settled_minor < n.total_minor and a.overlay is null then n.due_on end`,
        endedOn: sql`coalesce(${dayOfInstant(sql`n.cancelled_at`)}, ${endedWithout})`,
        // Nothing of a note changes but that it is paid or cancelled, and its last day.
        changedOn: sql`greatest(n.issued_on, (select max(${dayOfInstant(sql`t.at`)}) from applications.timeline t
          where t.application_id = a.id and t.action = any(${MOVING_THE_DAY}::text[])))`,
      },
    ),
};

/** A certificate says what was installed then: another meter at the connection since does not make it wrong. */
export const certificatePaper: PaperKind = {
  kind: 'applications.certificate',
  name: PAPER_NAMES.certificate,
  contentOf: (db, id) =>
    contentOf(
      db,
      sql`${applications} join applications.installations i on i.application_id = a.id
        join meters.meters m on m.id = i.meter_id`,
      sql`a.id = ${id} and i.confirmed_at is not null`,
      {
        number: sql`a.customer_number`,
        issuedOn: dayOfInstant(sql`i.confirmed_at`),
        rest: sql`${place}, a.number, m.number, i.seal_number, i.opening_litres, i.installed_on`,
        facts: sql`jsonb_build_object('application', a.number, 'meter', m.number)`,
        endedOn: sql`coalesce(${endedWithout}, ${closedOn}, case when a.state <> 'CONNECTED' then ${dayOfInstant(sql`a.state_since`)} end)`,
        changedOn: dayOfInstant(sql`i.recorded_at`),
      },
    ),
};

/** What the domain plugs in. */
export const applicationPapers: readonly PaperKind[] = [
  acknowledgementPaper,
  nocPaper,
  letterPaper,
  demandNotePaper,
  certificatePaper,
];
