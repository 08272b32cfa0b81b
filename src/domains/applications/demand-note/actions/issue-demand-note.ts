/**
 * Freezes a survey into a demand note: lines, total, number, last day to pay. Each line is rounded half up once,
 * VAT once over their sum; the lines sum to the total, which the database checks.
 */
import type { Actor } from '#platform/actor.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { errors } from '../../contract.ts';
import type { Subject } from '../../pipeline/load-facts.ts';
import { readSettings } from '../../pipeline/read-settings.ts';
import { type Fees, feesOn } from '../../settings/settings.rules.ts';
import type { NoteLine } from '../note-changes.rules.ts';
import { vatOn } from '../vat.ts';

export type IssuedNote = { id: string; number: string; dueOn: string; totalMinor: number };

export async function issueDemandNote(tx: Tx, actor: Actor, subject: Subject): Promise<IssuedNote> {
  const settings = await readSettings(tx);
  const { pipe_size_mm } = await one<{ pipe_size_mm: number }>(
    tx,
    sql`select pipe_size_mm from applications.surveys where id = ${subject.surveyId}`,
  );
  const dayFees = feesOn(settings, actor.today);
  const net = [...fees(dayFees, pipe_size_mm), ...(await materials(tx, subject))];
  const netMinor = net.reduce((sum, line) => sum + line.amountMinor, 0);
  const vatMinor = await vatOn(tx, netMinor, dayFees.vatPercent);
  const lines = vatMinor === 0 ? net : [...net, feeLine('vat', 'VAT', 'ভ্যাট', vatMinor)];
  if (netMinor + vatMinor === 0) throw fail(errors.nothing_to_pay);
  const dueOn = addDays(actor.today, settings.validityDays);
  const note = await one<{ id: string; number: string }>(
    tx,
    sql`insert into applications.demand_notes
      (number, application_id, survey_id, version_no, issued_on, due_on, total_minor, vat_minor)
      select platform.human_number(${NUMBER_KINDS.demandNote}, platform.take_numbers('demand-note')), ${subject.id},
        ${subject.surveyId}::uuid, count(*) + 1, ${actor.today}::date, ${dueOn}::date, ${netMinor + vatMinor}, ${vatMinor}
      from applications.demand_notes where application_id = ${subject.id}
      returning id, number`,
  );
  await execute(
    tx,
    sql`insert into applications.demand_note_lines
    (demand_note_id, line_no, kind, name_en, name_bn, unit, quantity, rate_minor, amount_minor)
    select ${note.id}, l.no, l.line ->> 'kind', l.line ->> 'nameEn', l.line ->> 'nameBn', l.line ->> 'unit',
      (l.line ->> 'quantity')::numeric, (l.line ->> 'rateMinor')::bigint, (l.line ->> 'amountMinor')::bigint
    from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as l (line, no)`,
  );
  return { ...note, dueOn, totalMinor: netMinor + vatMinor };
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

function materials(tx: Tx, subject: Subject): Promise<NoteLine[]> {
  return all(
    tx,
    sql`select 'material' as kind, m.name_en as "nameEn", m.name_bn as "nameBn", m.unit,
        trim_scale(l.quantity)::text as quantity, l.rate_minor as "rateMinor",
        round(l.quantity * l.rate_minor)::bigint as "amountMinor"
      from applications.survey_materials l join settings.materials m on m.id = l.material_id
      where l.survey_id = ${subject.surveyId} and l.quantity > 0 order by l.line_no`,
  );
}
