/** The review of readings with the bill that each would make: one call for the rows of the page. */
import { keepPreviousData } from '@tanstack/react-query';
import { type MoreColumns, PreviewReview } from '#domains/meters/web/review/preview-review.tsx';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { previewReadings } from '../../bill-run/contract.ts';

const useBills: MoreColumns = (rows) => {
  const t = useTexts('billing');
  const ids = rows.map(({ id }) => id).join(',');
  // A bill differs when its reading does, and other acts of the page change no bill.
  const madeOf = rows.map(({ version }) => version).join(',');
  const { data } = useAnswer(
    previewReadings,
    { query: { ids } },
    { enabled: ids !== '', afterActs: 'when-shown', madeOf, placeholderData: keepPreviousData },
  );
  const bills = new Map(data?.items.map(({ readingId, totalMinor }) => [readingId, totalMinor]));
  return [
    {
      key: 'bill',
      title: t('runs.would_be'),
      kind: 'money',
      value: (row) => bills.get(row.id) ?? null,
      onCard: false,
    },
  ];
};

export function ReadingReview() {
  return <PreviewReview useMore={useBills} />;
}
