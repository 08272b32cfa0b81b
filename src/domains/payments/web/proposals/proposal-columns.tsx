/** The columns of what two people decide: for who decides, and for who asked. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Proposal, ProposalState } from '../../proposals/proposal.rules.ts';
import style from '../payments.module.css';

const TONES: Record<ProposalState, Tone> = {
  REQUESTED: 'amber',
  DONE: 'green',
  REFUSED: 'red',
  GIVEN_UP: 'grey',
};

/** The page of what it is about; counter money of a day long ago has none before it is booked. */
function pageOf({ paymentId, refundId, bankFileId, alarmId }: Proposal): string | undefined {
  if (paymentId) return `/payment-history/${paymentId}`;
  if (refundId) return `/refund/${refundId}`;
  if (bankFileId) return `/city-bank-report/${bankFileId}`;
  return alarmId ? `/alarms/${alarmId}` : undefined;
}

export function useProposalColumns(): Column<Proposal>[] {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { shortDay, digits, shortInstant } = useFormats();
  const by = (name: string, at: string, remark: string | null = null) => (
    <span className={style.name}>
      {name}
      <span className={style.small}>{shortInstant(at)}</span>
      {remark ? <span className={style.small}>{remark}</span> : null}
    </span>
  );
  return [
    {
      key: 'kind',
      fields: ['kind', 'reason', 'statementReference'],
      title: t('proposals.kind'),
      to: (row) => {
        const path = pageOf(row);
        return path ? { path } : undefined;
      },
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
      value: (row) =>
        row.decidedBy && row.decidedAt ? by(row.decidedBy, row.decidedAt, row.decisionRemark) : null,
    },
  ];
}
