/** One dispute for the office: what the household says, the bill with the readings behind it, and the decision. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, usePathParam } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { assignDispute, type DisputeDetail, getDispute } from '../../disputes/contract.ts';
import { isOpenDispute } from '../../disputes/dispute.rules.ts';
import { invoiceDetail } from '../../invoices/contract.ts';
import { UseBars } from '../use/use-bars.tsx';
import { DecideDialog, GiveDialog } from './decide-dialogs.tsx';
import style from './disputes.module.css';
import { HouseholdPhoto } from './photos.tsx';
import { ReadingsBehind } from './readings-behind.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { DisputeStateChip } from './words.tsx';

type Asked = 'decide' | 'give' | 'withdraw';

function Message({ dispute }: { dispute: DisputeDetail }) {
  const t = useTexts('disputes');
  const { cubicMetres, instant } = useFormats();
  const common = useTexts('common');
  return (
    <Sheet title={t('record.message')}>
      <p>
        <b>{t(`reasons.${dispute.reason}`)}</b>
      </p>
      <p className={style.words}>{dispute.words}</p>
      <Facts
        facts={[
          {
            label: t('list.asked'),
            value: `${instant(dispute.askedAt)} · ${t(`channels.${dispute.channel}`)}`,
          },
          ...(dispute.registerLitres === null
            ? []
            : [
                {
                  label: t('record.their_figure'),
                  value: `${cubicMetres(dispute.registerLitres)} ${common('units.cubic_metres')}`,
                },
              ]),
          ...(dispute.callerName
            ? [
                { label: t('record.caller'), value: dispute.callerName },
                { label: t('record.noted_by'), value: dispute.askedBy },
              ]
            : []),
          ...(dispute.exceptionReason
            ? [{ label: t('record.exception'), value: dispute.exceptionReason }]
            : []),
          { label: t('record.language'), value: t(`record.languages.${dispute.language ?? 'bn'}`) },
        ]}
      />
      {dispute.hasPhoto ? <HouseholdPhoto id={dispute.id} /> : null}
    </Sheet>
  );
}

function Decision({ dispute }: { dispute: DisputeDetail }) {
  const t = useTexts('disputes');
  const { digits, money, day, instant } = useFormats();
  const { verdict, answer, documents, decidedBy, decidedAt } = dispute;
  if (!answer && documents.length === 0 && !dispute.endedOn) return null;
  return (
    <Sheet title={t('record.answer')}>
      {answer ? <p className={style.words}>{answer}</p> : null}
      <Facts
        facts={[
          ...(verdict && decidedAt
            ? [
                {
                  label: t(`decide.verdicts.${verdict}`),
                  value: t('record.decided', { name: decidedBy ?? '', at: instant(decidedAt) }),
                },
              ]
            : []),
          ...documents.map((document) => ({
            label: document.supplementId ? (
              <GoLink to={`/billing/invoice-list/${document.supplementId}`}>
                {t('record.more', { number: digits(document.number) })}
              </GoLink>
            ) : (
              <GoLink to={`/billing/invoice-list/${dispute.invoiceId}`}>
                {t('record.credit', { number: digits(document.number) })}
              </GoLink>
            ),
            value: money(document.amountMinor),
          })),
          ...(dispute.billCancelledOn
            ? [
                {
                  label: t('record.bill'),
                  value: t('record.cancelled', { day: day(dispute.billCancelledOn) }),
                },
              ]
            : []),
          ...(dispute.withdrawnReason
            ? [{ label: t('states.WITHDRAWN'), value: dispute.withdrawnReason }]
            : []),
          ...(dispute.endedOn
            ? [
                {
                  label: t(`states.${dispute.state}`),
                  value: t('record.ended', { day: day(dispute.endedOn) }),
                },
              ]
            : []),
        ]}
      />
    </Sheet>
  );
}

function Bill({ dispute }: { dispute: DisputeDetail }) {
  const t = useTexts('disputes');
  const { money, month, digits, day } = useFormats();
  const { data: bill } = useAnswer(invoiceDetail, { params: { id: dispute.invoiceId } });
  return (
    <>
      <Sheet title={t('record.bill')}>
        <Facts
          facts={[
            {
              label: t('list.bill'),
              value: (
                <GoLink to={`/billing/invoice-list/${dispute.invoiceId}`}>
                  {digits(dispute.invoiceNumber)} · {month(dispute.period)}
                </GoLink>
              ),
            },
            { label: t('list.connection'), value: digits(dispute.connectionNumber) },
            { label: t('record.total'), value: money(dispute.totalMinor) },
            { label: t('record.due'), value: money(dispute.dueMinor) },
            ...dispute.others.map((other) => ({
              label: t('record.others'),
              value: (
                <GoLink to={`/billing/disputes/${other.id}`}>
                  {digits(other.number)} · {t(`states.${other.state}`)} · {day(other.askedOn)}
                </GoLink>
              ),
            })),
          ]}
        />
      </Sheet>
      <ReadingsBehind readings={dispute.readings} />
      {bill ? (
        <Sheet title={t('record.use')}>
          <UseBars history={bill.history} period={bill.period} />
        </Sheet>
      ) : null}
    </>
  );
}

/** What the dispute waits for now. */
function Next({ dispute }: { dispute: DisputeDetail }) {
  const t = useTexts('disputes');
  if (!isOpenDispute(dispute.state)) return null;
  if (dispute.correctionWaits) return <Alert color="yellow">{t('next.waits')}</Alert>;
  if (dispute.state === 'TO_CORRECT') return <Alert color="blue">{t('next.correct')}</Alert>;
  if (dispute.can.isReader) return <Alert color="yellow">{t('next.reader')}</Alert>;
  return null;
}

