/** Messages that cannot leave: those who may change how messages go out are told, once a day for each channel. */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { type Clock, today } from '#platform/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import type { Channel } from '#platform/messages/sender.ts';

export function tellUndeliverable(tx: Tx, clock: Clock, channel: Channel): Promise<void> {
  return notify(tx, { now: clock.now(), userId: null }, holdersOf('settings:edit'), {
    kind: channel === 'sms' ? 'logs.sms_undelivered' : 'logs.mail_undelivered',
    occasion: today(clock),
    path: `/configuration/${channel}`,
    params: {},
  });
}
