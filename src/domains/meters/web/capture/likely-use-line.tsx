/** Beside the field: what the typed register means, and what is usual; after Enter, the question about an outlier. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { LikelyUse } from '../../readings/likely-use.rules.ts';
import style from './capture.module.css';

export function LikelyUseLine({ use, isAsking }: { use: LikelyUse; isAsking: boolean }) {
  const t = useTexts('meters');
  const { cubicMetres } = useFormats();
  const volume = (litres: number | null) => (litres === null ? '—' : cubicMetres(litres));
  const { verdict } = use;
  return (
    <div className={style.use} data-verdict={verdict}>
      <p className={style.figures}>
        <span>
          {t('capture.used')} <b>{volume(use.used)}</b>
        </span>
        <span>
          {t('capture.usual')} <b>{volume(use.usual)}</b>
        </span>
        {verdict === 'unknown' ? null : <span className={style.verdict}>{t(`capture.${verdict}`)}</span>}
      </p>
      <p className={style.asked} role="alert">
        {isAsking ? (
          <>
            <IconAlertTriangle size={16} aria-hidden="true" />
            {t(`capture.ask_${verdict === 'fall' ? 'fall' : 'outlier'}`, {
              used: volume(use.used === null ? null : Math.abs(use.used)),
              usual: volume(use.usual),
            })}
          </>
        ) : null}
      </p>
    </div>
  );
}
