/** What is beyond the usual of a completion, with the reason of who completed the work: for who verifies it. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { OrderDetail } from '../../contract.ts';
import style from '../work-orders.module.css';

export function UnusualNote({ order }: { order: OrderDetail }) {
  const t = useTexts('work-orders');
  const { cubicMetres } = useFormats();
  const { unusual, usedMinor, used, lostLitres } = order;
  if (!unusual) return null;
  const labourMinor = (usedMinor ?? 0) - used.reduce((sum, line) => sum + line.amountMinor, 0);
  return (
    <div className={style.warning} role="note">
      <strong>{t('unusual.title')}</strong>
      {unusual.amounts.map((what) => (
        <div key={what}>
          {t(`unusual.${what}`, { amount: labourMinor, lost: cubicMetres(lostLitres ?? 0) })}
        </div>
      ))}
      <div>{t('unusual.confirmed', { by: unusual.by, reason: unusual.reason })}</div>
    </div>
  );
}

export function UnprovenNote({ order: { unprovenReason } }: { order: OrderDetail }) {
  const t = useTexts('work-orders');
  if (!unprovenReason) return null;
  return (
    <div className={style.warning} role="note">
      <strong>{t('unproven.title')}</strong>
      <div>{t('unproven.reason', { reason: unprovenReason })}</div>
    </div>
  );
}
