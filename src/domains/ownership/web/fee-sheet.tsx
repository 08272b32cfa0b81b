/** The fee of a change: what it is, whether it is paid, its receipt and what goes back of it. */
import { Button } from '@mantine/core';
import type { Minor } from '#shared/money.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Money } from '#web/ui/figures.tsx';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import type { RequestDetail } from '../contract.ts';
import { isOpenState } from '../ownership.rules.ts';
import { bankTextOf } from './bank-text.rules.ts';

type Fee = NonNullable<RequestDetail['fee']>;
type Refund = NonNullable<Fee['payments']['refund']>;

function stateOf({ state, feeMinor, feePaidMinor }: RequestDetail) {
  if (feePaidMinor === feeMinor) return 'fee_paid';
  if (state === 'READY_TO_PAY') return 'fee_open';
  return isOpenState(state) ? 'fee_later' : 'fee_over';
}

/** For either owner, as long as the fee is waited for and the bank has no payment of it to decide. */
export function PayFeeButton({ request, isQuiet = false }: { request: RequestDetail; isQuiet?: boolean }) {
  const t = useTexts('ownership');
  const go = useGo();
  const { can, side, fee, id, feeMinor } = request;
  if (side === null || can.pay !== 'yes' || (fee?.payments.atBank && !fee.payments.atBank.isSetAside))
    return null;
  return (
    <Button
      mt="sm"
      variant={isQuiet ? 'default' : 'filled'}
      onClick={() => go('/pay', { ownershipRequestId: id })}
    >
      {t('detail.pay', { amount: feeMinor })}
    </Button>
  );
}

export function FeeSheet({ request }: { request: RequestDetail }) {
  const t = useTexts('ownership');
  const may = useMay();
  const { day, digits } = useFormats();
  const { fee, feeMinor, asked } = request;
  if (!fee) return null;
  const { vatMinor, payments } = fee;
  const { receipt, refund, atBank, goesBack } = payments;
  const textOf = ({ state, amountMinor }: Refund) =>
    t(`detail.fee_refund_${state}`, { amount: amountMinor as Minor });
  const refundText =
    refund &&
    (refund.refundId && may('payments:refund') ? (
      <GoLink to={`/refund/${refund.refundId}`}>{textOf(refund)}</GoLink>
    ) : (
      textOf(refund)
    ));
  return (
    <Sheet title={t('detail.fee')}>
      <Facts
        facts={[
          { label: t('detail.fee_amount'), value: <Money minor={feeMinor} /> },
          ...(vatMinor > 0 ? [{ label: t('detail.fee_vat'), value: <Money minor={vatMinor} /> }] : []),
          { label: t('detail.fee_state'), value: t(`detail.${stateOf(request)}`) },
          ...(receipt
            ? [
                {
                  label: t('detail.fee_receipt'),
                  value: (
                    <GoLink to={`/payment-history/${receipt.paymentId}`}>{digits(receipt.number)}</GoLink>
                  ),
                },
              ]
            : []),
          ...(refund ? [{ label: t('detail.fee_refund'), value: refundText }] : []),
        ]}
      />
      {atBank ? (
        <p role="note">
          {atBank.paymentId ? (
            <GoLink to={`/payment-history/${atBank.paymentId}`}>
              {t(`detail.${bankTextOf(request, atBank)}`)}
            </GoLink>
          ) : (
            t(`detail.${bankTextOf(request, atBank)}`)
          )}
        </p>
      ) : null}
      {goesBack.map(({ paymentId, amountMinor, paidOn, paidOutOn }) => (
        <p key={paymentId} role="note">
          <GoLink to={`/payment-history/${paymentId}`}>
            {paidOutOn
              ? t('detail.gone_back', { amount: amountMinor, day: day(paidOn), back: day(paidOutOn) })
              : t('detail.goes_back', { amount: amountMinor, day: day(paidOn) })}
          </GoLink>
        </p>
      ))}
      {asked === 'FEE' ? null : <PayFeeButton request={request} isQuiet />}
    </Sheet>
  );
}
