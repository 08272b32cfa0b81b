/** Titles of the files, in both languages at once, and what is understood as one. */
import { guessColumns, type TitlePattern } from '#shared/imports/guess-columns.ts';
import { COLUMNS, type ListColumn, type ListKind } from './contract.ts';

export const COLUMN_TITLES: Record<ListKind, Partial<Record<ListColumn, string>>> = {
  sectors: {
    number: 'Sector number · সেক্টর নম্বর',
    name: 'Name · নাম',
    nameBn: 'Name in Bengali · বাংলা নাম',
    dma: 'DMA number · ডিএমএ নম্বর',
  },
  roads: {
    sector: 'Sector number · সেক্টর নম্বর',
    number: 'Road number · রাস্তা নম্বর',
    name: 'Name · নাম',
    nameBn: 'Name in Bengali · বাংলা নাম',
    routeOrder: 'Reading order · রিডিংয়ের ক্রম',
  },
  dmas: {
    number: 'DMA number · ডিএমএ নম্বর',
    name: 'Name · নাম',
    nameBn: 'Name in Bengali · বাংলা নাম',
  },
  materials: {
    type: 'Kind (FIXED, EXTRA) · ধরন',
    nameEn: 'Material · মালামাল',
    nameBn: 'Name in Bengali · বাংলা নাম',
    unit: 'Unit · একক',
    rate: 'Rate (Taka) · দর (টাকা)',
    effectiveFrom: 'In force from · কার্যকর তারিখ',
    defaultQuantity: 'Usual quantity · সাধারণ পরিমাণ',
    active: 'In use (yes, no) · ব্যবহৃত',
  },
};

const NAME_BN: TitlePattern<ListColumn> = [
  'nameBn',
  /name.*(bengali|bangla|\bbn\b)|(bengali|bangla|\bbn)[\s_-]*name|বাংলা\s*নাম|নাম.*বাংলা/i,
];
const NAME: TitlePattern<ListColumn> = ['name', /name|নাম/i];

const PATTERNS: Record<ListKind, TitlePattern<ListColumn>[]> = {
  sectors: [
    NAME_BN,
    ['dma', /\bdma\b|metered|ডিএমএ|মিটারভুক্ত/i],
    ['number', /sector|number|^no\b|সেক্টর|নম্বর|নং/i, /name|নাম/i],
    NAME,
  ],
  roads: [
    NAME_BN,
    ['sector', /sector|সেক্টর/i, /name|নাম/i],
    ['routeOrder', /order|route|ক্রম/i],
    ['number', /road|number|^no\b|রাস্তা|রোড|নম্বর|নং/i, /name|নাম/i],
    NAME,
  ],
  dmas: [NAME_BN, ['number', /\bdma\b|number|^no\b|ডিএমএ|নম্বর|নং/i, /name|নাম/i], NAME],
  materials: [
    NAME_BN,
    ['type', /kind|type|ধরন/i],
    ['effectiveFrom', /from|date|effective|force|কার্যকর|তারিখ/i],
    ['rate', /rate|price|দর|মূল্য/i],
    ['unit', /unit|একক/i],
    ['defaultQuantity', /quantity|পরিমাণ/i],
    ['active', /active|in use|ব্যবহৃত|সক্রিয়/i],
    ['nameEn', /name|material|item|নাম|মালামাল/i],
  ],
};

/** Without these a file cannot be read. */
export const NEEDED: Record<ListKind, readonly ListColumn[]> = {
  sectors: ['number'],
  roads: ['sector', 'number'],
  dmas: ['number'],
  materials: ['nameEn'],
};

export type ColumnsOf = Partial<Record<ListColumn, number | null>>;

export function columnsOf(kind: ListKind, titles: readonly string[]): ColumnsOf {
  return guessColumns(titles, PATTERNS[kind]);
}

/** The first row that names what is needed; our own files have lines above it. */
export function titleRow(kind: ListKind, rows: readonly (readonly string[])[]): number {
  const index = rows.findIndex((row) => {
    const columns = columnsOf(kind, row);
    return (
      NEEDED[kind].every((column) => columns[column] !== null) && row.filter((cell) => cell !== '').length > 1
    );
  });
  return Math.max(0, index);
}

export const titlesOf = (kind: ListKind) =>
  COLUMNS[kind].map((column) => ({ column, title: COLUMN_TITLES[kind][column] ?? column }));
