/** Changes of limits that wait for a second person: what would count instead, why, and the decision. */
import { Alert, Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import {
  decideLimitChange,
  type LimitChange,
  listLimitChanges,
  type WaitingNote,
} from '../../changes/contract.ts';
import { approveWalletLimits, withdrawWalletLimits } from '../../wallet/contract.ts';
import { Differences } from '../differences.tsx';
import style from './config.module.css';
import { DatedSheet } from './dated-sheet.tsx';
import { useWalletLines } from './wallet-lines.ts';

/** What a field of either entry is called, and how its value is written. */
function useFields(): (field: string) => { label: string; write: (value: number | null) => string } {
  const t = useTexts('settings');
  const { money, number } = useFormats();
  const none = t('rules.no_value');
  const amount = (value: number | null) => (value === null ? none : money(value));
  const count = (value: number | null) => (value === null ? none : number(value));
  const fields: Record<string, [label: string, write: (value: number | null) => string]> = {
    reverseAloneUpToMinor: [t('rules.payments.reverse_alone'), amount],
    backdateDays: [t('rules.payments.backdate'), count],
    unusualAboveMinor: [t('rules.payments.unusual_above'), amount],
    unusualTimes: [t('rules.payments.unusual_times'), count],
    cancelAloneUpToMinor: [t('config.billing.cancel'), amount],
    waiveAloneUpToMinor: [t('config.billing.waive'), amount],
    adjustAloneUpToMinor: [t('config.billing.adjust'), amount],
    issueDaysBack: [t('config.billing.issue_back'), count],
    issueDaysAhead: [t('config.billing.issue_ahead'), count],
    disputeDays: [t('config.billing.dispute_days'), count],
    disputeDecideDays: [t('config.billing.dispute_decide_days'), count],
    feeMinor: [t('rules.ownership.fee'), amount],
  };
  return (field) => {
    const [label, write] = fields[field] ?? [field, count];
    return { label, write };
  };
}

function Change({ change }: { change: LimitChange }) {
  const t = useTexts('settings');
  const { instant } = useFormats();
  const fieldOf = useFields();
  const decided = useAction(decideLimitChange, {
    onDone: ({ state }) => toast('success', t(state === 'DONE' ? 'limits.accepted' : 'limits.refused')),
  });
  const say = async (accept: boolean) => {
    if (await confirm('submit', t(accept ? 'limits.accept' : 'limits.refuse')))
      decided.run({ params: { id: change.id }, body: { accept } });
  };
  return (
    <Sheet title={t(`limits.${change.entry}`)}>
      <div className={style.change}>
        <Differences
          rows={change.fields.map(({ field, before, after }) => {
            const { label, write } = fieldOf(field);
            return { label, before: write(before), after: write(after) };
          })}
        />
        <p>{change.reason}</p>
        <p className={style.quiet}>
          {t('limits.asked_by', { name: change.requestedBy, at: instant(change.requestedAt) })}
        </p>
        <div className={style.steps}>
          {change.can.accept ? (
            <Button loading={decided.isRunning} onClick={() => void say(true)}>
              {t('limits.accept')}
            </Button>
          ) : (
            <p className={style.quiet}>{t('limits.own')}</p>
          )}
          <Button variant="default" disabled={decided.isRunning} onClick={() => void say(false)}>
            {t(change.can.accept ? 'limits.refuse' : 'limits.take_back')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

export function LimitChanges() {
  const t = useTexts('settings');
  const found = useAnswer(listLimitChanges);
  const linesOf = useWalletLines();
  if (found.error && !found.data) return <FailedPage error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { items, wallet, walletNow: now, today } = found.data;
  return (
    <div className={style.page}>
      <PageHead title={t('limits.title')} about={t('limits.about')} />
      {items.length + wallet.length === 0 ? <p>{t('limits.none')}</p> : null}
      {items.map((change) => (
        <Change key={change.id} change={change} />
      ))}
      {wallet.length > 0 ? (
        <DatedSheet
          title={t('limits.wallet')}
          {...{ today, now, linesOf }}
          items={wallet}
          approve={approveWalletLimits}
          withdraw={withdrawWalletLimits}
        />
      ) : null}
    </div>
  );
}

/** Above the form of the limits: what waits, and that the old values count until then. */
export function WaitingLimits({ waiting }: { waiting: WaitingNote }) {
  const t = useTexts('settings');
  const { instant } = useFormats();
  if (!waiting) return null;
  return (
    <Alert color="yellow" icon={<IconClock size={20} />}>
      <b>{t('limits.waits')}</b>
      <p className={style.quiet}>
        {t('limits.asked_by', { name: waiting.requestedBy, at: instant(waiting.requestedAt) })}:{' '}
        {waiting.reason}
      </p>
    </Alert>
  );
}
