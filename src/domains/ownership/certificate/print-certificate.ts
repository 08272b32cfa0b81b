/** The certificate of an owner change as PDF: who was and who is the owner, from which day, with which reading. */
import { type Language, paperFrame } from '#domains/applications/pipeline/paper.ts';
import { checkMark } from '#domains/papers/check-mark.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { type Db, first, sql } from '#platform/database/db.ts';
import { type Pdf, renderPdf } from '#platform/pdf/render.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { figureOf } from '../correct-handover.ts';
import { seesRequest, sideOf } from '../lock-request.ts';
import { bengali, english } from '../names.rules.ts';
import type { Cause } from '../ownership.rules.ts';
import { changePaper } from './paper.ts';

const TEXTS = {
  en: {
    dated: (day: string) => `Dated ${day}`,
    body: 'The water connection of this plot has another owner since the day of the handover, as written below.',
    owner: 'New owner',
    facts: [
      ...['Earlier owner', 'Day of the handover', 'Reading at the handover', 'Plot'],
      ...['Cause', 'Number of the request', 'Connection that ended', 'Goes on as connection'],
    ],
    cubic: (amount: string) => `${amount} m³`,
    none: 'No meter',
    next: 'Water that was used up to the day of the handover is billed in the name of the earlier owner, water after it in the name of the new owner.',
  },
  bn: {
    dated: (day: string) => `তারিখ: ${day}`,
    body: 'নিচের তথ্য অনুযায়ী হস্তান্তরের দিন থেকে এই প্লটের পানির সংযোগের মালিকানা পরিবর্তন হয়েছে।',
    owner: 'নতুন মালিক',
    facts: [
      ...['আগের মালিক', 'হস্তান্তরের দিন', 'হস্তান্তরের রিডিং', 'প্লট'],
      ...['কারণ', 'আবেদন নম্বর', 'শেষ হওয়া সংযোগ', 'এখন যে সংযোগ'],
    ],
    cubic: (amount: string) => `${amount} ঘনমিটার`,
    none: 'মিটার নেই',
    next: 'হস্তান্তরের দিন পর্যন্ত ব্যবহৃত পানির বিল আগের মালিকের নামে, এরপরের বিল নতুন মালিকের নামে হবে।',
  },
};

type Change = {
  number: string;
  acceptedOn: string;
  effectiveOn: string;
  registerLitres: number | null;
  cause: Cause;
  fromName: string;
  fromNameBn: string | null;
  toName: string;
  toNameBn: string | null;
  connectionNumber: string;
  /** Not for the earlier owner. */
  successorNumber: string | null;
  sectorNumber: string;
  roadNumber: string;
  plotNumber: string;
};

const changeOf = (db: Db, actor: Actor, requestId: string) =>
  first<Change>(
    db,
    sql`select r.number, ${dayOfInstant(sql`h.accepted_at`)} as "acceptedOn", h.effective_on as "effectiveOn",
        ${figureOf} as "registerLitres", r.cause, r.from_name as "fromName", r.from_name_bn as "fromNameBn", r.name as "toName",
        r.name_bn as "toNameBn", r.connection_number as "connectionNumber", r.sector_number as "sectorNumber",
        r.road_number as "roadNumber", r.plot_number as "plotNumber",
        case when (${sideOf(actor)}) is distinct from 'PRESENT' then s.number end as "successorNumber"
      from ownership.changes h join ownership.requests r on r.id = h.request_id join meters.connections s on s.id = h.successor_id
      where r.id = ${requestId} and ${seesRequest(actor)}`,
  );

/** Refuses a request by which no owner has changed. */
export async function printCertificate(
  db: Db,
  actor: Actor,
  input: { id: string; language: Language; publicUrl: string },
): Promise<Pdf & { number: string }> {
  const change = await changeOf(db, actor, input.id);
  if (!change) throw fail(commonErrors.not_found);
  const { frame, write, nameOf, placeOf } = await paperFrame(db, input.language);
  const text = TEXTS[input.language];
  const { fromName, fromNameBn, toName, toNameBn, registerLitres, successorNumber } = change;
  const values = [
    nameOf({ applicantName: fromName, applicantNameBn: fromNameBn }),
    write.day(change.effectiveOn),
    registerLitres === null ? text.none : text.cubic(write.cubicMetres(registerLitres)),
    placeOf(change),
    (input.language === 'bn' ? bengali : english).causes[change.cause],
    write.digits(change.number),
    write.digits(change.connectionNumber),
    ...(successorNumber ? [write.digits(successorNumber)] : []),
  ];
  const { data, assets } = await withLogo(db, {
    ...frame,
    title: changePaper.name[input.language],
    dated: text.dated(write.day(change.acceptedOn)),
    body: text.body,
    owner: {
      label: text.owner,
      value: nameOf({ applicantName: toName, applicantNameBn: toNameBn }),
    },
    facts: values.map((value, index) => [text.facts[index] ?? '', value]),
    next: text.next,
    check: await checkMark(db, changePaper, input.id, { ...input, today: actor.today }),
  });
  const template = { path: 'domains/ownership/certificate/certificate.typ' };
  return { ...(await renderPdf({ template, data, assets })), number: change.number };
}
