/** Gives a paper its code, once: the same paper printed again has the same one. */
import { randomBytes } from 'node:crypto';
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
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
  const facts = sql`${content.number}::text, ${content.issuedOn}::date, ${content.amountMinor}::bigint,
    ${coveredName(content.holder)}::text, ${content.holderBn === null ? null : coveredName(content.holderBn)}::text,
    decode(${hashOf(content.rest)}, 'hex')`;
  const columns = sql`number, issued_on, amount_minor, holder, holder_bn, rest_hash`;
  // Somebody prints the same at the same moment, or the code is taken: the next try finds it, or takes another code.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const paper = await first<{ code: string }>(
      db,
      sql`with known as (
          select code from papers.papers where kind = ${kind.kind} and record_id = ${recordId}
            and (${columns}) is not distinct from (${facts})
        ), made as (
          insert into papers.papers (code, kind, record_id, ${columns})
          select ${codeOf(randomBytes(12))}, ${kind.kind}, ${recordId}::uuid, ${facts}
          where not exists (select from known) on conflict do nothing returning code
        )
        select code from known union all select code from made`,
    );
    if (paper) return { ...content, code: paper.code };
  }
  throw new Error(`no code was free for the paper ${kind.kind} ${recordId}`);
}
