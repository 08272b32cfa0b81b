/** What a consumer is waiting for: the next step of each open application, as a sheet of their page. */
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

const SHOWN = 5;

export function OpenApplications({ consumerId }: { consumerId: string }) {
  const t = useTexts('applications');
  const place = usePlace();
  const { digits } = useFormats();
  const { data } = useAnswer(listApplications, { query: { consumerId, open: true, limit: SHOWN } });
  if (!data || data.items.length === 0) return null;
  return (
    <Sheet title={t('consumer.open')}>
      <ul className={style.lines}>
        {data.items.map((row) => (
          <li key={row.id}>
            <span>
              <GoLink to={recordPath(row).path}>{digits(row.number ?? '')}</GoLink>
              <span className={style.soft}>{place(row)}</span>
            </span>
            <StateOf row={row} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
