/** A statement as a file: PDF for the consumer, a table for the office. It says whose it is, of which days, and what was owed before and after them. */
import { placeOnPaper } from '#domains/settings/places/place-on-paper.rules.ts';
import { parseUtility } from '#domains/settings/queries.ts';
import {
  exportColumn as column,
  type Filter,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import type { Formats } from '#shared/format.ts';
import type { statementDownload } from './contract.ts';
import { type StatementHead, statementHead, statementLines } from './queries.ts';
import { LINE_NAMES } from './statement.rules.ts';

/** In both languages; without a Bengali name the other one. */
const inBoth = (name: string, nameBn: string | null | undefined): Words => [name, nameBn || name];

type Connection = StatementHead['connections'][number];

const addressOf = ({ sectorNumber, roadNumber, plotNumber }: Connection, { digits }: Formats): Words => {
  const place = [digits(sectorNumber), digits(roadNumber), digits(plotNumber)] as const;
  return [placeOnPaper.en(...place), placeOnPaper.bn(...place)];
};

function head(found: StatementHead, write: Formats): Filter[] {
  const { name, nameBn, number, connections, from, to, madeOn, openingMinor, closingMinor } = found;
  const utility = parseUtility(found.utility);
  const [only, ...others] = connections;
  return [
    [['Utility', 'কর্তৃপক্ষ'], inBoth(utility.nameEn, utility.nameBn)],
    [['Consumer', 'গ্রাহক'], inBoth(name ?? '', nameBn)],
    [['Customer number', 'গ্রাহক নম্বর'], write.digits(number ?? '')],
    ...(only
      ? ([
          [['Connection', 'সংযোগ'], connections.map(({ number: of }) => write.digits(of)).join(', ')],
        ] satisfies Filter[])
      : []),
    ...(only && others.length === 0
      ? ([[['Address', 'ঠিকানা'], addressOf(only, write)]] satisfies Filter[])
      : []),
    [['Period', 'সময়কাল'], `${write.day(from)} – ${write.day(to)}`],
    [['Opening balance', 'প্রারম্ভিক স্থিতি'], write.money(openingMinor)],
    [['Closing balance', 'সমাপনী স্থিতি'], write.money(closingMinor)],
    [['Made on', 'প্রস্তুতের তারিখ'], write.day(madeOn)],
  ];
}

export const statementExport: ListExport<typeof statementDownload> = {
  name: 'statement',
  title: ['Statement of account', 'হিসাব বিবরণী'],
  list: statementLines,
  heading: { find: statementHead, lines: (found, write) => head(found as StatementHead, write) },
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
