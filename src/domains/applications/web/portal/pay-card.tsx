/** What is to be paid, until when, and the button that a thumb reaches. */
import { Button } from '@mantine/core';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { NoteLines } from '../papers/note-lines.tsx';
import { isPaymentOver } from '../words.tsx';
import style from './portal.module.css';

export function PayCard({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const go = useGo();
  const { money, day, instant } = useFormats();
  const { totalMinor, paidMinor, expiresOn, can, id, demandNotes, atBank } = application;
  const left = (totalMinor ?? 0) - (paidMinor ?? 0);
  const note = demandNotes[0];
  const isOver = isPaymentOver(application);
  return (
    <section className={style.next} data-tone="amber">
      <h2>{t(isOver ? 'tracker.pay_over_title' : 'tracker.pay_title')}</h2>
      <p className={style.amount}>{money(left)}</p>
      {expiresOn ? (
        <p>{t(isOver ? 'tracker.pay_over' : 'tracker.pay_until', { day: day(expiresOn) })}</p>
      ) : null}
      {atBank ? (
        <p role="status">
          {t(atBank.isSetAside ? 'tracker.set_aside' : 'tracker.at_bank', {
            amount: atBank.amountMinor,
            at: instant(atBank.startedAt),
          })}{' '}
          <GoLink to="/payment/redirect" query={{ payment: atBank.paymentId }}>
            {t('tracker.to_payment')}
          </GoLink>
        </p>
      ) : null}
      {can.pay?.reason || (atBank && !atBank.isSetAside) ? null : (
        <>
          <Button fullWidth size="lg" onClick={() => go('/pay', { applicationId: id })}>
            {t('tracker.pay', { amount: left })}
          </Button>
          <p className={style.soft}>{t('tracker.pay_counter')}</p>
        </>
      )}
      {note ? (
        <details>
          <summary>{t('tracker.pay_for')}</summary>
          <NoteLines note={note} />
        </details>
      ) : null}
    </section>
  );
}
