/**
 * Changes of owners: one that the household asked for, four at the office, of which one waits for its fee and one was made. Each by the
 * actions of a person's press.
 */

import { updateOwnershipSettings } from '#domains/ownership/settings/actions/update-settings.ts';
import { getOwnershipSettings } from '#domains/ownership/settings/queries.ts';
import { acceptChange } from '#domains/ownership/steps/actions/accept-change.ts';
import { addPaper } from '#domains/ownership/steps/actions/add-paper.ts';
import { overrideConsent } from '#domains/ownership/steps/actions/agree-to-change.ts';
import { verifyPapers } from '#domains/ownership/steps/actions/check-papers.ts';
import { noteReading } from '#domains/ownership/steps/actions/note-reading.ts';
import { requestChange } from '#domains/ownership/steps/actions/request-change.ts';
import { makeFeePayment } from '#domains/payments/actions/make-payment.ts';
import { isChargeAtBank } from '#domains/payments/fee-payments.ts';
import { decideLimits } from '#domains/settings/changes/actions/change-limits.ts';
import { noteOwnerChange } from '#domains/support/owner-change.ts';
import { followOrder } from '#domains/support/steps/actions/order-work.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, one, sql, transaction } from '#platform/database/db.ts';
import { type Files, receiveFile, sentBy } from '#platform/files/receive.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Minor } from '#shared/money.ts';
import { HOUSEHOLD_CONNECTIONS } from './customers.ts';
import { specimenStream } from './papers.ts';
import { LATE_SECTOR, type Story, UNREVIEWED_SECTOR } from './story.ts';

type Means = { secrets: Secrets; files: Files };
/** `readOn`: the meter was read for this month, and that reading is the handover. Null: it is read today. */
type Place = { id: string; registerLitres: number; readOn: string | null };

const BUYERS = [
  { name: 'Kamrul Islam', nameBn: 'কামরুল ইসলাম', phone: '+8801799000201', cause: 'SALE' },
  { name: 'Farzana Yasmin', nameBn: 'ফারজানা ইয়াসমিন', phone: '+8801799000202', cause: 'INHERITANCE' },
  { name: 'Habibur Rahman', nameBn: 'হাবিবুর রহমান', phone: '+8801799000203', cause: 'GIFT' },
  { name: 'Nasrin Sultana', nameBn: 'নাসরিন সুলতানা', phone: '+8801799000204', cause: 'COURT' },
  { name: 'Mahbub Alam', nameBn: 'মাহবুব আলম', phone: '+8801799000205', cause: 'ALLOTMENT' },
] as const;
const PAPERS = [
  ['deed_paper', 'Deed'],
  ['Applicant_nid_front', 'National identity card, front side'],
] as const;
/** Used since the last bill. */
const WATER_LITRES = 4_000;
const FEE = 50_000;

export async function changeOwners(story: Story, household: Actor, means: Means): Promise<void> {
  const [own, consented, ready, done, unpaid] = [HOUSEHOLD_CONNECTIONS[0], ...(await placesOf(story))];
  const [first, second, third, fourth, fifth] = BUYERS;
  await setFee(story);
  const clerk = story.at('reviewer', story.today, '11:00');
  const ownId = own === undefined ? undefined : story.connections[own]?.id;
  if (ownId)
    await ask(story, { ...household, now: clerk.now, today: story.today }, means, {
      id: ownId,
      buyer: first,
    });
  if (!consented || !ready || !done || !unpaid) return;
  await agreed(story, clerk, await ask(story, clerk, means, { id: consented.id, buyer: second }));
  await read(story, clerk, means, { place: unpaid, buyer: fifth });
  await payFee(story, await read(story, clerk, means, { place: ready, buyer: third }));
  const made = await read(story, clerk, means, { place: done, buyer: fourth });
  await payFee(story, made);
  const admin = story.at('admin', story.today, '11:40');
  await transaction(story.db, async (tx) =>
    acceptChange(tx, admin, await versionOf(story, made), {
      changed: [noteOwnerChange],
      ended: followOrder,
      isBeingPaid: isChargeAtBank,
    }),
  );
}

/** Two people agree to what a change costs. */
async function setFee({ db, at, today }: Story): Promise<void> {
  const [asker, decider] = [at('admin', today, '09:10'), at('reviewer', today, '09:20')];
  await transaction(db, async (tx) => {
    const { version } = await getOwnershipSettings(tx);
    const reason = 'As the board decided.';
    await updateOwnershipSettings(tx, asker, { settings: { feeMinor: FEE as Minor }, version, reason });
  });
  const { id } = await one<{ id: string }>(
    db,
    sql`select id from settings.entry_changes where key = 'ownership' and state = 'REQUESTED'`,
  );
  await transaction(db, (tx) => decideLimits(tx, decider, { id, accept: true }));
}

