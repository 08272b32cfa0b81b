/**
 * What one household does within 24 hours. The office reads each application, each text message is paid for, and all that happens to an
 * application stays in its history for good. The office itself is not limited: who needs more comes to the counter.
 */
import type { Actor } from '#platform/actor.ts';
import { refuseTooOften } from '#platform/daily-limit.ts';
import { one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { errors as applicationErrors } from '../contract.ts';
import { errors } from './contract.ts';

/** A household has one plot, seldom more; each application keeps its plot from others as long as it is open. */
const APPLICATIONS_A_DAY = 5;
/** Some are thrown away; their rows stay for the audit. */
const DRAFTS_A_DAY = 20;
/** Of one application. */
const COMMENTS_A_DAY = 20;
/** Of one application: seventeen kinds of papers and four parts, some of them a few times. */
const CHANGES_A_DAY = 60;
/** To a phone that is not the household's own: its owner may never have heard of the application. */
const MESSAGES_A_DAY = 3;

const isHousehold = (actor: Actor): boolean => actor.kind === 'consumer';

/** Steps that the household itself has taken. */
const taken = (actor: Actor, actions: readonly string[], of: Sql): Sql =>
  sql`select t.at from applications.applications a join applications.timeline t on t.application_id = a.id
    where ${of} and t.actor_id = ${actor.userId} and t.action = any(${actions}::text[])`;

/** Those that were deleted count too. */
export async function refuseManyApplications(tx: Tx, actor: Actor): Promise<void> {
  if (!isHousehold(actor)) return;
  await refuseTooOften(tx, actor, {
    what: 'applications sent',
    done: taken(actor, ['submit'], sql`a.consumer_id = ${actor.consumerId}::uuid`),
    most: APPLICATIONS_A_DAY,
    refusal: errors.submitted_too_often,
  });
}

export async function refuseManyDrafts(tx: Tx, actor: Actor): Promise<void> {
  if (!isHousehold(actor)) return;
  await refuseTooOften(tx, actor, {
    what: 'drafts made',
    done: sql`select created_at as at from applications.applications
      where consumer_id = ${actor.consumerId}::uuid and created_by = ${actor.userId}`,
    most: DRAFTS_A_DAY,
    refusal: errors.drafts_too_often,
  });
}

export async function refuseManyComments(tx: Tx, actor: Actor, applicationId: string): Promise<void> {
  if (!isHousehold(actor)) return;
  await refuseTooOften(tx, actor, {
    what: 'comments written',
    done: taken(actor, ['comment'], sql`a.id = ${applicationId}`),
    most: COMMENTS_A_DAY,
    refusal: applicationErrors.commented_too_often,
  });
}

/** Papers that came, replaced ones too, papers that were taken out, and parts that were corrected. */
export async function refuseManyChanges(tx: Tx, actor: Actor, applicationId: string): Promise<void> {
  if (!isHousehold(actor)) return;
  await refuseTooOften(tx, actor, {
    what: 'applications changed',
    done: taken(actor, ['edit', 'correct'], sql`a.id = ${applicationId}`),
    most: CHANGES_A_DAY,
    refusal: errors.changed_too_often,
  });
}

/** What a household does itself is told to a stranger's phone a few times a day; its own bell and pages tell it always. */
export async function isToldEnough(tx: Tx, actor: Actor, phone: string): Promise<boolean> {
  if (!isHousehold(actor)) return false;
  const { told, isOwn } = await one<{ told: number; isOwn: boolean }>(
    tx,
    sql`select exists (select from consumers.consumers c where c.id = ${actor.consumerId}::uuid and c.phone = ${phone}) as "isOwn",
        (select count(*)::int from applications.applications a join applications.messages m on m.application_id = a.id
          join platform.outbox o on o.id = m.outbox_id
          where a.consumer_id = ${actor.consumerId}::uuid and o.channel = 'sms' and o.recipient = ${phone}
            and m.at > ${actor.now}::timestamptz - interval '1 day') as told`,
  );
  return !isOwn && told >= MESSAGES_A_DAY;
}
