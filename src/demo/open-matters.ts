/**
 * What waits for a second look these days: shared connections, claims, a closed connection, alarms about money and what
 * one person asked another one. Each is made by the action that a person's press starts.
 */
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { openClaim } from '#domains/consumers/claim/waiting/actions/open-claim.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import { closeConnection } from '#domains/meters/closure/actions/close-connection.ts';
import { acceptInvitation } from '#domains/meters/sharing/actions/accept-invitation.ts';
import { inviteToConnection } from '#domains/meters/sharing/actions/invite-person.ts';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { checkOrder, type GatewayContext } from '#domains/payments/gateway/check-order.ts';
import { openOrder } from '#domains/payments/gateway/open-order.ts';
import { receiveCallback } from '#domains/payments/gateway/receive-callback.ts';
import { proposeBackdated, proposeForAlarm } from '#domains/payments/proposals/actions/propose-money.ts';
import {
  decide,
  findOrder,
  SANDBOX_MERCHANT,
  type SandboxContext,
  sandboxGateway,
  sandboxKey,
  signedCall,
} from '#domains/payments/sandbox/bank.ts';
import type { Actor } from '#platform/actor.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { allWords } from '#platform/words/all-words.ts';
import { addDays } from '#shared/dates.ts';
import { positiveMinorSchema } from '#shared/money.ts';
import { firstGrants } from '#shared/words.ts';
import { downloadBankReport, type Means } from './bank-downloads.ts';
import { takeBankFile } from './bank-file.ts';
import { printBills } from './bill-prints.ts';
import { HOUSEHOLD_CONNECTIONS } from './customers.ts';
import { DEMO_PASSWORD } from './logins.ts';
import type { Story } from './story.ts';

/** Two people who made an account in the portal and have no connection of their own. */
const NEWCOMERS = [
  { name: 'Jamal Uddin', nameBn: 'জামাল উদ্দিন', phone: '+8801799000101' },
  { name: 'Shirin Akhter', nameBn: 'শিরিন আখতার', phone: '+8801799000102' },
] as const;
const INVITED = { name: 'Arif Hasan', phone: '+8801799000103' };

type Newcomer = { actor: Actor; phone: string; name: string; userId: string };

export async function leaveOpen(story: Story, household: Actor, means: Means): Promise<void> {
  const { secrets } = means;
  const newcomers = await welcome(story);
  await share(story, { ...household, now: nowOf(story), today: story.today }, { newcomers, secrets });
  await claim(story, newcomers, secrets);
  await closeOne(story);
  const alarmId = await raiseAlarms(story, secrets);
  await propose(story, alarmId);
  await takeBankFile(story);
  await downloadBankReport(story, means);
  await printBills(story, means);
}

const nowOf = ({ at, today }: Story) => at('system', today, '10:00').now;

async function welcome({ db, at, today }: Story): Promise<Newcomer[]> {
  const system = at('system', today, '10:00');
  const permissions = new Set(firstGrants(allWords, 'consumer'));
  return transaction(db, async (tx) => {
    const newcomers: Newcomer[] = [];
    for (const { name, nameBn, phone } of NEWCOMERS) {
      const { id: consumerId } = await createConsumer(tx, system, { name, nameBn, phone });
      const password = DEMO_PASSWORD;
      const account = { role: 'consumer', name, phone, password, language: 'bn', consumerId } as const;
      const { id: userId } = await createUser(tx, system, account);
      const who = { kind: 'consumer', role: 'consumer', name, userId, consumerId, permissions } as const;
      newcomers.push({ actor: { ...system, ...who }, phone, name, userId });
    }
    return newcomers;
  });
}

/** The household's tenant may see and pay; a brother has not accepted yet. */
async function share(
  { db, connections, publicUrl }: Story,
  household: Actor,
  { newcomers: [tenant], secrets }: { newcomers: Newcomer[]; secrets: Secrets },
): Promise<void> {
  if (!tenant) return;
  const connectionId = connections[HOUSEHOLD_CONNECTIONS[0]]?.id ?? '';
  const invite = (phone: string, name: string, mayPay: boolean) =>
    transaction(db, async (tx) => {
      const invited = { connectionId, phone, name, mayPay, language: 'bn' } as const;
      const { id } = await inviteToConnection(tx, household, { secrets, publicUrl }, invited);
      // Only the SMS has the code, and it is removed when the SMS has gone.
      return one<{ code: string }>(
        tx,
        sql`select substring(body from 'code=([0-9]{8})') as code from platform.outbox
          where event = ${`meters.invitation:${id}`} and channel = 'sms'`,
      );
    });
  const { code } = await invite(tenant.phone, tenant.name, true);
  await acceptInvitation(db, tenant.actor, { secrets }, code);
  await invite(INVITED.phone, INVITED.name, false);
}

/** Each of them asks for the entry of somebody who has no account, and whose phone is another one. */
async function claim({ db, consumerIds }: Story, newcomers: Newcomer[], secrets: Secrets): Promise<void> {
  const entries = await all<{
    id: string;
    number: string;
    name: string;
    nameBn: string | null;
    phone: string;
  }>(
    db,
    sql`select c.id, c.number, c.name, c.name_bn as "nameBn", c.phone from consumers.consumers c
      where c.id = any (${consumerIds}::uuid[]) and c.status = 'active' and c.nid is not null
        and not exists (select from identity.users u where u.consumer_id = c.id)
      order by c.number desc limit ${newcomers.length}`,
  );
  const keys = { tokens: makeTokens(secrets), secrets };
  for (const [index, { actor, userId, phone }] of newcomers.entries()) {
    const entry = entries[index];
    if (!entry) continue;
    const asked = { userId, phone, customerNumber: entry.number, entry: { ...entry, isOwn: false } };
    await transaction(db, (tx) => openClaim(tx, actor, keys, asked));
  }
}

