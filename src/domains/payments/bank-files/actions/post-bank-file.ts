/** Payout and fee of a settlement file come into the books one time, by two people; before that a file can be given up. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../errors.ts';
import { tellDeciders } from '../../proposals/actions/propose-money.ts';
import type { BankFile, BankFileDetail } from '../contract.ts';
import { bankFile, FILE_SUMS, getBankFile } from '../queries.ts';
import { lockFiles } from './lock-files.ts';
import { refreshFileAlarms } from './raise-differences.ts';

/** What was shown is compared in the statement that asks: a file that was given up since may have changed which rows count. */
export async function askBankPosting(
  tx: Tx,
  actor: Actor,
  input: { id: string; amountMinor: number; feeMinor: number; statementReference: string; reason: string },
): Promise<BankFileDetail> {
  const { id, amountMinor, feeMinor, statementReference, reason } = input;
  const file = await bankFile(tx, id);
  const asked = await first<{ id: string }>(
    tx,
    sql`update payments.bank_files f set state = 'ASKED' where f.id = ${id} and f.state = 'READ'
      and (select (s.amount, s.fee) = (${amountMinor}::bigint, ${feeMinor}::bigint) from (${FILE_SUMS}) s) returning f.id`,
  );
  if (!asked) throw fail(file.state === 'READ' ? errors.bank_file_moved : errors.bank_file_state);
  const proposal = await one<{ id: string }>(
    tx,
    sql`insert into payments.proposals (kind, bank_file_id, amount_minor, fee_minor, statement_reference, reason, requested_by, requested_at)
      values ('POST_FILE', ${id}, ${amountMinor}, ${feeMinor}, ${statementReference}, ${reason}, ${actor.userId}, ${actor.now})
      returning id`,
  );
  await audit(tx, actor, {
    action: 'bank-file.ask-posting',
    object: 'bank_file',
    objectId: id,
    before: { state: 'READ' },
    after: { state: 'ASKED', name: file.name, amountMinor, feeMinor, statement: statementReference },
    reason,
  });
  await tellDeciders(tx, actor, { proposalId: proposal.id, amountMinor });
  return getBankFile(tx, actor, id);
}

type Posting = { fileId: string; amountMinor: number; feeMinor: number; statementReference: string };

/** The second person agreed: what the gateway owed us is at the bank, less its fee. The caller holds the lock of the proposal. */
export async function postBankFile(tx: Tx, actor: Actor, posting: Posting): Promise<void> {
  const { fileId, amountMinor, feeMinor, statementReference } = posting;
  await lockFiles(tx, fileId);
  const posted = await first<{ name: string }>(
    tx,
    sql`update payments.bank_files f set state = 'POSTED', posted_at = ${actor.now}, posted_on = ${actor.today},
        statement_reference = ${statementReference}
      where f.id = ${fileId} and f.state = 'ASKED'
        and (select (s.amount, s.fee) = (${amountMinor}::bigint, ${feeMinor}::bigint) from (${FILE_SUMS}) s) returning f.name`,
  );
  if (!posted) throw fail(errors.bank_file_moved);
  // Rows that only say "not paid" move nothing.
  if (amountMinor !== 0 || feeMinor !== 0)
    await postJournal(tx, actor, {
      ...{ kind: 'BANK_FILE', sourceId: fileId, businessDate: actor.today, reason: posted.name },
      entries: [
        { account: ACCOUNTS.bank, amountMinor: amountMinor - feeMinor },
        { account: ACCOUNTS.gatewayFees, amountMinor: feeMinor },
        { account: ACCOUNTS.gateway, amountMinor: -amountMinor },
      ],
    });
  await audit(tx, actor, {
    action: 'bank-file.post',
    object: 'bank_file',
    objectId: fileId,
    before: { state: 'ASKED' },
    after: { state: 'POSTED', name: posted.name, amountMinor, feeMinor, statement: statementReference },
  });
}

/** The second person refused: it can be asked again, or given up. */
export async function releaseBankFile(tx: Tx, fileId: string): Promise<void> {
  await execute(
    tx,
    sql`update payments.bank_files set state = 'READ' where id = ${fileId} and state = 'ASKED'`,
  );
}

/**
 * A posted file in which a movement of this one is a repetition: the movement was left out of its sum, and would be in no file at all.
 * The caller holds the lock of the files.
 */
async function refuseCountedElsewhere(tx: Tx, id: string): Promise<void> {
  const found = await first(
    tx,
    sql`select from payments.bank_rows d
      join payments.bank_rows x on x.gateway = d.gateway and x.movement = d.movement and x.repeats and not x.dropped
      join payments.bank_files y on y.id = x.file_id and y.state = 'POSTED'
      join payments.bank_files f on f.id = d.file_id and f.state = 'READ'
      where d.file_id = ${id} and not d.repeats limit 1`,
  );
  if (found) throw fail(errors.bank_file_relied_on);
}

/** Its rows count no more. A later row that was a repetition of one of them counts now, if its file is not posted. */
export async function giveUpBankFile(
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<BankFile> {
  const { gateway, name, state } = await bankFile(tx, id);
  await lockFiles(tx, id);
  await refuseCountedElsewhere(tx, id);
  // Money of a row that names no payment of ours is told from other money by the row alone: its alarm would lose it.
  const ended = await first<{ id: string }>(
    tx,
    sql`update payments.bank_files f set state = 'GIVEN_UP', given_up_by = ${actor.userId}, given_up_at = ${actor.now},
        give_up_reason = ${reason}
      where f.id = ${id} and f.state = 'READ' and not exists (select from payments.bank_rows r join payments.alarms a on a.bank_row_id = r.id
        where r.file_id = f.id and (a.state <> 'SOLVED' or a.solution in ('BOOKED', 'SENT_BACK'))) returning f.id`,
  );
  if (!ended) throw fail(state === 'READ' ? errors.bank_file_alarms : errors.bank_file_state);
  await execute(tx, sql`update payments.bank_rows set dropped = true where file_id = ${id}`);
  await execute(
    tx,
    sql`update payments.bank_rows r set repeats = false from (
        select distinct on (x.movement) x.id from payments.bank_rows d
        join payments.bank_rows x on x.gateway = d.gateway and x.movement = d.movement and x.repeats and not x.dropped
        join payments.bank_files y on y.id = x.file_id and y.state in ('READ', 'ASKED')
        where d.file_id = ${id} and not d.repeats order by x.movement, x.file_id, x.row_no) s
      where r.id = s.id`,
  );
  await audit(tx, actor, {
    action: 'bank-file.give-up',
    object: 'bank_file',
    objectId: id,
    before: { state },
    after: { state: 'GIVEN_UP', name },
    reason,
  });
  await refreshFileAlarms(tx, actor, gateway);
  return bankFile(tx, id);
}
