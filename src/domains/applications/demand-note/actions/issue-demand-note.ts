/** Freezes a survey into a demand note: its lines as they are calculated today, with a number. */
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { errors } from '../../contract.ts';
import type { Subject } from '../../pipeline/load-facts.ts';
import { MOST_NOTE_MINOR } from '../note-sums.rules.ts';
import { noteToIssue } from '../note-to-issue.ts';

export type IssuedNote = { id: string; number: string; dueOn: string; totalMinor: number };

/** @param seen the total that was read before; of a rate or fee that changed meanwhile nobody has agreed to the other sum */
export async function issueDemandNote(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  seen?: { totalMinor: number | undefined },
): Promise<IssuedNote> {
  const { lines, vatMinor, totalMinor, dueOn } = await noteToIssue(tx, actor, subject.surveyId);
  if (totalMinor === 0) throw fail(errors.nothing_to_pay);
  if (totalMinor > MOST_NOTE_MINOR) throw fail(errors.note_too_large, { most_minor: MOST_NOTE_MINOR });
  if (seen && seen.totalMinor !== totalMinor) throw fail(errors.note_changed, { totalMinor });
  const note = await one<{ id: string; number: string }>(
    tx,
    sql`insert into applications.demand_notes
      (number, application_id, survey_id, version_no, issued_on, due_on, total_minor, vat_minor)
      select platform.human_number(${NUMBER_KINDS.demandNote}, platform.take_numbers('demand-note')), ${subject.id},
        ${subject.surveyId}::uuid, count(*) + 1, ${actor.today}::date, ${dueOn}::date, ${totalMinor}, ${vatMinor}
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
  return { ...note, dueOn, totalMinor };
}
