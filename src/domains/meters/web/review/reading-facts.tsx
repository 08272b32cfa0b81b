/** The figures of a reading that a decision compares: both readings, the use between them, and what was expected. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Reading } from '../../readings/contract.ts';
import style from './reading-facts.module.css';

type Figures = Pick<Reading, 'previousLitres' | 'registerLitres' | 'consumptionLitres' | 'expectedLitres'> & {
  /** Lists have the mean of the months before too. */
  meanLitres?: number | null;
};

export function ReadingFacts({ reading }: { reading: Figures }) {
  const t = useTexts('meters');
  const { cubicMetres } = useFormats();
  const facts = [
    [t('previous'), reading.previousLitres],
    [t('register'), reading.registerLitres],
    [t('used'), reading.consumptionLitres],
    [t('review.usual'), reading.expectedLitres],
    ...(reading.meanLitres === undefined ? [] : [[t('review.mean'), reading.meanLitres] as const]),
  ] as const;
  return (
    <dl className={style.facts}>
      {facts.map(([name, litres]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{litres === null ? '—' : cubicMetres(litres)}</dd>
        </div>
      ))}
    </dl>
  );
}
