/** One notice of an empty house: the office decides and ends it; the household reads what counts. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { approveEmptyHouse, type EmptyHouseDetail, getEmptyHouse } from '../../empty-houses/contract.ts';
import { useIsConsumer } from '../bill-parts.tsx';
import { HelpNumber } from './help-number.tsx';
import { EndDialog, RefuseDialog, ReturnDialog, StartDialog, WithdrawDialog } from './step-dialogs.tsx';
import { EmptyStateChip } from './words.tsx';

type Asked = 'refuse' | 'withdraw' | 'end' | 'start' | 'return';
type OfHouse = { house: EmptyHouseDetail };

/** What was noted, when and why it ended, and what a household can do about it. */
function Ended({ house }: OfHouse) {
  const t = useTexts('empty_houses');
  const { cubicMetres, digits } = useFormats();
  const isConsumer = useIsConsumer();
  const { endedByInvoice: bill, usedLitres, usedMostLitres, againFrom } = house;
  const days = { noted: house.notedUntilDay, day: house.untilDay };
  const number = bill ? digits(bill.number) : '';
  const why = !bill
    ? t('next.ended', days)
    : usedLitres === null || usedMostLitres === null
      ? t('next.used_unknown', { ...days, number })
      : t('next.used', { ...days, number, use: cubicMetres(usedLitres), most: cubicMetres(usedMostLitres) });
  return (
    <Alert color={bill ? 'yellow' : 'blue'}>
      {why} {isConsumer && !againFrom ? `${t(bill ? 'next.object' : 'next.not_right')} ` : null}
      {bill ? (
        <GoLink to={`/billing/invoice-list/${bill.id}`}>{t('next.bill', { number })}</GoLink>
      ) : isConsumer ? (
        <HelpNumber />
      ) : null}
      {againFrom ? <p>{t('next.again', { day: againFrom })}</p> : null}
      {house.can.return && house.returnLitres === null ? (
        <p>{t('next.back', { day: house.untilDay })}</p>
      ) : null}
    </Alert>
  );
}

/** What it waits for, or what counts. */
function Notice({ house }: OfHouse) {
  const t = useTexts('empty_houses');
  const { cubicMetres } = useFormats();
  const isConsumer = useIsConsumer();
  const { state, can, emptyLitres } = house;
  if (house.endedAt) return <Ended house={house} />;
  if (state === 'WAITING') {
    if (isConsumer) return <Alert color="yellow">{t('own.waits')}</Alert>;
    const isOwn = can.refuse && !can.approve;
    return (
      <Alert color="yellow">
        {t(isOwn ? 'next.own' : 'next.waits')}
        {house.relieves ? '' : ` ${t('next.no_relief')}`}
      </Alert>
    );
  }
  if (state !== 'APPROVED') return null;
  return (
    <Alert color="blue">
      {t('next.counts', { most: cubicMetres(emptyLitres) })}
      {house.startLitres !== null ? null : isConsumer ? (
        <p>
          {t('own.register_before')} <HelpNumber />
        </p>
      ) : (
        ` ${t('next.start', { day: house.fromDay })}`
      )}
      {house.returnLitres === null ? ` ${t('next.back', { day: house.untilDay })}` : null}
    </Alert>
  );
}