async function payFee({ db, at, today }: Story, requestId: string): Promise<void> {
  const cashier = at('cashier', today, '11:20');
  const paying = { requestId, amountMinor: FEE as Minor, tender: { method: 'CASH' as const } };
  await transaction(db, (tx) => makeFeePayment(tx, cashier, paying));
}

/** Paid and read, and in no run that somebody is about to look at. Late in a month nearly everything is read and not billed yet. */
const placesOf = ({ db, connections, today }: Story) =>
  all<Place>(
    db,
    sql`select c.id, r.register_litres as "registerLitres",
        case when r.state = 'APPROVED' and r.period = date_trunc('month', ${today}::date) then r.read_on end as "readOn"
      from meters.connections c
      join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
      join lateral (select l.* from meters.readings l where l.connection_id = c.id and l.living order by l.period desc limit 1) r on true
      join meters.assignments a on a.meter_id = r.meter_id and a.connection_id = c.id and a.removed_on is null
      where c.status = 'active' and s.number not in (${LATE_SECTOR}, ${UNREVIEWED_SECTOR}) and r.read_on < ${today}::date
        and (r.state = 'BILLED' or (r.state = 'APPROVED' and not exists (select from billing.bill_run_items i where i.reading_id = r.id)))
        and r.register_litres between 100000 and 8000000
        and c.id <> all (${HOUSEHOLD_CONNECTIONS.map((n) => connections[n]?.id ?? '')}::uuid[])
        and not exists (select from billing.invoices i where i.connection_id = c.id and i.cancelled_on is null and i.settled_minor < i.total_minor)
      order by r.state = 'BILLED' desc, c.number desc limit 4`,
  );

type Asked = { id: string; buyer: (typeof BUYERS)[number] };

/** A household sends them before it asks. */
const uploads = (db: Db, files: Files, actor: Actor) =>
  Promise.all(
    PAPERS.map(async ([kind, title]) => {
      const upload = { kind: 'attachment', name: `${kind}.pdf`, ...sentBy(actor) } as const;
      return { kind, fileId: (await receiveFile(files, db, specimenStream(title), upload)).id };
    }),
  );

async function ask(
  { db }: Story,
  actor: Actor,
  { secrets, files }: Means,
  { id, buyer }: Asked,
): Promise<string> {
  const request = {
    connectionId: id,
    email: null,
    nid: null,
    address: 'Sector 7, Uttara',
    papers: actor.kind === 'consumer' ? await uploads(db, files, actor) : [],
    ...buyer,
  } as const;
  return (await transaction(db, (tx) => requestChange(tx, actor, { secrets }, request))).id;
}

const versionOf = ({ db }: Story, requestId: string) =>
  one<{ requestId: string; version: number }>(
    db,
    sql`select id as "requestId", version from ownership.requests where id = ${requestId}`,
  );

async function agreed(story: Story, clerk: Actor, requestId: string): Promise<void> {
  const reason = 'Both signed at the counter.';
  for (const side of ['PRESENT', 'NEW'] as const) {
    const at = await versionOf(story, requestId);
    await transaction(story.db, (tx) => overrideConsent(tx, clerk, { ...at, side, reason }));
  }
}

type Sold = { place: Place; buyer: (typeof BUYERS)[number] };

/** Up to the reading of the handover. */
async function read(story: Story, clerk: Actor, means: Means, { place, buyer }: Sold): Promise<string> {
  const { db, today } = story;
  const requestId = await ask(story, clerk, means, { id: place.id, buyer });
  await agreed(story, clerk, requestId);
  for (const [kind, title] of PAPERS) {
    const file = { stream: specimenStream(title), name: `${kind}.pdf`, signal: new AbortController().signal };
    await addPaper(db, means.files, clerk, { requestId, kind, file });
  }
  const checked = await versionOf(story, requestId);
  await transaction(db, (tx) => verifyPapers(tx, clerk, checked));
  const noted = {
    ...(await versionOf(story, requestId)),
    readOn: place.readOn ?? today,
    liabilityMinor: 0 as Minor,
    unusual: true,
  };
  await transaction(db, (tx) =>
    noteReading(tx, clerk, {
      ...noted,
      registerLitres: place.registerLitres + (place.readOn ? 0 : WATER_LITRES),
    }),
  );
  return requestId;
}
