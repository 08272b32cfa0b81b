/** Large keys for a figure: a phone's own keyboard would hide what is beside it. A keyboard types into the field as well. */
import { IconBackspace } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import style from './route.module.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const;
const MOST = 14;

type NumericPadProps = {
  text: string;
  change: (text: string) => void;
  problem: string;
  /** Enter in the field. */
  done: () => void;
};

export function NumericPad({ text, change, problem, done }: NumericPadProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const add = (key: string) => {
    if (text.length < MOST && !(key === '.' && text.includes('.'))) change(text + key);
  };
  return (
    <div className={style.pad}>
      <label className={style.figure}>
        <span>{t('route.register')}</span>
        <input
          value={digits(text)}
          inputMode="none"
          autoComplete="off"
          aria-invalid={problem !== ''}
          aria-describedby="route-problem"
          onChange={(event) => change(event.currentTarget.value.slice(0, MOST))}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.repeat) done();
          }}
        />
      </label>
      <p id="route-problem" className={style.problem} role="alert">
        {problem}
      </p>
      <fieldset className={style.keys} aria-label={t('route.pad')}>
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            aria-label={key === '.' ? t('route.point') : undefined}
            onClick={() => add(key)}
          >
            {digits(key)}
          </button>
        ))}
        <button type="button" aria-label={t('route.erase')} onClick={() => change(text.slice(0, -1))}>
          <IconBackspace size={24} aria-hidden="true" />
        </button>
      </fieldset>
    </div>
  );
}
