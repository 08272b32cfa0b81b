/** The roads of the way with how many meters of each are left: one is chosen and loaded. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { roadsToRead } from '../../visits/contract.ts';
import style from './route.module.css';

type ChooseRoadProps = { period: string; sectorId?: string | undefined; close: () => void };

export function ChooseRoad({ period, sectorId, close }: ChooseRoadProps) {
  const t = useTexts('meters');
  const { digits, number } = useFormats();
  const { data, error, refetch } = useAnswer(roadsToRead, {
    query: { period, ...(sectorId ? { sectorId } : {}) },
  });
  return (
    <FormDialog title={t('route.choose')} close={close}>
      <p className={style.soft}>{t('route.choose_about')}</p>
      {error ? <Failed error={error} retry={refetch} /> : null}
      {data?.items.length === 0 ? <p>{t('route.no_roads')}</p> : null}
      <ul className={style.roads}>
        {data?.items.map(({ id, sectorNumber, roadNumber, left }) => (
          <li key={id}>
            <GoLink to={`/meter-reading/${id}`} query={{ period }} className={style.line}>
              <span className={style.name}>
                {t('route.title', { sector: digits(sectorNumber), road: digits(roadNumber) })}
              </span>
              <span className={style.soft}>
                {left === 0 ? t('route.all_read') : t('route.left', { count: number(left) })}
              </span>
            </GoLink>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
