/** On the page of a bill: what paying it in time brings, or what became of that, with the figures by which a reader calculates it again. */
import { Alert } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import { useIsConsumer } from '../bill-parts.tsx';

type Rebate = NonNullable<InvoiceDetail['rebate']>;

function useShare(): (rebate: Rebate) => string {
  const t = useTexts('rebates');
  const { digits } = useFormats();
  return ({ percent, basisMinor, mostMinor }) => {
    const of = { percent: digits(percent), basis: basisMinor };
    return mostMinor === null ? t('bill.share', of) : t('bill.share_most', { ...of, most: mostMinor });
  };
}

/** It can be had still. */
function Ahead({ rebate }: { rebate: Rebate }) {
  const t = useTexts('rebates');
  const { day } = useFormats();
  const isConsumer = useIsConsumer();
  const shareOf = useShare();
  const message =
    rebate.state === 'EARNED' ? 'bill.earned' : isConsumer ? 'bill.offered' : 'bill.offered_office';
  return (
    <Alert
      color={rebate.state === 'EARNED' ? 'green' : 'blue'}
      icon={<IconCircleCheck size={20} />}
      title={t(message, { amount: rebate.amountMinor, day: day(rebate.payBy) })}
    >
      {shareOf(rebate)}
    </Alert>
  );
}

function Past({ rebate }: { rebate: Rebate }) {
  const t = useTexts('rebates');
  const { day, digits } = useFormats();
  const shareOf = useShare();
  const { state, amountMinor: amount, creditedOn, takenBackOn, takenBackBecause, charge, payBy } = rebate;
  const outcome =
    state === 'MISSED'
      ? t('bill.missed', { day: day(payBy) })
      : takenBackOn
        ? t('bill.taken_back', { amount, day: day(takenBackOn) })
        : t('bill.credited', { amount, day: day(creditedOn ?? payBy) });
  const facts = [
    { label: t('bill.amount'), value: outcome },
    ...(state === 'MISSED'
      ? []
      : [
          { label: t('bill.how'), value: shareOf(rebate) },
          { label: t('bill.pay_by'), value: day(payBy) },
        ]),
    ...(takenBackBecause ? [{ label: t('bill.why'), value: t(`bill.because.${takenBackBecause}`) }] : []),
    ...(charge
      ? [
          {
            label: t('bill.charge'),
            value: <GoLink to={`/billing/invoice-list/${charge.id}`}>{digits(charge.number)}</GoLink>,
          },
        ]
      : []),
  ];
  return (
    <Sheet title={t('bill.name')}>
      <Facts facts={facts} />
    </Sheet>
  );
}

export function RebateOfBill({ rebate }: { rebate: Rebate }) {
  const isAhead = rebate.state === 'OFFERED' || rebate.state === 'EARNED';
  return isAhead ? <Ahead rebate={rebate} /> : <Past rebate={rebate} />;
}
