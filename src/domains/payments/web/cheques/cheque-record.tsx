/** One cheque: what is written on it, what it paid, and what became of it. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { bankIn } from '../../cheques/banks.rules.ts';
import { type ChequeDetail, getCheque } from '../../cheques/contract.ts';
import { ChequeDialog } from './cheque-dialogs.tsx';
import { ChequeStateChip } from './cheque-state.tsx';
import { type ChequeStep, useChequeActions } from './use-cheque-actions.ts';

function PaperFacts({ cheque }: { cheque: ChequeDetail }) {
  const t = useTexts('payments');
  const may = useMay();
  const language = useLanguage();
  const { digits } = useFormats();
  const receipt = digits(cheque.receiptNumber ?? '');
  return (
    <Facts
      facts={[
        { label: t('cheques.number'), value: digits(cheque.number) },
        { label: t('cheques.bank'), value: `${bankIn(cheque.bank, language)}, ${cheque.branch}` },
        { label: t('cheques.drawer'), value: cheque.drawer },
        { label: t('cheques.drawn_on'), value: <Day day={cheque.drawnOn} /> },
        { label: t('history.target_INVOICE'), value: digits(cheque.connectionNumber) },
        {
          label: t('history.receipt'),
          value: may('payments:view') ? (
            <GoLink to={`/payment-history/${cheque.paymentId}`}>{receipt}</GoLink>
          ) : (
            receipt
          ),
        },
      ]}
    />
  );
}

function WayFacts({ cheque }: { cheque: ChequeDetail }) {
  const t = useTexts('payments');
  const may = useMay();
  const { digits, money } = useFormats();
  const { slipNumber, bankAccount, depositedOn, depositedBy, answeredOn, answeredBy, answeredAt } = cheque;
  const { returnReason, returnWords, feeInvoiceId, feeInvoiceNumber, feeMinor, state } = cheque;
  const fee = `${digits(feeInvoiceNumber ?? '')} · ${money(feeMinor ?? 0)}`;
  return (
    <Facts
      facts={[
        { label: t('cheques.received_on'), value: <Day day={cheque.receivedOn} /> },
        { label: t('cheques.received_by'), value: cheque.receivedBy },
        ...(slipNumber
          ? [
              { label: t('cheques.deposited_on'), value: <Day day={depositedOn} /> },
              { label: t('cheques.slip'), value: digits(slipNumber) },
              { label: t('cheques.account'), value: bankAccount },
              { label: t('cheques.deposited_by'), value: depositedBy },
            ]
          : []),
        ...(answeredOn && answeredAt
          ? [
              {
                label: t(state === 'CLEARED' ? 'cheques.cleared_on' : 'cheques.returned_on'),
                value: <Day day={answeredOn} />,
              },
              { label: t('cheques.answered_by'), value: answeredBy },
              { label: t('cheques.answered_at'), value: <Instant at={answeredAt} /> },
            ]
          : []),
        ...(returnReason
          ? [
              {
                label: t('cheques.return_reason'),
                value: returnWords ?? t(`cheques.reasons.${returnReason}`),
              },
            ]
          : []),
        ...(feeInvoiceId
          ? [
              {
                label: t('cheques.fee'),
                value: may('invoices:view') ? (
                  <GoLink to={`/billing/invoice-list/${feeInvoiceId}`}>{fee}</GoLink>
                ) : (
                  fee
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

export function ChequeRecord() {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const id = usePathParam();
  const { data: cheque, error, refetch } = useAnswer(getCheque, { params: { id } });
  const [step, setStep] = useState<ChequeStep | null>(null);
  const actions = useChequeActions((_, next) => setStep(next));
  if (error && !cheque) return <FailedPage error={error} retry={refetch} />;
  if (!cheque) return <RecordSkeleton />;
  return (
    <>
      <RecordPage
        number={digits(cheque.number)}
        title={nameIn(cheque.payerName, cheque.payerNameBn)}
        state={<ChequeStateChip state={cheque.state} />}
        figure={{ label: t('cheques.amount'), value: <Money minor={cheque.amountMinor} /> }}
        actions={actions(cheque)}
      >
        {cheque.isAskedBack ? (
          <Alert color="yellow">
            {t('cheques.asked_back')}{' '}
            <GoLink to={`/payment-history/${cheque.paymentId}`}>{t('cheques.asked_back_look')}</GoLink>
          </Alert>
        ) : null}
        {cheque.hangs ? (
          <Alert color="yellow">
            {t(cheque.state === 'RECEIVED' ? 'cheques.hangs_in_hand' : 'cheques.hangs_at_bank')}
          </Alert>
        ) : null}
        <Sheet title={t('cheques.paper')}>
          <PaperFacts cheque={cheque} />
        </Sheet>
        <Sheet title={t('cheques.way')}>
          <WayFacts cheque={cheque} />
        </Sheet>
      </RecordPage>
      {step ? (
        <ChequeDialog
          step={step}
          cheques={[cheque]}
          bankAccount={cheque.bankAccount}
          close={() => setStep(null)}
          done={() => setStep(null)}
        />
      ) : null}
    </>
  );
}
