/** Gives a paper its code, once: the same paper printed again has the same one. */
import { randomBytes } from 'node:crypto';
import { all, type Db, PLANNED_ONCE, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { codeOf } from '../code.rules.ts';
import { coveredName } from '../paper.rules.ts';
import type { PaperContent, PaperKind } from '../paper-kind.ts';
import { hashOf } from '../queries.ts';

const MOST_TRIES = 5;

/**
 * Who may print the paper is asked by its domain before.
 * @returns what the paper says, with its code; refuses a paper that there is not
 */
export async function notePaper(
  db: Db | Tx,
  kind: PaperKind,
  recordId: string,
): Promise<PaperContent & { code: string }> {
  const content = await kind.contentOf(db, recordId);
  if (!content) throw fail(commonErrors.not_found);
  const code = (await notePapers(db, kind.kind, new Map([[recordId, content]]))).get(recordId);
  return { ...content, code: code ?? '' };
}

/**
 * The same for several papers of a kind, in one statement.
 * @param contents what each paper says, by its record
 * @returns the code of each
 */
export async function notePapers(
  db: Db | Tx,
  kind: string,
  contents: ReadonlyMap<string, PaperContent>,
): Promise<Map<string, string>> {
  const codes = new Map<string, string>();
  // Somebody prints the same at the same moment, or a code is taken: the next try finds it, or takes another code.
  for (let tries = 0; tries < MOST_TRIES && codes.size < contents.size; tries += 1) {
    const asked = [...contents].filter(([id]) => !codes.has(id)).map(([id, content]) => rowOf(id, content));
    const found = await all<{ id: string; code: string }>(
      db,
      sql`${PLANNED_ONCE} with asked as materialized (
          select record_id, number, issued_on, amount_minor, holder, holder_bn, decode(rest_hash, 'hex') as rest_hash, code
          from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (record_id uuid, number text, issued_on date,
            amount_minor bigint, holder text, holder_bn text, rest_hash text, code text)
        ), known as (
          select a.record_id, p.code from asked a join papers.papers p on p.kind = ${kind} and p.record_id = a.record_id
            and (p.number, p.issued_on, p.amount_minor, p.holder, p.holder_bn, p.rest_hash)
              is not distinct from (a.number, a.issued_on, a.amount_minor, a.holder, a.holder_bn, a.rest_hash)
        ), made as (
          insert into papers.papers (code, kind, record_id, number, issued_on, amount_minor, holder, holder_bn, rest_hash)
          select a.code, ${kind}, a.record_id, a.number, a.issued_on, a.amount_minor, a.holder, a.holder_bn, a.rest_hash
          from asked a where a.record_id not in (select k.record_id from known k)
          on conflict do nothing returning record_id, code
        )
        select record_id as id, code from known union all select record_id, code from made`,
    );
    for (const { id, code } of found) codes.set(id, code);
  }
  if (codes.size < contents.size) throw new Error(`no code was free for a paper ${kind}`);
  return codes;
}

const rowOf = (id: string, content: PaperContent) => ({
  record_id: id,
  number: content.number,
  issued_on: content.issuedOn,
  amount_minor: content.amountMinor,
  holder: coveredName(content.holder),
  holder_bn: content.holderBn === null ? null : coveredName(content.holderBn),
  rest_hash: hashOf(content.rest),
  code: codeOf(randomBytes(12)),
});
