/** On the page of a bill: what became of its disputes, and the way to object to it. */
import { Alert, Button, Group } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { addDays } from '#shared/dates.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { type Dispute, listDisputes } from '../../disputes/contract.ts';
import { isOpenDispute } from '../../disputes/dispute.rules.ts';
import { type AskedOfBill, useIsConsumer } from '../bill-parts.tsx';
import { DisputeStateChip } from './words.tsx';

// The page of a bill does not name the files of forms.
const AskDialog = onDemand<Omit<AskedOfBill, 'isAsked'> & { decideBy: string }>(() =>
  import('./ask-dialog.tsx').then((file) => file.AskDialog),
);
const WithdrawDialog = onDemand<{ dispute: Dispute; close: () => void }>(() =>
  import('./withdraw-dialog.tsx').then((file) => file.WithdrawDialog),
);

function Open({ dispute, withdraw }: { dispute: Dispute; withdraw: () => void }) {
  const t = useTexts('disputes');
  const { day } = useFormats();
  const may = useMay();
  const isConsumer = useIsConsumer();
  const mayWithdraw = may(isConsumer ? 'disputes:own' : 'disputes:note');
  return (
    <Alert
      color="blue"
      icon={<IconMessageQuestion size={20} />}
      title={t('since', { day: day(dispute.askedOn) })}
    >
      <p>{t('since_help', { day: day(dispute.decideBy) })}</p>
      <Message dispute={dispute} />
      {mayWithdraw ? (
        <Group mt="sm">
          <Button variant="default" onClick={withdraw}>
            {t('withdraw.open')}
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

function Message({ dispute }: { dispute: Dispute }) {
  const t = useTexts('disputes');
  const { digits } = useFormats();
  const isConsumer = useIsConsumer();
  const name = t('name', { number: digits(dispute.number) });
  return (
    <p>
      {isConsumer ? name : <GoLink to={`/billing/disputes/${dispute.id}`}>{name}</GoLink>} ·{' '}
      {t(`reasons.${dispute.reason}`)}: {dispute.words}
    </p>
  );
}

function Ended({ disputes }: { disputes: readonly Dispute[] }) {
  const t = useTexts('disputes');
  const { day, digits } = useFormats();
  const isConsumer = useIsConsumer();
  return (
    <Sheet title={t('title')}>
      <Facts
        facts={disputes.map((dispute) => ({
          label: isConsumer ? (
            t('name', { number: digits(dispute.number) })
          ) : (
            <GoLink to={`/billing/disputes/${dispute.id}`}>
              {t('name', { number: digits(dispute.number) })}
            </GoLink>
          ),
          value: (
            <>
              <DisputeStateChip state={dispute.state} /> {dispute.endedOn ? day(dispute.endedOn) : null}
              <p>
                {isOpenDispute(dispute.state) ? null : t(`ended.${dispute.state as EndedState}`)}{' '}
                {dispute.answer}
              </p>
            </>
          ),
        }))}
      />
    </Sheet>
  );
}
type EndedState = 'UPHELD' | 'PARTLY' | 'REJECTED' | 'WITHDRAWN' | 'CORRECTED';

/** @param isAsked somebody wants to object */
export function DisputesOfBill({ bill, isAsked, close }: AskedOfBill) {
  const t = useTexts('disputes');
  const may = useMay();
  const [withdrawnId, withdraw] = useState<string | null>(null);
  const { data } = useAnswer(
    listDisputes,
    { query: { invoiceId: bill.id, limit: 20 } },
    { enabled: may('disputes:view') },
  );
  const disputes = data?.items ?? [];
  const open = disputes.find(({ state }) => isOpenDispute(state));
  // As it is now: somebody may have changed it since the dialog was opened.
  const withdrawn = disputes.find(({ id }) => id === withdrawnId);
  const ended = disputes.filter(({ state }) => !isOpenDispute(state));
  return (
    <>
      {open ? <Open dispute={open} withdraw={() => withdraw(open.id)} /> : null}
      {bill.disputedSince && data && !open ? <Alert color="blue">{t('shared')}</Alert> : null}
      {ended.length > 0 ? <Ended disputes={ended} /> : null}
      {isAsked && data ? (
        <AskDialog bill={bill} decideBy={addDays(today(), data.decideDays)} close={close} />
      ) : null}
      {withdrawn ? <WithdrawDialog dispute={withdrawn} close={() => withdraw(null)} /> : null}
    </>
  );
}
