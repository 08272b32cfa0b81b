/** Materials with the rate of today as a file. */
import { exportColumn as column, type ListExport, namePair } from '#platform/exports/export-list.ts';
import type { listMaterialsDownload } from './contract.ts';
import { materialList } from './queries.ts';

export const materialsExport: ListExport<typeof listMaterialsDownload> = {
  name: 'materials',
  title: ['Materials', 'মালামাল'],
  list: materialList,
  columns: [
    ...namePair(
      ['Material', 'মালামাল'],
      column('nameEn', 'text', ['Material', 'মালামাল']),
      column('nameBn', 'text', ['Name in Bengali', 'বাংলা নাম']),
    ),
    column('unit', 'text', ['Unit', 'একক']),
    column('defaultQuantity', 'number', ['Usual quantity', 'সাধারণ পরিমাণ']),
    // Rates of different units have no sum.
    { ...column('rateMinor', 'money', ['Rate (Taka)', 'দর (টাকা)']), isSummed: false },
    column('rateFrom', 'day', ['In force from', 'কার্যকর']),
    column('active', 'text', ['State', 'অবস্থা'], {
      true: ['In use', 'ব্যবহৃত'],
      false: ['Not in use', 'অব্যবহৃত'],
    }),
  ],
};