const LAST_WATER_LITRES = 3000;

/** A house is empty: its meter was read for the last time today, and went. */
async function closeOne({ db, at, today, connections }: Story): Promise<void> {
  const kept = HOUSEHOLD_CONNECTIONS.map((n) => connections[n]?.id ?? '');
  const { meterId, registerLitres } = await one<{ meterId: string; registerLitres: number }>(
    db,
    sql`select r.meter_id as "meterId", r.register_litres as "registerLitres" from meters.connections c
      join lateral (select l.* from meters.readings l where l.connection_id = c.id and l.living
        order by l.period desc limit 1) r on true
      join meters.assignments a on a.meter_id = r.meter_id and a.removed_on is null
      join meters.meters m on m.id = a.meter_id
      where c.status = 'active' and c.id <> all (${kept}::uuid[]) and r.state in ('BILLED', 'APPROVED', 'VALID') and r.read_on < ${today}::date
        and r.register_litres < 9000000 and r.consumption_litres between 8000 and 30000
      order by r.state = 'BILLED' desc, c.number limit 1`,
  );
  const last = { meterId, readOn: today, registerLitres: registerLitres + LAST_WATER_LITRES };
  const reason = 'The house is empty; the owner asked for the end.';
  await transaction(db, (tx) => closeConnection(tx, at('admin', today, '10:40'), { ...last, reason }));
}

type Debtor = { connectionId: string; openMinor: number };

/** Two connections with a bill that is open; not the household's. */
async function debtorsOf({ db, connections }: Story): Promise<[Debtor, Debtor]> {
  const kept = HOUSEHOLD_CONNECTIONS.map((n) => connections[n]?.id ?? '');
  const [first, second] = await all<Debtor>(
    db,
    sql`select i.connection_id as "connectionId", sum(i.total_minor - i.settled_minor)::bigint as "openMinor"
      from billing.invoices i join meters.connections c on c.id = i.connection_id
      where i.settled_minor < i.total_minor and i.cancelled_on is null and c.status = 'active'
        and c.id <> all (${kept}::uuid[])
      group by 1, c.number having sum(i.total_minor - i.settled_minor) > 20000 order by c.number limit 2`,
  );
  if (!first || !second) throw new Error('nobody in the demo town owes anything');
  return [first, second];
}

/**
 * A call without the bank's signature, one about an order that is not ours, and an order of which the bank took another
 * amount, whose alarm is given.
 */
async function raiseAlarms(story: Story, { pepper }: Secrets): Promise<string> {
  const { db, at, today, publicUrl } = story;
  const now = () => at('system', today, '10:50').now;
  const sandbox: SandboxContext = { database: { db }, now, key: sandboxKey(pepper), publicUrl };
  const gateways = async () => [sandboxGateway(sandbox)];
  const context: GatewayContext = { database: { db }, gateways };
  const system = at('system', today, '10:50');
  const [{ connectionId, openMinor }] = await debtorsOf(story);
  const callback = { merchantId: SANDBOX_MERCHANT, amountMinor: openMinor, currency: 'BDT' };
  const message = JSON.stringify({ ...callback, orderId: 'SB00F3A91C27D4' });
  await receiveCallback(context, system, { gateway: 'sandbox', message, signature: 'none' });
  const unknown = signedCall(sandbox.key, { ...callback, orderId: 'SB7719E0B2C5A8' });
  await receiveCallback(context, system, { gateway: 'sandbox', ...unknown });
  const amountMinor = positiveMinorSchema.parse(openMinor);
  const { id: paymentId } = await transaction(db, (tx) =>
    makePayment(tx, system, { connectionId, amountMinor, tender: { method: 'GATEWAY' } }),
  );
  await openOrder({ ...context, offered: gateways, publicUrl, callbackUrl: '' }, system, {
    paymentId,
    language: 'bn',
  });
  const keys = await one<{ orderId: string; sessionId: string }>(
    db,
    sql`select order_id as "orderId", session_id as "sessionId" from payments.orders where payment_id = ${paymentId}`,
  );
  const order = await findOrder(sandbox, keys);
  if (order)
    await decide(sandbox, order, {
      ...{ decision: 'approve', manner: 'wrong-amount' },
      ...{ callOf: () => undefined, waitsForMerchant: false },
    });
  await checkOrder(context, system, paymentId);
  const { id } = await one<{ id: string }>(
    db,
    sql`select id from payments.alarms where payment_id = ${paymentId} and kind = 'AMOUNT'`,
  );
  return id;
}

const BACKDATED_DAYS = 8;

/** The cashier asks; the two wait for a second person. */
async function propose(story: Story, alarmId: string): Promise<void> {
  const { db, at, today } = story;
  const cashier = at('cashier', today, '10:55');
  const [, { connectionId, openMinor }] = await debtorsOf(story);
  const { bankMinor } = await one<{ bankMinor: number }>(
    db,
    sql`select bank_minor as "bankMinor" from payments.alarms where id = ${alarmId}`,
  );
  await transaction(db, async (tx) => {
    await proposeForAlarm(tx, cashier, {
      id: alarmId,
      kind: 'BOOK',
      amountMinor: positiveMinorSchema.parse(bankMinor),
      reason: 'The statement of the bank names this amount.',
    });
    await proposeBackdated(tx, cashier, {
      target: { kind: 'CONNECTION', connectionId },
      amountMinor: positiveMinorSchema.parse(openMinor),
      tender: { method: 'CASH', paidOn: addDays(today, -BACKDATED_DAYS) },
      reason: 'The receipt book of that day was found in the other office.',
    });
  });
}
