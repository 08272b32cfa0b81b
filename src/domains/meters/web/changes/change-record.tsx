/** A request to change a meter: both meters, the photo of the old register, the paper of the new one, and the decision. */
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import type { ChangeMove } from '../../changes/change.rules.ts';
import { getMeterChange } from '../../changes/contract.ts';
import { useConsumerName } from '../words.tsx';
import { ChangePapers } from './change-papers.tsx';
import { MOVE_LABELS, MoveDialog } from './move-dialog.tsx';
import { ChangeStateChip, useChangeWords } from './words.tsx';

export function ChangeRecord() {
  const t = useTexts('meters');
  const [move, setMove] = useState<ChangeMove | null>(null);
  const place = usePlace();
  const consumer = useConsumerName();
  const { causeName } = useChangeWords();
  const { cubicMetres, day, digits, instant } = useFormats();
  const answer = useAnswer(getMeterChange, { params: { id: usePathParam() } });
  if (answer.error) return <FailedPage error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <RecordSkeleton />;
  const change = answer.data;
  const meter = (id: string, number: string) => <GoLink to={`/meter-list/${id}`}>{digits(number)}</GoLink>;
  return (
    <RecordPage
      number={change.number}
      title={consumer(change) ?? ''}
      place={place(change) ?? ''}
      state={<ChangeStateChip state={change.state} />}
      actions={change.can.map((offered) => ({
        label: t(MOVE_LABELS[offered]),
        run: () => setMove(offered),
        ...(offered === 'refuse' ? { danger: true } : {}),
      }))}
      {...(change.remark ? { notice: `${change.remark} — ${change.decidedBy}` } : {})}
    >
      <Sheet title={t('changes.papers')}>
        <ChangePapers papers={change.papers} />
      </Sheet>
      <Sheet title={t('changes.facts')}>
        <Facts
          facts={[
            { label: t('connection'), value: digits(change.connectionNumber) },
            { label: t('changes.day'), value: day(change.changedOn) },
            { label: t('changes.old'), value: meter(change.meterId, change.meterNumber) },
            {
              label: t('list.last'),
              value: `${cubicMetres(change.lastLitres)} · ${day(change.lastOn)}`,
            },
            { label: t('list.final'), value: cubicMetres(change.finalLitres) },
            { label: t('changes.new'), value: meter(change.newMeterId, change.newMeterNumber) },
            { label: t('list.opening'), value: cubicMetres(change.openingLitres) },
            { label: t('list.seal'), value: change.sealNumber },
            { label: t('changes.cause'), value: causeName(change.cause) },
            { label: t('changes.reason'), value: change.reason },
            { label: t('changes.asked'), value: `${change.askedBy} · ${instant(change.askedAt)}` },
            {
              label: t('changes.decided'),
              value: change.decidedAt ? `${change.decidedBy ?? ''} · ${instant(change.decidedAt)}` : '—',
            },
          ]}
        />
      </Sheet>
      {move ? <MoveDialog change={change} move={move} close={() => setMove(null)} /> : null}
    </RecordPage>
  );
}
