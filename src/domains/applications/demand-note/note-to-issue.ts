/**
 * What the demand note of a survey holds on a day: lines, VAT, sum, last day to pay. Each line is rounded half up one time, VAT
 * one time over their sum; the lines sum to the total, which the database checks.
 */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { readSettings } from '../pipeline/read-settings.ts';
import { visibleTo } from '../pipeline/visible.ts';
import { type Fees, feesOn } from '../settings/settings.rules.ts';
import type { demandNotePreview } from './contract.ts';
import type { NoteLine } from './note-changes.rules.ts';
import { vatOn } from './vat.ts';

export type NoteToIssue = { lines: NoteLine[]; vatMinor: number; totalMinor: number; dueOn: string };

export async function noteToIssue(db: Db | Tx, actor: Actor, surveyId: string | null): Promise<NoteToIssue> {
  const settings = await readSettings(db);
  const { pipeSizeMm } = await one<{ pipeSizeMm: number }>(
    db,
    sql`select pipe_size_mm as "pipeSizeMm" from applications.surveys where id = ${surveyId}`,
  );
  const dayFees = feesOn(settings, actor.today);
  const net = [...fees(dayFees, pipeSizeMm), ...(await materials(db, surveyId))];
  const netMinor = net.reduce((sum, line) => sum + line.amountMinor, 0);
  const vatMinor = await vatOn(db, netMinor, dayFees.vatPercent);
  const lines = vatMinor === 0 ? net : [...net, feeLine('vat', 'VAT', 'ভ্যাট', vatMinor)];
  return {
    lines,
    vatMinor,
    totalMinor: netMinor + vatMinor,
    dueOn: addDays(actor.today, settings.validityDays),
  };
}

/** Poisha that the demand notes of submitted surveys come to today, by application: for many at once, rounded like one. */
export async function totalsToIssue(
  db: Db | Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const dayFees = feesOn(await readSettings(db), actor.today);
  const surveys = await all<{ id: string; pipeSizeMm: number; materialsMinor: number }>(
    db,
    sql`select s.application_id as id, s.pipe_size_mm as "pipeSizeMm", (
        select coalesce(sum(round(l.quantity * l.rate_minor)), 0)::bigint from applications.survey_materials l
        where l.survey_id = s.id and l.quantity > 0) as "materialsMinor"
      from applications.surveys s where s.application_id = any(${ids}::uuid[]) and s.state = 'SUBMITTED'`,
  );
  const net = surveys.map(({ pipeSizeMm, materialsMinor }) =>
    fees(dayFees, pipeSizeMm).reduce((sum, line) => sum + line.amountMinor, materialsMinor),
  );
  const totals = await all<{ id: string; total: number }>(
    db,
    sql`select n.id, n.net + round(n.net * ${dayFees.vatPercent}::numeric / 100)::bigint as total
      from unnest(${surveys.map(({ id }) => id)}::uuid[], ${net}::bigint[]) as n (id, net)`,
  );
  return new Map(totals.map(({ id, total }) => [id, total]));
}

type Preview = z.input<(typeof demandNotePreview)['output']>;

/** The same for who decides about a submitted survey, with the sizes that have to agree. */
export async function previewNote(db: Db, actor: Actor, id: string): Promise<Preview> {
  const survey = await first<{ id: string; sizes: Preview['sizes'] }>(
    db,
    sql`select s.id, jsonb_build_object('asked', (a.building ->> 'pipeSizeMm')::numeric::int, 'surveyed', s.pipe_size_mm,
        'meter', m.size_mm) as sizes
      from applications.applications a join applications.surveys s on s.application_id = a.id and s.state = 'SUBMITTED'
      left join meters.meters m on m.id = a.meter_id
      where a.id = ${id} and ${visibleTo(actor)}`,
  );
  if (!survey) throw fail(errors.survey_not_submitted);
  const { lines, totalMinor, dueOn } = await noteToIssue(db, actor, survey.id);
  return { lines, totalMinor, dueOn, sizes: survey.sizes };
}

function feeLine(kind: NoteLine['kind'], nameEn: string, nameBn: string, amountMinor: number): NoteLine {
  return { kind, nameEn, nameBn, unit: '', quantity: '1', rateMinor: amountMinor, amountMinor };
}

function fees(settings: Fees, pipeSizeMm: number): NoteLine[] {
  const bySize = settings.connectionFees.toSorted((a, b) => a.pipeSizeMm - b.pipeSizeMm);
  const connection = bySize.find((fee) => fee.pipeSizeMm >= pipeSizeMm) ?? bySize.at(-1);
  return [
    feeLine('application_fee', 'Application fee', 'আবেদন ফি', settings.applicationFeeMinor),
    feeLine('connection_fee', 'Connection fee', 'সংযোগ ফি', connection?.amountMinor ?? 0),
  ].filter((line) => line.amountMinor > 0);
}

function materials(db: Db | Tx, surveyId: string | null): Promise<NoteLine[]> {
  return all(
    db,
    sql`select 'material' as kind, l.name_en as "nameEn", l.name_bn as "nameBn", l.unit,
        trim_scale(l.quantity)::text as quantity, l.rate_minor as "rateMinor",
        round(l.quantity * l.rate_minor)::bigint as "amountMinor"
      from applications.survey_materials l where l.survey_id = ${surveyId} and l.quantity > 0 order by l.line_no`,
  );
}
