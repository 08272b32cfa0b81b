/** Which fields of a part a correction names: as a line below its remark. */
import { useTexts } from '#web/texts/texts.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { FIELD_LABELS } from './field-label.ts';
import style from './named-fields.module.css';

type Item = NonNullable<ApplicationDetail['recorrection']>['items'][number];

export function NamedFields({ item }: { item: Item }) {
  const t = useTexts('applications');
  if (item.fields.length === 0 && !item.answer) return null;
  return (
    <>
      {item.fields.length > 0 ? (
        <ul className={style.fields} aria-label={t('tracker.named')}>
          {item.fields.map((field) => {
            const isOpen = !item.corrected && item.unchanged.includes(field);
            return (
              <li key={field}>
                {t(isOpen ? 'tracker.field_open' : 'tracker.field_done', { field: t(FIELD_LABELS[field]) })}
              </li>
            );
          })}
        </ul>
      ) : null}
      {item.answer ? <p>{t('tracker.answered', { answer: item.answer })}</p> : null}
    </>
  );
}
