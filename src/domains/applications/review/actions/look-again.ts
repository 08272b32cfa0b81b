/** What a household corrected is no longer what was looked at: its papers are looked at again, and a NoC on paper is noted again. */
import { all, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { DOCUMENT_KIND_NAMES, type DocumentKind } from '../../documents.rules.ts';
import type { PartName } from '../../intake/parts.rules.ts';
import { isOtherPlot, provenBy } from '../proof.rules.ts';

type Corrected = { part: PartName; fields: readonly string[] };
type Again = { details: { papersAgain?: string[]; nocAgain?: string }; sets: Sql[] };

/** The application is locked. That they were looked at before stays with them (`checked_at`), so that nobody accepts them unseen. */
export async function lookAgain(tx: Tx, applicationId: string, { part, fields }: Corrected): Promise<Again> {
  const noc = isOtherPlot(part, fields)
    ? await first<{ number: string }>(
        tx,
        sql`select noc_number as number from applications.applications where id = ${applicationId} and noc_number is not null`,
      )
    : undefined;
  const scan = sql`(${noc !== undefined}::boolean and d.id = (select a.noc_document_id from applications.applications a
    where a.id = d.application_id))`;
  const papers = await all<{ kind: DocumentKind }>(
    tx,
    sql`update applications.documents d set state = 'SUBMITTED'
      where d.application_id = ${applicationId} and d.state = 'ACCEPTED'
        and (d.kind = any(${provenBy(part, fields)}::text[]) or ${scan})
      returning d.kind`,
  );
  const kinds = DOCUMENT_KIND_NAMES.filter((name) => papers.some(({ kind }) => kind === name));
  return {
    details: {
      ...(kinds.length > 0 ? { papersAgain: kinds } : {}),
      ...(noc ? { nocAgain: noc.number } : {}),
    },
    sets: noc
      ? [
          ...[sql`noc_number = null`, sql`noc_doubled = false`, sql`noc_date = null`],
          ...[sql`noc_valid_until = null`, sql`noc_document_id = null`],
        ]
      : [],
  };
}
