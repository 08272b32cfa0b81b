/** Messages that cannot leave: those who may change how messages go out are told, once a day for each channel. */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import type { Channel } from '#platform/messages/outbox.ts';

export function tellUndeliverable(tx: Tx, now: Date, channel: Channel): Promise<void> {
  return notify(tx, { now, userId: null }, holdersOf('settings:edit'), {
    kind: channel === 'sms' ? 'logs.sms_undelivered' : 'logs.mail_undelivered',
    occasion: now.toISOString().slice(0, 10),
    path: `/configuration/${channel}`,
    params: {},
  });
}
