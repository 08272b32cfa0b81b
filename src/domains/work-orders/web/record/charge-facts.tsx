/** What who asked has to pay, has paid or need not pay: at the head of the order, among its facts, and before anything else. */
import type { ReactNode } from 'react';
import { dayOf } from '#shared/dates.ts';
import { webConfig } from '#web/config.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Money } from '#web/ui/figures.tsx';
import type { OrderDetail } from '../../contract.ts';
import { ESCALATES_AT } from '../../work-order.rules.ts';
import { useIsConsumer } from '../state-chip.tsx';
import style from '../work-orders.module.css';

type Fact = { label: string; value: ReactNode };
type Part = { order: OrderDetail };

/** The figure at the head for a household: what is left to pay; when nothing is, what became of the charge. */
export function useChargeFigure(): (order: OrderDetail) => Fact | undefined {
  const t = useTexts('work-orders');
  return ({ openMinor, paidMinor, chargeMinor, isWaived }) => {
    if (openMinor > 0) return { label: t('detail.charge'), value: <Money minor={openMinor} /> };
    if (paidMinor > 0) return { label: t('detail.paid'), value: <Money minor={paidMinor} /> };
    if (isWaived && chargeMinor !== null)
      return { label: t('detail.waived'), value: <Money minor={chargeMinor} /> };
    return undefined;
  };
}

/** The charge, and what of it is paid, waived or left. */
export function useChargeFacts(): (order: OrderDetail) => Fact[] {
  const t = useTexts('work-orders');
  return (order) => {
    const { chargeMinor, openMinor, paidMinor, isWaived, waivedBy, waivedReason } = order;
    if (chargeMinor === null) return [{ label: t('detail.charge_sum'), value: t('detail.no_charge') }];
    return [
      { label: t('detail.charge_sum'), value: <Money minor={chargeMinor} /> },
      ...(paidMinor > 0
        ? [
            {
              label: t('detail.paid'),
              value: (
                <>
                  <Money minor={paidMinor} /> <ReceiptLink order={order} />
                </>
              ),
            },
          ]
        : []),
      ...(openMinor > 0 ? [{ label: t('detail.charge'), value: <Money minor={openMinor} /> }] : []),
      ...(isWaived
        ? [
            {
              label: t('detail.waived'),
              value: waivedReason ? `${waivedBy ?? ''} · ${waivedReason}` : <Money minor={chargeMinor} />,
            },
          ]
        : []),
    ];
  };
}

function ReceiptLink({ order: { receipt } }: Part) {
  const t = useTexts('work-orders');
  const { digits } = useFormats();
  if (!receipt) return null;
  return (
    <GoLink to={`/payment-history/${receipt.paymentId}`}>
      {t('detail.receipt', { number: digits(receipt.number) })}
    </GoLink>
  );
}

/** That the work is on hold, and for the office why, and that it had to be opened again more than one time. */
function useHoldLines(): (order: OrderDetail) => string[] {
  const t = useTexts('work-orders');
  const { instant, day } = useFormats();
  const dayOfEnd = (until: string) => day(dayOf(new Date(until), webConfig().timeZone));
  const isConsumer = useIsConsumer();
  return ({ pausedAt, pauseUntil, pauseReason, pausedBy, reopened }) => {
    if (isConsumer) {
      if (!pausedAt) return [];
      return [pauseUntil ? t('detail.hold_until', { day: dayOfEnd(pauseUntil) }) : t('detail.hold')];
    }
    const often = reopened >= ESCALATES_AT ? [t('detail.escalated', { count: reopened })] : [];
    if (!pausedAt) return often;
    return [
      ...often,
      t('detail.paused', { at: instant(pausedAt), by: pausedBy ?? '', reason: pauseReason ?? '' }),
      ...(pauseUntil ? [t('detail.paused_until', { day: dayOfEnd(pauseUntil) })] : []),
      t('detail.deadline_waits'),
    ];
  };
}

/** Nothing is paid for such work any more: money that comes still goes back. */
const ENDED: readonly string[] = ['REJECTED', 'CANCELLED'];

/** What has to be known before anything is done. */
export function OrderNotice({ order }: Part) {
  const t = useTexts('work-orders');
  const { instant, day } = useFormats();
  const held = useHoldLines();
  const isConsumer = useIsConsumer();
  const { remark, openMinor, atBank, goesBack } = order;
  // What the household reads first: the office finds it in the history.
  const reply = isConsumer && order.timeline.findLast(({ action }) => action === 'reply')?.remark;
  const toPay =
    openMinor === 0 || (atBank && !atBank.isSetAside)
      ? []
      : [t(isConsumer ? 'detail.you_pay' : 'detail.to_pay', { amount: openMinor })];
  const lines = [
    ...held(order),
    ...(order.isLate ? [t('detail.late_since', { at: instant(order.dueAt) })] : []),
    ...toPay,
    ...goesBack.map(({ amountMinor, paidOn, paidOutOn }) =>
      paidOutOn
        ? t('detail.gone_back', { amount: amountMinor, day: day(paidOn), back: day(paidOutOn) })
        : t('detail.goes_back', { amount: amountMinor, day: day(paidOn) }),
    ),
    ...(reply ? [`${t('detail.reply')}: ${reply}`] : []),
    ...(remark ? [`${t('detail.remark')}: ${remark}`] : []),
    ...(isConsumer && order.can['reopen-request'] === 'yes' ? [t('detail.again_help')] : []),
  ];
  if (lines.length === 0 && !atBank) return null;
  return (
    <div className={style.note} role="note">
      {atBank ? (
        <div>
          {t(atBank.isSetAside ? 'detail.set_aside' : 'detail.at_bank', {
            amount: atBank.amountMinor,
            at: instant(atBank.startedAt),
          })}{' '}
          {ENDED.includes(order.state) ? `${t('detail.at_bank_over')} ` : null}
          <GoLink
            to={isConsumer ? '/payment/redirect' : `/payment-history/${atBank.paymentId}`}
            query={isConsumer ? { payment: atBank.paymentId } : {}}
          >
            {t('detail.to_payment')}
          </GoLink>
        </div>
      ) : null}
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