function House({ house }: OfHouse) {
  const t = useTexts('empty_houses');
  const { day, digits, instant, cubicMetres } = useFormats();
  const known = (label: string, value: string | null) => (value ? [{ label, value }] : []);
  const isConsumer = useIsConsumer();
  const isComing = house.state === 'WAITING' || house.state === 'APPROVED';
  const { endedByInvoice: bill, startLitres, returnLitres } = house;
  const added = (by: string | null, at: string | null) => by && at && `${by}, ${instant(at)}`;
  const lastFacts = (last: NonNullable<EmptyHouseDetail['lastBill']>) => [
    {
      label: t('record.last_bill', { month: last.period }),
      value: <GoLink to={`/billing/invoice-list/${last.id}`}>{digits(last.number)}</GoLink>,
    },
    {
      label: t('record.last_parts'),
      value: t('record.last_amounts', { fixed: last.fixedMinor, minimum: last.minimumMinor }),
    },
  ];
  return (
    <Sheet title={t('record.notice')}>
      <Facts
        facts={[
          {
            label: t('list.connection'),
            value: isConsumer ? (
              digits(house.connectionNumber)
            ) : (
              <GoLink to="/billing/billing-list" query={{ page: 1, search: house.connectionNumber }}>
                {digits(house.connectionNumber)}
              </GoLink>
            ),
          },
          { label: t('list.from'), value: day(house.fromDay) },
          {
            label: t('list.until'),
            value: `${day(house.untilDay)}${house.openEnd && isComing ? ` (${t('list.open')})` : ''}`,
          },
          ...known(
            t('record.noted'),
            house.notedUntilDay === house.untilDay ? null : day(house.notedUntilDay),
          ),
          { label: t('list.reason'), value: t(`reasons.${house.reason}`) },
          { label: t(isConsumer ? 'own.wrote' : 'record.words'), value: house.words },
          ...known(t('record.start'), startLitres === null ? null : cubicMetres(startLitres)),
          ...known(t('record.start_noted_by'), added(house.startNotedBy, house.startNotedAt)),
          ...known(t('record.back'), returnLitres === null ? null : cubicMetres(returnLitres)),
          ...known(t('record.back_noted_by'), added(house.returnNotedBy, house.returnNotedAt)),
          { label: t('record.fixed'), value: digits(`${house.fixedOwedPercent}%`) },
          { label: t('record.minimum'), value: digits(`${house.minimumOwedPercent}%`) },
          ...(house.lastBill && house.state === 'WAITING' ? lastFacts(house.lastBill) : []),
          { label: t('record.most'), value: cubicMetres(house.emptyLitres) },
          ...(house.state === 'WAITING' ? (house.recent ?? []) : []).map(({ readOn, days, useLitres }) => ({
            label: t('record.use', { day: readOn }),
            value: t('record.use_in', { use: cubicMetres(useLitres), count: days }),
          })),
          ...known(
            t('record.noted_by'),
            house.proposedBy && `${house.proposedBy}, ${instant(house.proposedAt)}`,
          ),
          ...known(
            t('record.decided_by'),
            house.decidedBy && house.decidedAt && `${house.decidedBy}, ${instant(house.decidedAt)}`,
          ),
          ...known(t('record.answer'), house.answer),
          ...known(
            t('record.ended_by'),
            house.endedBy &&
              house.endedAt &&
              (bill
                ? t('record.by_reading', { at: instant(house.endedAt) })
                : `${house.endedBy}, ${instant(house.endedAt)}`),
          ),
          ...(bill
            ? [
                {
                  label: t('record.bill'),
                  value: <GoLink to={`/billing/invoice-list/${bill.id}`}>{digits(bill.number)}</GoLink>,
                },
              ]
            : []),
        ]}
      />
    </Sheet>
  );
}

function useActions(house: EmptyHouseDetail | undefined, ask: (asked: Asked) => void): RecordAction[] {
  const t = useTexts('empty_houses');
  const { day, digits } = useFormats();
  const approve = useAction(approveEmptyHouse, { onDone: () => toast('success', t('decide.approved')) });
  if (!house) return [];
  const { id, version, can } = house;
  const runApprove = async () => {
    const facts = { day: day(house.fromDay), number: digits(house.connectionNumber) };
    if (await confirm('submit', undefined, { question: t('decide.sure', facts), yes: t('decide.approve') }))
      approve.run({ params: { id }, body: { version } });
  };
  return [
    ...(can.approve ? [{ label: t('decide.approve'), run: runApprove, isRunning: approve.isRunning }] : []),
    ...(can.start
      ? [
          {
            label: t(house.startLitres === null ? 'decide.start' : 'decide.start_again'),
            run: () => ask('start'),
            quiet: true,
          },
        ]
      : []),
    ...(can.return
      ? [
          {
            label: t(house.returnLitres === null ? 'decide.back' : 'decide.back_again'),
            run: () => ask('return'),
            quiet: true,
          },
        ]
      : []),
    ...(can.end ? [{ label: t('decide.end'), run: () => ask('end'), quiet: true }] : []),
    ...(can.refuse ? [{ label: t('decide.refuse'), run: () => ask('refuse'), quiet: true }] : []),
    ...(can.withdraw ? [{ label: t('decide.withdraw'), run: () => ask('withdraw'), quiet: true }] : []),
  ];
}

export function HouseRecord() {
  const place = usePlace();
  const nameIn = useNameIn();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: house, error, refetch } = useAnswer(getEmptyHouse, { params: { id: usePathParam() } });
  const actions = useActions(house, setAsked);
  if (error && !house) return <FailedPage error={error} retry={refetch} />;
  if (!house) return <RecordSkeleton />;
  const close = () => setAsked(null);
  return (
    <RecordPage
      number={house.number}
      title={nameIn(house.consumerName, house.consumerNameBn)}
      place={place(house)}
      state={<EmptyStateChip state={house.state} />}
      notice={<Notice house={house} />}
      actions={actions}
    >
      <House house={house} />
      {asked === 'refuse' ? <RefuseDialog house={house} close={close} /> : null}
      {asked === 'withdraw' ? <WithdrawDialog house={house} close={close} /> : null}
      {asked === 'start' ? <StartDialog house={house} close={close} /> : null}
      {asked === 'return' ? <ReturnDialog house={house} close={close} /> : null}
      {asked === 'end' ? <EndDialog house={house} close={close} /> : null}
    </RecordPage>
  );
}
