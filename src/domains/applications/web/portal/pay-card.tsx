/** What is to be paid, until when, and the button that a thumb reaches. */
import { Button } from '@mantine/core';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { NoteLines } from '../papers/note-lines.tsx';
import style from './portal.module.css';

export function PayCard({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const go = useGo();
  const { money, day } = useFormats();
  const { totalMinor, paidMinor, expiresOn, can, id, demandNotes } = application;
  const left = (totalMinor ?? 0) - paidMinor;
  const reason = can.pay?.reason;
  const note = demandNotes[0];
  return (
    <section className={style.next} data-tone="amber">
      <h2>{t('tracker.pay_title')}</h2>
      <p className={style.amount}>{money(left)}</p>
      {expiresOn ? <p>{t('tracker.pay_until', { day: day(expiresOn) })}</p> : null}
      {reason ? (
        <p role="alert">{errorTextNow(`applications.${reason}`)}</p>
      ) : (
        <Button fullWidth size="lg" onClick={() => go('/pay', { applicationId: id })}>
          {t('tracker.pay', { amount: left })}
        </Button>
      )}
      <p className={style.soft}>{t('tracker.pay_counter')}</p>
      {note ? (
        <details>
          <summary>{t('tracker.pay_for')}</summary>
          <NoteLines note={note} />
        </details>
      ) : null}
    </section>
  );
}
