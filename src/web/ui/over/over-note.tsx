/** In the place of a form whose step is over: what the record is now, who brought it there, and what was typed, to be copied. */
import { Button, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CallError } from '../../calls/call-error.ts';
import { signalChange } from '../../calls/change-signals.ts';
import { errorTextNow } from '../../calls/error-text.ts';
import { useTexts } from '../../texts/texts.ts';
import { valueAt } from '../form/issues.ts';
import type { Typed } from '../form/use-form.ts';
import { Timeline, type TimelineEvent } from '../record/timeline.tsx';
import style from './over-note.module.css';

export function OverNote({ children }: { children: ReactNode }) {
  const t = useTexts('frame');
  const note = useRef<HTMLDivElement>(null);
  // The field that had the focus is gone.
  useEffect(() => note.current?.focus(), []);
  return (
    <div className={style.over}>
      <div ref={note} tabIndex={-1} role="alert" className={style.note}>
        <IconUsers size={20} aria-hidden="true" />
        <b>{t('over.title')}</b>
      </div>
      {children}
    </div>
  );
}

type WhatIsNowProps = {
  state: ReactNode;
  /** Why the step is not possible, if the state alone does not say it. */
  why?: ReactNode;
  /** What happened meanwhile, as its reader may know it; the newest first. */
  events: readonly TimelineEvent[];
};

const MOST_EVENTS = 3;

/** The present state, and who did what, when, with which remark. */
export function WhatIsNow({ state, why, events }: WhatIsNowProps) {
  return (
    <div className={style.now}>
      <div>{state}</div>
      {why ? <p>{why}</p> : null}
      {events.length > 0 ? <Timeline events={events.slice(0, MOST_EVENTS)} /> : null}
    </div>
  );
}

/** What differs from what the form began with, by the words of its fields. */
function typedOf({ words, valueIn, initial }: Typed): Written[] {
  return words.flatMap(([name, { label, write }]) => {
    const value = valueIn(name);
    const isWritten = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
    return isWritten && value !== valueAt(initial, name) ? [{ name, label, value: write(value) }] : [];
  });
}

type Written = { name: string; label: ReactNode; value: ReactNode };
type OverEndProps = { typed: readonly Written[]; close: (() => void) | undefined };

type FormOverEndProps = Pick<OverEndProps, 'close'> & {
  typed: Typed;
  /** What told that the step is over, if its dialog did not tell it. */
  refusal: CallError | null;
};

/** The same of a form. */
export const FormOverEnd = ({ typed, refusal, ...end }: FormOverEndProps) => (
  <>
    {refusal ? <RefusedNote refusal={refusal} /> : null}
    <OverEnd typed={typedOf(typed)} {...end} />
  </>
);

function RefusedNote({ refusal }: { refusal: CallError }) {
  // The page behind shows what the record is now, when its person comes back to it.
  useEffect(() => () => void signalChange('changed'), []);
  return (
    <OverNote>
      <p>{errorTextNow(refusal.code, refusal.params)}</p>
    </OverNote>
  );
}

/** The end of the dialog: what the person typed is not lost, although it is not sent. */
export function OverEnd({ typed, close }: OverEndProps) {
  const t = useTexts('frame');
  const common = useTexts('common');
  return (
    <div className={style.end}>
      {typed.length > 0 ? (
        <section aria-label={t('over.typed')}>
          <p>{t('over.typed')}</p>
          <dl className={style.typed}>
            {typed.map(({ name, label, value }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {close ? (
        <Group>
          <Button variant="default" onClick={close}>
            {common('actions.close')}
          </Button>
        </Group>
      ) : null}
    </div>
  );
}
