/** Pipe sizes without a free meter, and how many applications wait for one: a warning, nothing is refused for it. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { stockBySize } from '../../letter/contract.ts';
import style from './lists.module.css';

/** @param sizeMm the only size that matters here */
export function StockNote({ sizeMm }: { sizeMm?: number | null }) {
  const t = useTexts('applications');
  const enabled = useMay()('meters:view') && sizeMm !== null;
  const { data } = useAnswer(stockBySize, {}, { enabled });
  const empty = (data?.items ?? []).filter(
    (size) => size.free === 0 && (sizeMm === undefined || size.sizeMm === sizeMm),
  );
  if (empty.length === 0) return null;
  // Beside the head of a list, which is one line high.
  const isShort = sizeMm === undefined;
  return (
    <div className={style.stock} role="note" data-short={isShort || undefined}>
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden="true" />
      <div>
        {empty.map(({ sizeMm: size, waiting }) => (
          <p key={size} title={t('letter_form.no_meter', { size, count: waiting })}>
            {t(isShort ? 'letter_form.short_of' : 'letter_form.no_meter', { size, count: waiting })}
          </p>
        ))}
      </div>
    </div>
  );
}
