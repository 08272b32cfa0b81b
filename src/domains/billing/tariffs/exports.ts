/** Tariff versions as a file. */
import {
  exportColumn as column,
  type Filter,
  filterOf,
  type ListExport,
  namePair,
  type Words,
} from '#platform/exports/export-list.ts';
import type { listTariffsDownload } from './contract.ts';
import { tariffList } from './queries.ts';
import type { TariffState } from './tariff.rules.ts';

const STATE: Words = ['State', 'অবস্থা'];
const CATEGORY: Words = ['Category', 'সংযোগের ধরন'];
const STATES: Record<TariffState, Words> = {
  DRAFT: ['Draft', 'খসড়া'],
  ANNOUNCED: ['Waits for approval', 'অনুমোদনের অপেক্ষায়'],
  APPROVED: ['Approved', 'অনুমোদিত'],
  WITHDRAWN: ['Withdrawn', 'প্রত্যাহৃত'],
};

export const tariffsExport: ListExport<typeof listTariffsDownload> = {
  name: 'tariffs',
  title: ['Tariffs', 'ট্যারিফ'],
  list: tariffList,
  filters: ({ state, category }) => [
    ...filterOf(STATE, STATES, state),
    ...(category ? [[CATEGORY, category] as Filter] : []),
  ],
  columns: [
    column('name', 'text', ['Name', 'নাম']),
    ...namePair(
      CATEGORY,
      column('categoryNameEn', 'text', CATEGORY),
      column('categoryNameBn', 'text', ['Category in Bengali', 'সংযোগের ধরন, বাংলায়']),
    ),
    column('effectiveFrom', 'day', ['From', 'শুরু']),
    column('effectiveTo', 'day', ['Until before', 'যার আগে পর্যন্ত']),
    // Rates have no sum; they are amounts of the tariff's own currency for its own unit.
    column('firstRate', 'number', ['First rate', 'প্রথম দর']),
    column('lastRate', 'number', ['Last rate', 'শেষ দর']),
    column('currency', 'text', ['Currency', 'মুদ্রা']),
    column('sewerPercent', 'number', ['Sewer share (%)', 'পয়োনিষ্কাশন (%)']),
    column('vatWaterPercent', 'number', ['VAT on water (%)', 'পানির ভ্যাট (%)']),
    column('state', 'text', STATE, STATES),
    column('approvedAt', 'instant', ['Approved at', 'অনুমোদনের সময়']),
  ],
};
