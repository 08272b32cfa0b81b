/** What waits for a second person: agree or refuse, from the row. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { decideProposal, listProposals, listProposalsDownload } from '../../proposals/contract.ts';
import { PROPOSAL_KINDS, PROPOSAL_STATES, type Proposal } from '../../proposals/proposal.rules.ts';
import { useProposalColumns } from './proposal-columns.tsx';
import { TakeBackRow } from './take-back-row.tsx';

export function ProposalList() {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const go = useGo();
  const columns = useProposalColumns();
  const [open, setOpen] = useState<{ proposal: Proposal; accept: boolean } | null>(null);
  const [given, setGiven] = useState<Proposal | null>(null);
  const ofList = { endpoint: listProposals, columns };
  const actions = (proposal: Proposal) => [
    ...(proposal.can.decide
      ? [
          { label: t('proposals.accept'), run: () => setOpen({ proposal, accept: true }) },
          { label: t('proposals.refuse'), danger: true, run: () => setOpen({ proposal, accept: false }) },
        ]
      : []),
    ...(proposal.can.giveUp
      ? [{ label: t('given_up.take_back'), danger: true, run: () => setGiven(proposal) }]
      : []),
    ...(proposal.paymentId
      ? [{ label: t('proposals.show_payment'), run: () => go(`/payment-history/${proposal.paymentId}`) }]
      : []),
    ...(proposal.bankFileId
      ? [{ label: t('proposals.show_file'), run: () => go(`/city-bank-report/${proposal.bankFileId}`) }]
      : []),
    ...(proposal.refundId
      ? [{ label: t('proposals.show_refund'), run: () => go(`/refund/${proposal.refundId}`) }]
      : []),
  ];
  return (
    <>
      <ListPage
        endpoint={listProposals}
        exports={useExports(listProposalsDownload, 'second-person')}
        title={t('proposals.title')}
        about={t('proposals.about')}
        searchLabel={t('proposals.search')}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listProposals>) => counts,
          items: PROPOSAL_STATES.map((value) => ({
            value,
            label: t(`proposals.states.${value}`),
          })),
        }}
        filters={[
          {
            name: 'kind',
            label: t('proposals.kind'),
            options: PROPOSAL_KINDS.map((value) => ({ value, label: t(`proposals.kinds.${value}`) })),
          },
        ]}
        nameOf={(row) => nameIn(row.payerName, row.payerNameBn)}
        empty={{ title: t('proposals.empty'), text: t('proposals.empty_help') }}
        {...{ columns, actions }}
      />
      {open ? (
        <RowDialog {...ofList} rows={[open.proposal]} fits={({ can }) => can.decide}>
          {(proposal) => (
            <DecideDialog proposal={proposal} accept={open.accept} close={() => setOpen(null)} />
          )}
        </RowDialog>
      ) : null}
      {given ? <TakeBackRow {...ofList} proposal={given} close={() => setGiven(null)} /> : null}
    </>
  );
}

function DecideDialog({
  proposal,
  accept,
  close,
}: {
  proposal: Proposal;
  accept: boolean;
  close: () => void;
}) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits, day } = useFormats();
  const form = useForm(decideProposal, {
    initial: { remark: undefined },
    input: { params: { id: proposal.id } },
    extra: { accept, ...(accept && proposal.goesBack ? { sendBack: true } : {}) },
    onDone: () => {
      close();
      return toast('success', t(accept ? 'proposals.accepted' : 'proposals.refused'));
    },
  });
  const what = t(`proposals.kinds.${proposal.kind}`);
  const { requestedBy: name, reason, amountMinor: amount, statementReference, paidOn, method } = proposal;
  const posts = !accept ? 'refuse_about' : amount > 0 ? 'accept_about' : 'accept_about_nothing';
  const submit = amount > 0 ? t('proposals.accept_submit', { amount }) : t('proposals.accept_submit_nothing');
  return (
    <FormDialog
      title={t(accept ? 'proposals.accept_title' : 'proposals.refuse_title', { what })}
      close={close}
    >
      <FormBody
        form={form}
        submit={accept ? submit : t('proposals.refuse')}
        danger={!accept}
        isCareful
        cancel={close}
      >
        <p>
          {t(`proposals.${posts}`, { name, reason, amount })}
          {statementReference ? ` ${t('proposals.statement', { reference: statementReference })}` : null}
        </p>
        <p>
          {nameIn(proposal.payerName, proposal.payerNameBn)}:{' '}
          {proposal.takenOver
            ? t('proposals.taken_over', { number: digits(proposal.targetNumber) })
            : digits(proposal.targetNumber)}
        </p>
        {proposal.feeMinor === null ? null : (
          <p>{t('proposals.payout', { payout: amount - proposal.feeMinor, fee: proposal.feeMinor })}</p>
        )}
        {paidOn && method ? (
          <p>
            {`${t('proposals.paid_on')}: ${day(paidOn)}`} ·{' '}
            {[t(`methods.${method}`), proposal.slipNumber].filter(Boolean).join(' ')}
          </p>
        ) : null}
        {accept && proposal.goesBack ? (
          <Alert color="yellow">{t('proposals.goes_back', { amount })}</Alert>
        ) : null}
        {accept ? null : (
          <LongTextField form={form} name="remark" label={t('proposals.refuse_reason')} required />
        )}
      </FormBody>
    </FormDialog>
  );
}
