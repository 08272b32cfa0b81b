/** SMS, e-mail and bell about cases, in the transaction of what happened: each of it once for a case, or for each of its turns. */
import {
  type Language,
  messagesTo,
  type SpeakerRow,
  speakerColumns,
  speakerOf,
} from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import { enqueueWritten } from '#platform/messages/outbox.ts';
import type { NoticeKind } from '#shared/words.ts';
import { filled, type LadderRules, type ToldStep } from '../ladder/ladder.rules.ts';
import { type CaseMessage, messages } from './message-texts.ts';

const NOTICES: Record<CaseMessage, NoticeKind> = {
  reminder: 'collections.reminder',
  notice: 'collections.notice',
  ordered: 'collections.ordered',
  cancelled: 'collections.cancelled',
  waiting: 'collections.waiting',
  disconnected: 'collections.disconnected',
  reconnecting: 'collections.reconnecting',
  openAgain: 'collections.open_again',
  planOpenAgain: 'collections.open_again',
  reconnected: 'collections.reconnected',
};

type Receiver = SpeakerRow & {
  id: string;
  occasion: string;
  connection: string;
  phone: string | null;
  email: string | null;
  language: Language | null;
  dueMinor: number;
  payBy: string;
};

/**
 * @param what reminder and notice are told once for a case; the others once for each version of it
 * @param rules with texts of the utility's own
 */
export async function tellCases(
  tx: Tx,
  actor: Actor,
  { ids, what, rules }: { ids: readonly string[]; what: CaseMessage; rules?: LadderRules },
): Promise<void> {
  if (ids.length === 0) return;
  const once = what === 'reminder' || what === 'notice';
  const facts = sql`select k.id, ${once ? sql`k.id::text` : sql`k.id || ':' || k.version`} as occasion, n.number as connection, u.id as consumer_id,
      u.phone, k.due_minor, k.pay_by
    from collections.cases k join meters.connections n on n.id = k.connection_id
    join consumers.consumers w on w.id = k.consumer_id join consumers.consumers u on u.id = coalesce(w.merged_into, w.id)
    where k.id = any(${[...ids]}::uuid[])`;
  const receivers = await all<Receiver>(
    tx,
    sql`select f.id, f.occasion, f.connection, f.phone, a.email, a.language, f.due_minor as "dueMinor", f.pay_by as "payBy", ${speakerColumns}
      from (${facts}) f left join lateral (select i.email, i.language from identity.users i
        where i.consumer_id = f.consumer_id and i.status = 'active' limit 1) a on true`,
  );
  const written = receivers.flatMap((receiver) => writtenTo(receiver, what, rules));
  await enqueueWritten(tx, written);
  await notifyEach(
    tx,
    actor,
    NOTICES[what],
    sql`select i.id as user_id, f.occasion, '/pay' as path,
        jsonb_build_object('number', f.connection, 'minor', f.due_minor, 'day', f.pay_by) as params
      from (${facts}) f join identity.users i on i.consumer_id = f.consumer_id and i.status = 'active'`,
  );
}

const isTold = (what: CaseMessage): what is ToldStep => what === 'reminder' || what === 'notice';

function writtenTo(receiver: Receiver, what: CaseMessage, rules?: LadderRules) {
  const speaker = speakerOf(receiver, receiver.language);
  const { language, write } = speaker;
  const facts = {
    connection: write.digits(receiver.connection),
    amount: write.money(receiver.dueMinor),
    day: write.day(receiver.payBy),
    link: speaker.linkTo(receiver.connection),
  };
  const own = rules && isTold(what) ? rules[what][language === 'bn' ? 'textBn' : 'textEn'] : '';
  const kind = own
    ? {
        ...messages[what],
        [language]: ({ utility }: { utility: string }) => `${utility}: ${filled(own, facts)}`,
        parts: { en: 4, bn: 6 },
      }
    : messages[what];
  const event = `collections.${what}:${receiver.occasion}`;
  return messagesTo(receiver, speaker, { event, kind, facts });
}
