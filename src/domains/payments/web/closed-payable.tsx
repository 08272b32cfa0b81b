/** Why nothing is paid for a demand note, a work order or an ownership request: with the receipt of what was paid, and the way back to it. */
import { Alert } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { PayableDetail } from '../payables/contract.ts';
import { PayableHead } from './payable-sheet.tsx';
import style from './payments.module.css';
import { useIsHousehold } from './what-is-paid.ts';

type ClosedPayableProps = { payable: PayableDetail; closed: NonNullable<PayableDetail['closed']> };

export function ClosedPayable({ payable, closed: { because, receipt } }: ClosedPayableProps) {
  const t = useTexts('payments');
  const may = useMay();
  const isHousehold = useIsHousehold();
  const { digits } = useFormats();
  const isPaid = because === 'PAID';
  const { kind, id } = payable;
  return (
    <div className={style.sheet}>
      <PayableHead payable={payable} />
      <Alert
        color={isPaid ? 'green' : 'blue'}
        icon={isPaid ? <IconCircleCheck size={20} /> : <IconInfoCircle size={20} />}
        role="status"
      >
        {t(`closed.${because}`)}
      </Alert>
      {receipt ? (
        <GoLink to={`/payment-history/${receipt.paymentId}`}>
          {t('take.receipt', { number: digits(receipt.number) })}
        </GoLink>
      ) : null}
      {kind === 'WORK_ORDER' && may('work-orders:view') ? (
        <GoLink to={`/work-order-list/${id}`}>{t(isHousehold ? 'back.work' : 'closed.order')}</GoLink>
      ) : null}
      {kind === 'OWNERSHIP' && may('ownership:view') ? (
        <GoLink to={`/owner-change-request-list/${id}`}>
          {t(isHousehold ? 'back.change' : 'closed.change')}
        </GoLink>
      ) : null}
      {kind === 'DEMAND_NOTE' && isHousehold ? (
        <GoLink to={`/customer/new-connections/${id}`}>{t('back.application')}</GoLink>
      ) : null}
    </div>
  );
}
