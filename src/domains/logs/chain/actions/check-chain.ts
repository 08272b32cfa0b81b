/** Verifies the chain and notes what was found; administrators are told at once if a row was changed. */
import { type Language, type MessageText, mailText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, execute, sql, type Tx, transaction } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import type { PaperFormats } from '#shared/format.ts';
import { findingLine, type Head, headText } from '../findings.rules.ts';
import { messages } from '../message-texts.ts';
import { type Verdict, verifyChain } from '../verify-chain.ts';
import { sealRows } from './seal-rows.ts';

/** @param by who asked */
export async function checkChain(db: Db, actor: Actor, by: string): Promise<Verdict> {
  await sealRows(db);
  const verdict = await verifyChain(db);
  const { rows, head, findings } = verdict;
  await transaction(db, async (tx) => {
    await execute(
      tx,
      sql`insert into logs.audit_checks (at, by_name, rows, hash, findings)
      values (${actor.now}, ${by}, ${rows}, decode(${head?.hash ?? null}, 'hex'), ${JSON.stringify(findings)}::jsonb)`,
    );
    const [worst] = findings;
    if (worst)
      await mailAdministrators(tx, `logs.audit-touched:${actor.today}`, messages.touched, () => ({
        line: findingLine(worst),
      }));
  });
  return verdict;
}

/** Sends the head of the chain to the outside: what was sealed until then cannot be rewritten unnoticed. */
export async function publishHead(db: Db, actor: Actor, head: Head): Promise<boolean> {
  return transaction(db, async (tx) => {
    const published = await execute(
      tx,
      sql`insert into logs.audit_heads (day, position, hash, published_at)
      select ${actor.today}::date, ${head.position}, decode(${head.hash}, 'hex'), ${actor.now}
      where not exists (select from logs.audit_heads where position = ${head.position})
      on conflict (day) do nothing`,
    );
    if (published === 0) return false;
    await mailAdministrators(tx, `logs.audit-head:${actor.today}`, messages.head, (write) => ({
      day: write.day(actor.today),
      head: headText(head),
    }));
    return true;
  });
}

type Administrator = { email: string; language: Language };

async function mailAdministrators<F extends Record<string, string>>(
  tx: Tx,
  event: string,
  text: MessageText<F>,
  factsOf: (write: PaperFormats) => F,
): Promise<void> {
  const administrators = await all(
    tx,
    sql<Administrator>`select u.email, u.language from identity.users u join roles.roles r on r.id = u.role_id
      where r.code = 'admin' and u.status = 'active' and u.email is not null`,
  );
  for (const { email, language } of administrators) {
    const speaker = await speakerFor(tx, language);
    const mail = mailText(speaker, text, factsOf(speaker.write));
    await enqueueMessage(tx, {
      ...{ event, channel: 'email', recipient: email, language: speaker.language, ...mail },
    });
  }
}
