/** Requests for tests, through the real actions, up to a state. */
import { makeConnection, type MadeConnection, type MadeReading } from '#domains/meters/factory.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { acceptChange } from './actions/accept-change.ts';
import { type Keys, overrideConsent } from './actions/agree-to-change.ts';
import { verifyPapers } from './actions/check-papers.ts';
import { noteReading } from './actions/note-reading.ts';
import { requestChange } from './actions/request-change.ts';
import type { RequestState } from './ownership.rules.ts';

let made = 0;

export type Wanted = {
  upTo: Extract<RequestState, 'REQUESTED' | 'CONSENTED' | 'DOCS_VERIFIED' | 'READY_TO_APPROVE' | 'COMPLETED'>;
  connection?: MadeConnection;
  consumerId?: string;
  readings?: MadeReading[];
  readOn?: string;
  registerLitres?: number;
  liabilityMinor?: Minor;
  phone?: string;
};
export type MadeRequest = { id: string; number: string; version: number; connection: MadeConnection; phone: string };

/** @param by the office: one who asks and checks, another who accepts */
export async function makeRequest(
  tx: Tx,
  keys: Keys,
  by: { clerk: Actor; acceptor: Actor },
  wanted: Wanted,
): Promise<MadeRequest> {
  made += 1;
  const { clerk, acceptor } = by;
  const connection =
    wanted.connection ??
    (await makeConnection(tx, clerk, {
      ...(wanted.consumerId ? { consumerId: wanted.consumerId } : {}),
      readings: wanted.readings ?? [],
      approve: true,
    }));
  const phone = wanted.phone ?? `+88016${String(10_000_000 + made)}`;
  const { id, number } = await requestChange(tx, clerk, keys, {
    ...{ connectionId: connection.id, phone, cause: 'SALE', name: `New owner ${made}`, nameBn: 'নতুন মালিক' },
    ...{ email: null, nid: null, address: 'House 1, Road 2' },
  });
  const state = async () => {
    const { version } = await one<{ version: number }>(tx, sql`select version from ownership.requests where id = ${id}`);
    return { requestId: id, version };
  };
  const done = async () => ({ id, number, version: (await state()).version, connection, phone });
  if (wanted.upTo === 'REQUESTED') return done();
  for (const side of ['PRESENT', 'NEW'] as const) {
    await overrideConsent(tx, clerk, { ...(await state()), side, reason: 'signed at the counter' });
  }
  if (wanted.upTo === 'CONSENTED') return done();
  await addPapers(tx, clerk, id);
  await verifyPapers(tx, clerk, await state());
  if (wanted.upTo === 'DOCS_VERIFIED') return done();
  const { readOn = clerk.today, registerLitres = 0, liabilityMinor = 0 as Minor } = wanted;
  await noteReading(tx, clerk, { ...(await state()), readOn, registerLitres, liabilityMinor });
  if (wanted.upTo === 'READY_TO_APPROVE') return done();
  await acceptChange(tx, acceptor, await state());
  return done();
}

/** The papers that are needed, without their files' bytes: what an upload writes is tested by uploads. */
export async function addPapers(tx: Tx, actor: Actor, requestId: string): Promise<void> {
  for (const kind of ['deed_paper', 'Applicant_nid_front']) {
    await execute(
      tx,
      sql`with file as (
          insert into platform.files (id, kind, name, original_name, media_type, bytes, sha256, owner_id, state, created_at)
          values (uuidv7(), 'attachment', ${`${requestId}-${kind}`}, ${`${kind}.pdf`}, 'application/pdf', 1000, '\\x00', ${actor.userId}, 'kept',
            ${actor.now}) returning id)
        insert into ownership.documents (request_id, kind, version_no, file_id, file_name, media_type, bytes, uploaded_at, uploaded_by,
          uploaded_by_name)
        select ${requestId}, ${kind}, 1, id, ${`${kind}.pdf`}, 'application/pdf', 1000, ${actor.now}, ${actor.userId}, ${actor.name} from file`,
    );
  }
}
