/** What a code confirms. Nobody is signed in: the answer is the same for everybody who has the paper. */
import { createHash } from 'node:crypto';
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { minor } from '#shared/money.ts';
import { plainCode, plainNumber } from './code.rules.ts';
import { type CheckedPaper, errors } from './contract.ts';
import { factsOf, leftOf, placeOf, type Stored, validityOf } from './paper.rules.ts';
import type { PaperKind } from './paper-kind.ts';

/** Only this of what a paper says beside its own fields is kept. */
export const hashOf = (rest: string): string => createHash('sha256').update(rest).digest('hex');

type Row = Stored & { kind: string; recordId: string; holder: string; holderBn: string | null };

async function rowOf(db: Db | Tx, typed: string, beside: string | undefined): Promise<Row | undefined> {
  const code = plainCode(typed);
  if (!code) return undefined;
  const number = beside ? plainNumber(beside) : null;
  return first<Row>(
    db,
    sql`select kind, record_id as "recordId", number, issued_on as "issuedOn", amount_minor as "amountMinor",
        holder, holder_bn as "holderBn", encode(rest_hash, 'hex') as "restHash"
      from papers.papers
      where code = ${code} and (${number}::text is null or upper(replace(number, ' ', '')) = ${number})`,
  );
}

/** Refuses a code that no paper has, in the same way as one that is none or whose number is another one. */
export async function findPaper(
  db: Db | Tx,
  kinds: readonly PaperKind[],
  asked: { code: string; number?: string | undefined; today: string },
): Promise<CheckedPaper> {
  const { code, number } = asked;
  // The number is beside the code on the paper, and may be typed in its place.
  const row = (await rowOf(db, code, number)) ?? (number ? await rowOf(db, number, code) : undefined);
  const kind = row && kinds.find((known) => known.kind === row.kind);
  if (!row || !kind) throw fail(errors.unknown_paper);
  const content = await kind.contentOf(db, row.recordId);
  const { number: shown, issuedOn, amountMinor, holder, holderBn } = row;
  const now = content && {
    ...content,
    restHashes: [content.rest, ...(content.earlierRests ?? [])].map(hashOf),
  };
  const leftMinor = leftOf(row, now, asked.today);
  return {
    kind: kind.name,
    ...{ number: shown, issuedOn, amountMinor, holder, holderBn, place: placeOf(row, now) },
    leftMinor,
    byNewOwnerMinor: leftMinor === null ? minor(0) : (now?.byNewOwnerMinor ?? minor(0)),
    facts: factsOf(row, now),
    goesBack: now?.goesBack ?? false,
    ...validityOf(row, now, asked.today),
  };
}
