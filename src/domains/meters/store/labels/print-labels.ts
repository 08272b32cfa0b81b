/** Sheets of labels for chosen meters: utility, number, size, and a QR code that opens the page of the meter for staff. */
import { getUtility } from '#domains/settings/queries.ts';
import { all, type Db, sql } from '#platform/database/db.ts';
import { qrSvg } from '#platform/pdf/codes.ts';
import { type Pdf, renderPdf } from '#platform/pdf/render.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { formatsOfPapers } from '#shared/format.ts';
import { LABELS_A_SHEET } from '../contract.ts';

type Labelled = { id: string; number: string; make: string; sizeMm: number };
type Input = { ids: readonly string[]; skip: number; language: 'en' | 'bn'; publicUrl: string };

const TEXTS = {
  en: { title: 'Labels of meters', size: (mm: string) => `${mm} mm` },
  bn: { title: 'মিটারের লেবেল', size: (mm: string) => `${mm} মিমি` },
};

/** In the order in which they were chosen. */
export async function printLabels(db: Db, { ids, skip, language, publicUrl }: Input): Promise<Pdf> {
  const meters = await all<Labelled>(
    db,
    sql`select m.id, m.number, m.make, m.size_mm as "sizeMm" from unnest(${ids}::uuid[]) with ordinality as chosen (id, n)
      join meters.meters m on m.id = chosen.id order by chosen.n`,
  );
  if (meters.length < ids.length) throw fail(commonErrors.not_found);
  const utility = await getUtility(db);
  const write = formatsOfPapers({ language, bengaliDigits: true });
  const text = TEXTS[language];
  const labels = [
    ...Array.from({ length: skip }, () => null),
    ...meters.map(({ id, number, make, sizeMm }) => ({
      // As on the plate, in Latin digits.
      number,
      qr: qrSvg(`${publicUrl}/meter-list/${id}`),
      lines: [make, text.size(write.digits(String(sizeMm)))].filter(Boolean),
    })),
  ];
  const sheets = Array.from({ length: Math.ceil(labels.length / LABELS_A_SHEET) }, (_, index) =>
    labels.slice(index * LABELS_A_SHEET, (index + 1) * LABELS_A_SHEET),
  );
  return renderPdf({
    template: { path: 'domains/meters/store/labels/labels.typ' },
    data: {
      language,
      title: text.title,
      utility: language === 'bn' ? utility.nameBn : utility.nameEn,
      sheets,
    },
  });
}
