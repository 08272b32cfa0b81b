/** One file of a print: a cover with what is in it, and the bills in their order. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { checkMarks } from '#domains/papers/check-mark.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import type { Db } from '#platform/database/db.ts';
import type { FileStore } from '#platform/files/store.ts';
import { joinPdfs } from '#platform/pdf/join-pdf.ts';
import type { PdfLane } from '#platform/pdf/lane.ts';
import { PdfError } from '#platform/pdf/order.ts';
import { billData, billsInCommon } from '../invoices/pdf/bill-pdf.ts';
import { billContents, billPaper } from '../invoices/pdf/paper.ts';
import { paperBills } from '../invoices/pdf/paper-bills.ts';
import { type CoverFacts, coverData } from './pdf/cover.ts';
import { batchesOf, partKey } from './print.rules.ts';

export type Means = { db: Db; store: FileStore; clock: Clock; lane: PdfLane; publicUrl: string };
export type BillToPrint = { id: string; number: string; language: 'en' | 'bn'; totalMinor: number };
export type Part = Omit<CoverFacts, 'bills' | 'languages' | 'totalMinor' | 'firstNumber' | 'lastNumber'> & {
  printId: string;
  partNo: number;
};

export type WrittenPart = {
  printed: string[];
  failed: { id: string; problem: string }[];
  /** Null if no bill could be written. */
  file: { pages: number; bytes: number; sha256: string; crc32: number } | null;
};

const MOST_SAID = 500;
/** Batches that are read or written at a time: one is read while another one is written. */
const AT_ONCE = 2;
const BILL = 'domains/billing/invoices/pdf/bill.typ';
const BILLS = 'domains/billing/invoices/pdf/bills.typ';
const BILLS_OF_PAGES = 'domains/billing/invoices/pdf/bills-of-pages.typ';
const COVER = 'domains/billing/prints/pdf/cover.typ';

/** Writes the file into the store, over one of an earlier try. */
export async function writePart(
  means: Means,
  part: Part,
  bills: readonly BillToPrint[],
): Promise<WrittenPart> {
  const printing = await printingOf(means, part);
  const batches = batchesOf(bills);
  const written: Batch[] = [];
  for (const group of batchesOf(batches, AT_ONCE)) {
    written.push(...(await Promise.all(group.map((batch) => writeBatch(printing, batch)))));
  }
  const failed = written.flatMap((batch) => batch.failed);
  const lost = new Set(failed.map(({ id }) => id));
  const inFile = bills.filter(({ id }) => !lost.has(id));
  const printed = inFile.map(({ id }) => id);
  if (inFile.length === 0) return { printed, failed, file: null };
  const cover = await means.lane.render({
    template: { path: COVER },
    data: withHead(printing, coverData({ ...part, ...factsOf(inFile) }, printing.common.utility)),
    assets: printing.assets,
    tagged: false,
  });
  const documents = [cover, ...written.flatMap((batch) => batch.documents)];
  return { printed, failed, file: await store(means, part, documents) };
}

const factsOf = (bills: readonly BillToPrint[]) => ({
  bills: bills.length,
  totalMinor: bills.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
  firstNumber: bills[0]?.number ?? '',
  lastNumber: bills.at(-1)?.number ?? '',
  languages: {
    bn: bills.filter(({ language }) => language === 'bn').length,
    en: bills.filter(({ language }) => language === 'en').length,
  },
});

type Document = { content: Buffer; pages: number };
type Batch = { documents: Document[]; failed: WrittenPart['failed'] };
type Common = Awaited<ReturnType<typeof billsInCommon>>;
/** What all bills of a part have in common. */
type Printing = Means & { actor: Actor; common: Common; head: object; assets: Record<string, Uint8Array> };

async function printingOf(means: Means, { printId }: Part): Promise<Printing> {
  const { db, clock } = means;
  const actor = systemActor(clock.now(), today(clock), `bill-print ${printId}`);
  const [common, { data, assets }] = await Promise.all([billsInCommon(db), withLogo(db, { head: {} })]);
  return { ...means, actor, common, head: data.head, assets };
}

const withHead = <D extends { head: object }>({ head }: Printing, data: D): D => ({
  ...data,
  head: { ...data.head, ...head },
});

async function writeBatch(printing: Printing, bills: readonly BillToPrint[]): Promise<Batch> {
  const data = await dataOf(printing, bills);
  const render = (template: string, of: unknown) =>
    printing.lane.render({
      template: { path: template },
      data: of,
      assets: printing.assets,
      tagged: false,
    });
  try {
    const papers = data.map(({ paper }) => paper);
    const document = await render(BILLS, papers);
    // As many pages as bills: each is one page, as bills.typ takes for granted.
    const isRight = document.pages === papers.length;
    return { documents: [isRight ? document : await render(BILLS_OF_PAGES, papers)], failed: [] };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
  }
  // One of them breaks the document, or the process was ended: the others are written without it.
  const batch: Batch = { documents: [], failed: [] };
  for (const { id, paper } of data) {
    try {
      batch.documents.push(await render(BILL, paper));
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      batch.failed.push({ id, problem: error.message.slice(0, MOST_SAID) });
    }
  }
  return batch;
}

/** What bill.typ sets of each bill. */
async function dataOf(
  printing: Printing,
  bills: readonly BillToPrint[],
): Promise<{ id: string; paper: unknown }[]> {
  const { db, actor, publicUrl, common } = printing;
  const ids = bills.map(({ id }) => id);
  const languages = new Map(bills.map(({ id, language }) => [id, language]));
  const choiceOf = (id: string) => ({ language: languages.get(id) ?? 'bn', publicUrl, actor });
  const [papers, contents] = await Promise.all([paperBills(db, actor, ids), billContents(db, ids)]);
  const checks = await checkMarks(db, billPaper, contents, (id) => ({ ...choiceOf(id), today: actor.today }));
  const data: { id: string; paper: unknown }[] = [];
  for (const id of ids) {
    const bill = papers.get(id);
    if (!bill) throw new Error(`bill ${id} of a print is gone`);
    // Calls are answered between two bills.
    await setImmediate();
    const paper = await billData(db, bill, choiceOf(id), common);
    data.push({ id, paper: withHead(printing, { ...paper, check: checks.get(id) }) });
  }
  return data;
}

/** One chunk of the joined file after the other; its number of bytes and hashes are those of what was stored. */
async function store(
  { store: files }: Means,
  { printId, partNo }: Part,
  documents: readonly Document[],
): Promise<WrittenPart['file']> {
  const hash = createHash('sha256');
  const sums = { bytes: 0, crc: 0 };
  async function* counted() {
    for await (const chunk of joinPdfs(Readable.from(documents.map(({ content }) => content)))) {
      hash.update(chunk);
      sums.bytes += chunk.length;
      sums.crc = crc32(chunk, sums.crc);
      yield chunk;
    }
  }
  await files.put(
    partKey(printId, partNo),
    Readable.from(counted(), { objectMode: false }),
    'application/pdf',
  );
  return {
    pages: documents.reduce((sum, { pages }) => sum + pages, 0),
    ...{ bytes: sums.bytes, sha256: hash.digest('hex'), crc32: sums.crc },
  };
}
