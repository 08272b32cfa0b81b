/** What the tests of ownership call over HTTP: people, the code of an SMS, papers, a request up to a state. */
import { uploadFile } from '#domains/identity/files/contract.ts';
import { type MadeConnection, makeConnection } from '#domains/meters/factory.ts';
import { execute, first, one, sql, transaction } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import type { Person, TestApp } from '#test/app.ts';
import type { PaperKind, RequestState, Side } from './ownership.rules.ts';
import * as steps from './steps/contract.ts';

type Named = { kind: PaperKind; fileId: string };

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
let phones = 0;

export type Office = Awaited<ReturnType<typeof makeOffice>>;
type Wanted = {
  upTo?: Exclude<RequestState, 'REJECTED' | 'WITHDRAWN' | 'EXPIRED' | 'RECORRECTION'>;
  by?: Person;
  connection?: MadeConnection;
  readOn?: string;
  registerLitres?: number;
  liabilityMinor?: number;
  unusual?: boolean;
  phone?: string;
  /** A household that asked before papers had to come with the request. */
  withoutPapers?: boolean;
};

export async function makeOffice(app: TestApp) {
  const [clerk, admin] = [await app.staff('reviewer'), await app.staff('admin')];

  const connect = (given: Parameters<typeof makeConnection>[2] = {}) =>
    transaction(app.db, (tx) => makeConnection(tx, app.system(), given));
  const newPhone = () => {
    phones += 1;
    return `+88015${String(10_000_000 + phones)}`;
  };
  const fields = (phone = newPhone()) => ({
    ...{ phone, cause: 'SALE' as const, name: 'Shirin Akhter', nameBn: 'শিরিন আখতার' },
    ...{ email: null, nid: null, address: 'House 7, Road 3, Uttara' },
  });
  /** Who has the phone in the register is named as there. */
  const fieldsOf = async (phone = newPhone()) => ({
    ...fields(phone),
    ...(await first<{ name: string; nameBn: string | null }>(
      app.db,
      sql`select name, name_bn as "nameBn" from consumers.consumers where phone = ${phone} and status <> 'merged' limit 1`,
    )),
  });
  const stand = (requestId: string) =>
    one<{ requestId: string; version: number; state: RequestState }>(
      app.db,
      sql`select id as "requestId", version, state from ownership.requests where id = ${requestId}`,
    );
  const at = async (requestId: string) => {
    const { version } = await stand(requestId);
    return { requestId, version };
  };

  /** The code that a side's phone got last. */
  const codeOf = async (requestId: string, side: Side) => {
    const { body } = await one<{ body: string }>(
      app.owner.db,
      sql`select o.body from platform.outbox o join ownership.consents c on c.phone = o.recipient
        where c.request_id = ${requestId} and c.side = ${side} and o.event like 'ownership.code%' order by o.created_at desc, o.id desc limit 1`,
    );
    return /\d{6}/.exec(body.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6)))?.[0] ?? '';
  };
  const addPaper = (
    requestId: string,
    kind: PaperKind,
    as: Person = clerk,
    content: Buffer = PDF,
    name = 'paper.pdf',
  ) => app.sendFile(steps.addPaper, { as, content, name, query: { requestId, kind } });

  /** What a household sends before it asks; the office asks without papers. */
  const uploads = async (
    as: Person,
    kinds: readonly PaperKind[] = ['deed_paper', 'Applicant_nid_front'],
  ): Promise<Named[]> => {
    const named: Named[] = [];
    for (const kind of as.role === 'consumer' ? kinds : []) {
      const { data } = await app.sendFile(uploadFile, {
        ...{ as, content: PDF, name: `${kind}.pdf`, query: { kind } },
      });
      named.push({ kind, fileId: data.id });
    }
    return named;
  };

  const request = async ({ upTo = 'REQUESTED', by = clerk, ...wanted }: Wanted = {}) => {
    const connection = wanted.connection ?? (await connect());
    const made = await app.call(steps.requestChange, {
      as: by,
      body: {
        ...{ connectionId: connection.id, ...(await fieldsOf(wanted.phone)) },
        papers: await uploads(by),
      },
    });
    if (wanted.withoutPapers) {
      await execute(app.owner.db, sql`delete from ownership.documents where request_id = ${made.id}`);
    }
    const way: [RequestState, () => Promise<unknown>][] = [
      ['CONSENTED', () => agreeBoth(made.id)],
      ['DOCS_VERIFIED', () => verify(made.id)],
      ['READY_TO_APPROVE', () => read(made.id, wanted)],
      ['COMPLETED', () => accept(made.id)],
    ];
    // What a fee is waited for was read, too.
    const last = way.findIndex(([state]) => state === (upTo === 'READY_TO_PAY' ? 'READY_TO_APPROVE' : upTo));
    for (const [, step] of way.slice(0, last + 1)) await step();
    return { ...made, connection };
  };
  /** Those who have not agreed yet. */
  const agreeBoth = async (requestId: string) => {
    for (const side of ['PRESENT', 'NEW'] as const) {
      const open = await first(
        app.db,
        sql`select side from ownership.consents where request_id = ${requestId} and side = ${side} and given_at is null`,
      );
      if (!open) continue;
      await app.call(steps.agree, {
        as: clerk,
        body: { requestId, side, code: await codeOf(requestId, side) },
      });
    }
  };
  /** Nothing is corrected, with the reason. */
  const sendAgain = async (requestId: string, as: Person = clerk) =>
    app.call(steps.resubmitRequest, {
      as,
      body: { ...(await at(requestId)), remark: 'it is as in the deed' },
    });
  const verify = async (requestId: string) => {
    await addPaper(requestId, 'deed_paper');
    await addPaper(requestId, 'Applicant_nid_front');
    return app.call(steps.verifyPapers, { as: clerk, body: await at(requestId) });
  };
  const read = async (requestId: string, given: Wanted = {}) => {
    const {
      readOn = app.system().today,
      registerLitres = 12_000,
      liabilityMinor = 0,
      unusual = true,
    } = given;
    return app.call(steps.noteReading, {
      as: clerk,
      body: {
        ...(await at(requestId)),
        readOn,
        registerLitres,
        liabilityMinor: liabilityMinor as Minor,
        unusual,
      },
    });
  };
  const accept = async (requestId: string) =>
    app.call(steps.acceptChange, { as: admin, body: await at(requestId) });
  const notice = (event: string, requestId: string) =>
    first<{ recipient: string; body: string }>(
      app.owner.db,
      sql`select recipient, body from platform.outbox where event like ${`ownership.${event}:${requestId}:%`} limit 1`,
    );
  const deactivate = (consumerId: string) =>
    execute(app.owner.db, sql`update consumers.consumers set status = 'inactive' where id = ${consumerId}`);
  return {
    clerk,
    admin,
    connect,
    newPhone,
    fields,
    fieldsOf,
    stand,
    at,
    codeOf,
    addPaper,
    uploads,
    request,
    agreeBoth,
    sendAgain,
    verify,
    read,
    accept,
    notice,
    deactivate,
  };
}
