/** What is open on a connection, a demand note, a work order or an ownership request, and what an amount would pay of it: the rule of the server. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { allocateOldestFirst } from '../allocation.rules.ts';
import type { PayableDetail } from '../payables/contract.ts';
import style from './payments.module.css';
import { isPaidWhole, useIsHousehold, usePayableNames } from './what-is-paid.ts';

/** What becomes of more money than is open. */
const ABOVE = {
  CONNECTION: 'take.becomes_advance',
  DEMAND_NOTE: 'take.above_note',
  WORK_ORDER: 'take.above_charge',
  OWNERSHIP: 'take.above_fee',
} as const;

/** Name, place, and the sum; without its label no sum, because nothing can be paid. */
export function PayableHead({ payable, dueLabel }: { payable: PayableDetail; dueLabel?: string }) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits, money } = useFormats();
  const placeOf = usePlace();
  const nameOf = usePayableNames();
  return (
    <div className={style.head}>
      <div>
        <b>{nameIn(payable.payerName, payable.payerNameBn)}</b>
        <span className={style.small}>{t(nameOf(payable.kind), { number: digits(payable.number) })}</span>
        <span className={style.small}>{placeOf(payable)}</span>
      </div>
      {dueLabel ? (
        <div className={style.due}>
          <span className={style.small}>{dueLabel}</span>
          <span className={style.big}>{money(payable.dueMinor)}</span>
          {payable.advanceMinor > 0 ? (
            <span className={style.small}>
              {t('take.advance')} {money(payable.advanceMinor)}
            </span>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** The open items, oldest first; with an amount, what it pays of each. */
export function OpenItems({
  payable,
  amountMinor,
  above,
  picked,
}: {
  payable: PayableDetail;
  amountMinor?: number | undefined;
  /** What becomes of more money, if it is not as usual. */
  above?: string | undefined;
  /** Number of the bill that the person came from. */
  picked?: string | undefined;
}) {
  const t = useTexts('payments');
  const { digits, month, money } = useFormats();
  const names = {
    CONNECTION: 'take.demand_note',
    DEMAND_NOTE: 'take.demand_note',
    WORK_ORDER: useIsHousehold() ? 'pay.charge' : 'take.charge',
    OWNERSHIP: 'take.fee',
  } as const;
  const isAmount = typeof amountMinor === 'number' && amountMinor > 0;
  const open = payable.items.map((item) => ({ id: item.number, openMinor: item.openMinor }));
  const { allocations, surplusMinor } = allocateOldestFirst(isAmount ? amountMinor : 0, open);
  const paidOf = (number: string) =>
    allocations.find((allocation) => allocation.invoiceId === number)?.amountMinor ?? 0;
  const share = (number: string, openMinor: number) => {
    const paid = paidOf(number);
    if (paid === 0) return null;
    return paid === openMinor ? t('take.pays_whole') : `${t('take.pays_part')}: ${money(paid)}`;
  };
  return (
    <ul className={style.lines}>
      {payable.items.map((item) => (
        <li key={item.number} aria-current={item.number === picked ? 'true' : undefined}>
          <span>
            {item.period ? month(item.period) : t(names[payable.kind], { number: digits(item.number) })}
            {isPaidWhole(payable.kind) ? null : (
              <span className={`${style.small} ${item.overdue ? style.overdue : ''}`}>
                {item.overdue ? `${t('take.overdue')} · ` : ''}
                {t('take.due_on', { day: item.dueOn })}
              </span>
            )}
          </span>
          <span className={style.due}>
            <b className="figure">{money(item.openMinor)}</b>
            <span className={style.small}>{share(item.number, item.openMinor)}</span>
          </span>
        </li>
      ))}
      {isAmount && surplusMinor > 0 ? (
        <li>
          <span>{above ?? t(ABOVE[payable.kind])}</span>
          <b className="figure">{money(surplusMinor)}</b>
        </li>
      ) : null}
    </ul>
  );
}
