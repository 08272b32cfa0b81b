/** The bill, as its code confirms it. What a bill says is never changed: a correction is a paper of its own. */
import type { PaperContent, PaperKind } from '#domains/papers/paper-kind.ts';
import { all, type Db, PLANNED_ONCE, sql, type Tx } from '#platform/database/db.ts';
import { holderName, holderNameBn, parties } from '../queries.ts';
import { billWords } from './words.ts';

export const billPaper: PaperKind = {
  kind: 'billing.bill',
  name: { en: billWords.en.title, bn: billWords.bn.title },
  contentOf: async (db, id) => (await billContents(db, [id])).get(id),
};

/** What several bills say, by their ids. */
export async function billContents(db: Db | Tx, ids: readonly string[]): Promise<Map<string, PaperContent>> {
  const rows = await all<PaperContent & { id: string }>(
    db,
    sql`${PLANNED_ONCE} select i.id, i.number, i.issued_on as "issuedOn", i.total_minor as "amountMinor",
        greatest(i.total_minor - i.settled_minor, 0) as "leftMinor", billing.taken_over_due(i.id) as "byNewOwnerMinor", ${holderName} as holder,
        nullif(${holderNameBn}, '') as "holderBn",
        jsonb_build_object('sectorNumber', s.number, 'roadNumber', d.number, 'plotNumber', c.plot_number) as place,
        jsonb_build_array(i.connection_id, i.period)::text as rest,
        jsonb_build_object('connection', c.number, 'dueOn', i.due_on) as facts, null as "validUntil", i.cancelled_on as "endedOn", i.issued_on as "changedOn"
      from billing.invoices i ${parties} where i.id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}
