/** How households rate the work of the last twelve months: a figure for each kind of work. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { rateCategories } from '../contract.ts';
import { Stars } from './stars.tsx';
import style from './work-orders.module.css';

export function RatedCategories() {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const { digits, number } = useFormats();
  const enabled = useMay()('work-orders:review');
  const { data } = useAnswer(rateCategories, {}, { enabled, afterActs: 'when-shown' });
  if (!data || data.items.length === 0) return null;
  return (
    <dl className={style.rated} aria-label={t('list.rated')}>
      {data.items.map(({ categoryId, nameEn, nameBn, average, count }) => (
        <div key={categoryId}>
          <dt>{nameIn(nameEn, nameBn)}</dt>
          <dd>
            <Stars count={Math.round(Number(average))} /> <b>{digits(average)}</b> ({number(count)})
          </dd>
        </div>
      ))}
    </dl>
  );
}
