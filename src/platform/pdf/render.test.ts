import { afterAll, expect, test } from 'vitest';
import { textOfPdf } from '#test/read-pdf.ts';
import { code128Svg, qrSvg } from './codes.ts';
import { closePdf, PdfError, renderPdf } from './render.ts';

/** Words in which wrong shaping shows: conjuncts, reph, vowel signs before the letter, ya with nukta. */
const WORDS = [
  ...['গ্রাহক', 'ক্ষুদ্র', 'শ্রেণী', 'রাষ্ট্র', 'বিজ্ঞপ্তি', 'সর্বোচ্চ', 'দ্বিতীয়', 'হ্রাস'],
  ...['স্ত্রী', 'কর্তৃপক্ষ', 'কিস্তি'],
];
const SAMPLE = `#import "/platform/pdf/paper.typ": *
#show: paper.with(title: data.title, language: "bn", head: data.head, note: data.note, page-word: "পৃষ্ঠা", digits: "০১২৩৪৫৬৭৮৯")
= #data.title
#facts(data.facts)
#records(data.titles, ("text", "money"), data.rows, last-is-total: true)
#box-of(total-line("মোট", "১২,৩৪,৫৬৭.৫০", strong: true))
#grid(columns: (auto, 1fr), column-gutter: 12pt, qr(data.qr), barcode(data.barcode))
#pagebreak()
${WORDS.join(' ')}`;

const data = {
  title: 'পানির বিল',
  note: 'জলকল',
  head: { name: 'পূর্বাচল পানি সরবরাহ কর্তৃপক্ষ', lines: ['সেক্টর ৪, পূর্বাচল, ঢাকা', 'Purbachal Water Authority'] },
  facts: [
    ['গ্রাহক', 'মোঃ আব্দুর রহমান'],
    ['Connection', '3-00000412-7'],
  ],
  titles: ['বিবরণ', 'টাকা'],
  rows: [
    ['ব্যবহার ১৮ ঘনমিটার', '১২,৩৪,৫০০.০০'],
    ['মোট', '১২,৩৪,৫৬৭.৫০'],
  ],
  qr: qrSvg('https://jolkol.example/pay/5000000017'),
  barcode: code128Svg('5000000017'),
};

afterAll(closePdf);

test('writes Bengali as its readers know it, and text that can be searched', async () => {
  const pdf = await renderPdf({ template: { source: SAMPLE }, data });
  expect(pdf.pages).toBe(2);
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  const text = textOfPdf(pdf.content);
  expect(text).toContain('Purbachal Water Authority');
  expect(text).toContain('১২,৩৪,৫৬৭.৫০');
  const words = text.normalize('NFC').split(/\s+/);
  expect(WORDS.filter((word) => !words.includes(word.normalize('NFC')))).toEqual([]);
});

test('names file, line and reason of a wrong template', async () => {
  await expect(renderPdf({ template: { source: '#unknown-word' }, data: {} })).rejects.toThrow(
    /unknown variable/,
  );
  await expect(renderPdf({ template: { path: 'platform/pdf/absent.typ' }, data: {} })).rejects.toThrow(
    PdfError,
  );
});

const ENDLESS =
  '#let spin(n) = if n == 0 { 0 } else { spin(n - 1) }\n#for i in range(100000000) { spin(60) }';

test('ends a render that takes too long and goes on with the next', async () => {
  await expect(renderPdf({ template: { source: ENDLESS }, data: {}, timeout_ms: 1500 })).rejects.toThrow(
    'took longer than 1500 ms',
  );
  expect((await renderPdf({ template: { source: 'after' }, data: {} })).pages).toBe(1);
});

test('renders many documents at once, each with its own data', async () => {
  const source =
    '#import "/platform/pdf/paper.typ": data\n#for n in range(data.pages) [#n #pagebreak(weak: true)]';
  const documents = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((pages) => renderPdf({ template: { source }, data: { pages }, tagged: false })),
  );
  expect(documents.map((pdf) => pdf.pages)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('parts of long lists keep one thread at most, and documents do not wait for them', async () => {
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const endless = { template: { source: ENDLESS }, data: null, isPart: true, timeout_ms: 3000 };
  const quick = { template: { source: 'x' }, data: null };
  // Both threads are started.
  await Promise.all([renderPdf(quick), renderPdf(quick)]);
  await Promise.all([
    renderPdf(endless).catch(note('first part')),
    renderPdf({ ...quick, isPart: true }).then(note('second part')),
    renderPdf(quick).then(note('document')),
    renderPdf(quick).then(note('document')),
  ]);
  expect(ended).toEqual(['document', 'document', 'first part', 'second part']);
});

test('a Code 128 is drawn with its bars and the spaces between them, from the sign of its beginning to that of its end', () => {
  const bars = [...code128Svg('5000000017').matchAll(/M(\d+) 0h(\d+)v/g)].map(([, at, width]) => [
    Number(at),
    Number(width),
  ]);
  const widths = bars.flatMap(([at = 0, width = 0], index) => {
    const next = bars[index + 1]?.[0];
    return next === undefined ? [width] : [width, next - at - width];
  });
  const [begin, end] = [widths.slice(0, 6).join(''), widths.slice(-7).join('')];
  expect([begin, end]).toEqual(['211232', '2331112']);
  // Five pairs of digits and a check sign between them, each eleven modules wide.
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(11 * 7 + 13);
});