function useActions(dispute: DisputeDetail | undefined, ask: (asked: Asked) => void): RecordAction[] {
  const t = useTexts('disputes');
  const go = useGo();
  const take = useAction(assignDispute, { onDone: () => toast('success', t('assign.taken')) });
  if (!dispute) return [];
  const { id, version, can, state } = dispute;
  const correct: RecordAction = {
    label: t('record.open_bill'),
    run: () => go(`/billing/invoice-list/${dispute.invoiceId}`),
  };
  return [
    ...(state === 'TO_CORRECT' || dispute.correctionWaits ? [correct] : []),
    ...(can.decide ? [{ label: t('decide.open'), run: () => ask('decide') }] : []),
    ...(can.assign
      ? [
          {
            label: t('assign.take'),
            run: () => take.run({ params: { id }, body: { version, userId: null } }),
            isRunning: take.isRunning,
            // Who may not decide hands it on.
            quiet: can.isReader,
          },
          { label: t('assign.give'), run: () => ask('give'), quiet: true },
        ]
      : []),
    ...(can.withdraw ? [{ label: t('withdraw.open'), run: () => ask('withdraw'), quiet: true }] : []),
  ];
}

export function DisputeRecord() {
  const t = useTexts('disputes');
  const { day } = useFormats();
  const place = usePlace();
  const nameIn = useNameIn();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: dispute, error, refetch } = useAnswer(getDispute, { params: { id: usePathParam() } });
  const actions = useActions(dispute, setAsked);
  if (error && !dispute) return <FailedPage error={error} retry={refetch} />;
  if (!dispute) return <RecordSkeleton />;
  const close = () => setAsked(null);
  const isOpen = isOpenDispute(dispute.state);
  const until = t(dispute.isLate ? 'record.late' : 'record.due_by', { day: day(dispute.decideBy) });
  return (
    <RecordPage
      number={dispute.number}
      title={nameIn(dispute.consumerName, dispute.consumerNameBn)}
      place={[place(dispute), dispute.assignedTo && t('assign.with', { name: dispute.assignedTo })]
        .filter(Boolean)
        .join(' · ')}
      state={<DisputeStateChip state={dispute.state} />}
      {...(isOpen ? { figure: { label: t('list.decide_by'), value: day(dispute.decideBy) } } : {})}
      notice={
        <>
          {isOpen && dispute.isLate ? <Alert color="red">{until}</Alert> : null}
          <Next dispute={dispute} />
        </>
      }
      actions={actions}
    >
      <Message dispute={dispute} />
      <Decision dispute={dispute} />
      <Bill dispute={dispute} />
      {asked === 'decide' ? <DecideDialog dispute={dispute} close={close} /> : null}
      {asked === 'give' ? <GiveDialog dispute={dispute} close={close} /> : null}
      {asked === 'withdraw' ? <WithdrawDialog dispute={dispute} close={close} /> : null}
    </RecordPage>
  );
}
