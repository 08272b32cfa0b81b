/** The last readings that were saved here; each can be opened again. */
import { Button } from '@mantine/core';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FlagChips, useConsumerName } from '../words.tsx';
import style from './capture.module.css';
import type { Saved } from './use-way.ts';

const SHOWN = 5;

export function LastEntries({ saved, open }: { saved: readonly Saved[]; open: (meterId: string) => void }) {
  const t = useTexts('meters');
  const consumer = useConsumerName();
  const { digits, cubicMetres } = useFormats();
  if (saved.length === 0) return null;
  return (
    <section className={style.entries} aria-label={t('capture.last')}>
      <h3>{t('capture.last')}</h3>
      <ul>
        {saved.slice(0, SHOWN).map(({ meter, reading }) => (
          <li key={meter.meterId}>
            <span className={style.number}>{digits(meter.meterNumber)}</span>
            <span className={style.name}>{consumer(meter)}</span>
            <span className={style.figure}>{cubicMetres(reading.registerLitres)}</span>
            <FlagChips flags={reading.flags} />
            {reading.can.edit ? (
              <Button size="compact-xs" variant="subtle" onClick={() => open(meter.meterId)}>
                {t('capture.reopen')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
