/** Money that comes back to the applicant, and how far it is: after withdrawing, and what came too late. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { ApplicationDetail } from '../../contract.ts';
import style from './portal.module.css';

const TONES = { REQUESTED: 'blue', APPROVED: 'amber', REFUSED: 'red', PAID_OUT: 'green' } as const;

/** What comes back after withdrawing. */
export function RefundCard({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const { money } = useFormats();
  const note = application.demandNotes.find(({ refundState }) => refundState);
  if (!note?.refundState) return null;
  return (
    <section className={style.next} data-tone={TONES[note.refundState]}>
      <h2>{t('tracker.refund_title')}</h2>
      <p className={style.amount}>{money(note.refundableMinor)}</p>
      <p>{t(`tracker.refund.${note.refundState}`)}</p>
    </section>
  );
}

/** Payments that a bank took when the demand note could not be paid any more. */
export function GoesBack({ money: late }: { money: ApplicationDetail['goesBack'] }) {
  const t = useTexts('applications');
  const { money, day } = useFormats();
  return late.map(({ paymentId, amountMinor, paidOn, refundState, paidOutOn }) => (
    <section key={paymentId} className={style.next} data-tone={TONES[refundState]}>
      <h2>{t('tracker.refund_title')}</h2>
      <p className={style.amount}>{money(amountMinor)}</p>
      <p>{t('tracker.goes_back', { day: day(paidOn) })}</p>
      <p>
        {paidOutOn
          ? t('tracker.gone_back', { day: day(paidOutOn) })
          : t(refundState === 'REFUSED' ? 'tracker.goes_back_refused' : `tracker.refund.${refundState}`)}
      </p>
    </section>
  ));
}
