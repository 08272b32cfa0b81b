/** What a consumer is waiting for: the next step of each open application, as a sheet of their page. */
import { recordPath as consumerPath } from '#domains/consumers/web/record-path.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { listApplications } from '../../contract.ts';
import { recordPath } from '../lists/columns.tsx';
import { StateOf } from '../words.tsx';
import style from './consumer.module.css';
import { ASKED, shownFirst } from './shown-first.rules.ts';

export function OpenApplications({ consumerId }: { consumerId: string }) {
  const t = useTexts('applications');
  const place = usePlace();
  const { digits } = useFormats();
  const { data } = useAnswer(listApplications, { query: { consumerId, open: true, limit: ASKED } });
  if (!data || data.items.length === 0) return null;
  const { first, more } = shownFirst(data.items, data.total);
  return (
    <Sheet title={t('consumer.open')}>
      <ul className={style.lines}>
        {first.map((row) => (
          <li key={row.id}>
            <span>
              <GoLink to={recordPath(row).path}>{digits(row.number ?? '')}</GoLink>
              <span className={style.soft}>{place(row)}</span>
            </span>
            <StateOf row={row} />
          </li>
        ))}
        {more > 0 ? (
          <li>
            <GoLink to={consumerPath(consumerId)} query={{ tab: 'applications' }}>
              {t('consumer.more', { count: more })}
            </GoLink>
          </li>
        ) : null}
      </ul>
    </Sheet>
  );
}
