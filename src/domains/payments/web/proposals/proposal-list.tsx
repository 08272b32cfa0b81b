/** What waits for a second person: agree or refuse, from the row. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { decideProposal, listProposals, listProposalsDownload } from '../../proposals/contract.ts';
import {
  PROPOSAL_KINDS,
  PROPOSAL_STATES,
  type Proposal,
  type ProposalState,
} from '../../proposals/proposal.rules.ts';
import style from '../payments.module.css';

const TONES: Record<ProposalState, Tone> = { REQUESTED: 'amber', DONE: 'green', REFUSED: 'red' };

function useProposalColumns(): Column<Proposal>[] {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { shortDay, digits, shortInstant } = useFormats();
  const by = (name: string, at: string) => (
    <span className={style.name}>
      {name}
      <span className={style.small}>{shortInstant(at)}</span>
    </span>
  );
  return [
    {
      key: 'kind',
      fields: ['kind', 'reason', 'statementReference'],
      title: t('proposals.kind'),
      value: (row) => (
        <span className={style.name}>
          {t(`proposals.kinds.${row.kind}`)}
          <span className={style.small}>
            {row.reason}
            {row.statementReference
              ? ` · ${t('proposals.statement', { reference: row.statementReference })}`
              : null}
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('proposals.state'),
      value: (row) => <StateChip tone={TONES[row.state]}>{t(`proposals.states.${row.state}`)}</StateChip>,
    },
    {
      key: 'amount',
      fields: ['amountMinor', 'feeMinor'],
      title: t('proposals.amount'),
      kind: 'money',
      value: (row) => row.amountMinor || null,
      sort: 'amountMinor',
    },
    {
      key: 'target',
      fields: ['payerName', 'targetNumber', 'takenOver'],
      title: t('proposals.target'),
      value: (row) => (
        <span className={style.name}>
          {nameIn(row.payerName, row.payerNameBn)}
          <span className={style.small}>
            {row.takenOver
              ? t('proposals.taken_over', { number: digits(row.targetNumber) })
              : digits(row.targetNumber)}
          </span>
        </span>
      ),
      onCard: true,
    },
    {
      key: 'paid',
      fields: ['paidOn', 'method', 'slipNumber'],
      title: t('proposals.paid_on'),
      value: (row) =>
        row.paidOn && row.method ? (
          <span className={style.name}>
            {shortDay(row.paidOn)}
            <span className={style.small}>
              {[t(`methods.${row.method}`), row.slipNumber].filter(Boolean).join(' ')}
            </span>
          </span>
        ) : null,
    },
    {
      key: 'asked',
      fields: ['requestedBy', 'requestedAt'],
      title: t('proposals.asked'),
      value: (row) => by(row.requestedBy, row.requestedAt),
      sort: 'requestedAt',
      onCard: true,
    },
    {
      key: 'decided',
      fields: ['decidedBy', 'decidedAt', 'decisionRemark'],
      title: t('proposals.decided'),
      value: (row) => (row.decidedBy && row.decidedAt ? by(row.decidedBy, row.decidedAt) : null),
    },
  ];
}

export function ProposalList() {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const go = useGo();
  const columns = useProposalColumns();
  const [open, setOpen] = useState<{ proposal: Proposal; accept: boolean } | null>(null);
  const actions = (proposal: Proposal) => [
    ...(proposal.can.decide
      ? [
          { label: t('proposals.accept'), run: () => setOpen({ proposal, accept: true }) },
          { label: t('proposals.refuse'), danger: true, run: () => setOpen({ proposal, accept: false }) },
        ]
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
      {open ? <DecideDialog {...open} close={() => setOpen(null)} /> : null}
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
      <FormBody form={form} submit={accept ? submit : t('proposals.refuse')} danger={!accept} cancel={close}>
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
