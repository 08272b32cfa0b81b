/** A statement as a file: PDF for the consumer, a table for the office. */
import { exportColumn as column, type Filter, type ListExport } from '#platform/exports/export-list.ts';
import type { statementDownload } from './contract.ts';
import { statementLines } from './queries.ts';
import { LINE_NAMES } from './statement.rules.ts';

export const statementExport: ListExport<typeof statementDownload> = {
  name: 'statement',
  title: ['Statement of account', 'হিসাব বিবরণী'],
  list: statementLines,
  filters: ({ from, to }) => [
    ...(from ? [[['From', 'তারিখ থেকে'], from] as Filter] : []),
    ...(to ? [[['Until', 'তারিখ পর্যন্ত'], to] as Filter] : []),
  ],
  columns: [
    column('day', 'day', ['Date', 'তারিখ']),
    column('kind', 'text', ['What', 'বিষয়'], LINE_NAMES),
    column('number', 'text', ['Number', 'নম্বর']),
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    column('owedMinor', 'money', ['Owed (Taka)', 'পাওনা (টাকা)']),
    column('paidMinor', 'money', ['Paid (Taka)', 'পরিশোধ (টাকা)']),
    { ...column('balanceMinor', 'money', ['Balance (Taka)', 'স্থিতি (টাকা)']), isSummed: false },
  ],
};
