/** What would be estimated, as a file. */
import { exportColumn as column, type ListExport } from '#platform/exports/export-list.ts';
import { CONNECTION, CONSUMER, METER, PLACE } from '../exports.ts';
import type { listEstimatesDownload } from './contract.ts';
import { LEFT_OUT_NAMES, METHOD_NAMES } from './estimate.rules.ts';
import { estimateList } from './queries.ts';

export const estimatesExport: ListExport<typeof listEstimatesDownload> = {
  name: 'estimates',
  title: ['Meters to estimate', 'আনুমানিক রিডিং'],
  list: estimateList,
  columns: [
    METER,
    CONNECTION,
    CONSUMER,
    ...PLACE,
    column('previousOn', 'day', ['Last read on', 'সর্বশেষ রিডিংয়ের তারিখ']),
    column('previousLitres', 'volume', ['Last reading (m³)', 'সর্বশেষ রিডিং (ঘনমিটার)']),
    column('method', 'text', ['Rule', 'নিয়ম'], METHOD_NAMES),
    column('basisLitres', 'volume', ['Basis (m³)', 'ভিত্তি (ঘনমিটার)']),
    column('basisDays', 'number', ['Days of the basis', 'ভিত্তির দিন']),
    column('litres', 'volume', ['Estimated use (m³)', 'আনুমানিক ব্যবহার (ঘনমিটার)']),
    column('registerLitres', 'volume', ['Estimated figure (m³)', 'আনুমানিক রিডিং (ঘনমিটার)']),
    column('inRow', 'number', ['In a row', 'পরপর']),
    column('leftOut', 'text', ['Not estimated because', 'অনুমান না করার কারণ'], LEFT_OUT_NAMES),
  ],
};
