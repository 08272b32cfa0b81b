/** The route sheet of a road on paper: its meters in reading order, with room for the figure and why one was not read. */
import { placeOnPaper } from '#domains/settings/places/place-on-paper.rules.ts';
import { getUtility } from '#domains/settings/queries.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/database/db.ts';
import { type Pdf, renderPdf } from '#platform/pdf/render.ts';
import { formatsOfPapers } from '#shared/format.ts';
import type { RoadMeter } from './contract.ts';
import { roadRoute } from './queries.ts';
import { CANNOT_READ } from './visit.rules.ts';
import { REASON_NAMES } from './visit-names.rules.ts';

const TEXTS = {
  en: {
    title: 'Route sheet',
    place: placeOnPaper.en,
    meters: (count: string) => `${count} meters`,
    titles: ['No.', 'Plot', 'Meter', 'Consumer', 'Previous (m³)', 'Expected (m³)', 'Reading (m³)', 'Code'],
    codes: 'If a meter cannot be read, write the code:',
    reader: 'Reader',
    day: 'Day',
    note: (utility: string) => `Made by ${utility}.`,
    pageWord: 'Page',
    digits: '0123456789',
  },
  bn: {
    title: 'রিডিংয়ের তালিকা',
    place: placeOnPaper.bn,
    meters: (count: string) => `${count}টি মিটার`,
    titles: [
      ...['ক্রম', 'প্লট', 'মিটার', 'গ্রাহক'],
      ...['আগের রিডিং (ঘনমিটার)', 'হওয়ার কথা (ঘনমিটার)', 'রিডিং (ঘনমিটার)', 'কোড'],
    ],
    codes: 'মিটার পড়া না গেলে কোড লিখুন:',
    reader: 'মিটার রিডার',
    day: 'তারিখ',
    note: (utility: string) => `${utility} থেকে তৈরি।`,
    pageWord: 'পৃষ্ঠা',
    digits: '০১২৩৪৫৬৭৮৯',
  },
};

type Sheet = { roadId: string; period?: string | undefined; language: 'en' | 'bn' };

/** What the register should show by now. */
const expectedRegister = ({ previousLitres, expectedLitres }: RoadMeter): number | null =>
  previousLitres === null || expectedLitres === null ? null : previousLitres + expectedLitres;

export async function printRouteSheet(
  db: Db,
  actor: Actor,
  { language, ...asked }: Sheet,
): Promise<Pdf & { name: string }> {
  const route = await roadRoute(db, actor, asked);
  const utility = await getUtility(db);
  const isBengali = language === 'bn';
  const text = TEXTS[language];
  const write = formatsOfPapers({ language, bengaliDigits: true });
  const volume = (litres: number | null) => (litres === null ? '–' : write.cubicMetres(litres));
  const contact = [utility.phone && write.digits(utility.phone), utility.email, utility.website];
  const { data, assets } = await withLogo(db, {
    ...{ language, title: text.title, digits: text.digits, 'page-word': text.pageWord },
    note: text.note(isBengali ? utility.nameBn : utility.nameEn),
    head: {
      name: isBengali ? utility.nameBn : utility.nameEn,
      lines: [
        isBengali ? utility.addressBn : utility.addressEn,
        contact.filter(Boolean).join('  ·  '),
      ].filter(Boolean),
    },
    about: [
      text.place(write.digits(route.sectorNumber), write.digits(route.roadNumber)),
      write.month(route.period),
      text.meters(write.digits(String(route.items.length))),
    ].join('  ·  '),
    titles: text.titles,
    rows: route.items.map((meter, index) => [
      write.digits(String(index + 1)),
      write.digits(meter.plotNumber),
      write.digits(meter.meterNumber),
      isBengali ? (meter.consumerNameBn ?? meter.consumerName) : meter.consumerName,
      volume(meter.previousLitres),
      volume(expectedRegister(meter)),
      meter.reading ? volume(meter.reading.registerLitres) : '',
      '',
    ]),
    codes: text.codes,
    reasons: CANNOT_READ.map(
      (reason, index) => `${write.digits(String(index + 1))} ${REASON_NAMES[reason][isBengali ? 1 : 0]}`,
    ).join('   '),
    sign: [text.reader, text.day],
  });
  const template = { path: 'domains/meters/visits/route-sheet.typ' };
  return {
    ...(await renderPdf({ template, data, assets })),
    name: `${route.sectorNumber}-${route.roadNumber}`,
  };
}
