/** A consumer's home: what is owed and until when, the button that pays it, the water, the application's next step. */

import { Button } from '@mantine/core';
import { DueDay } from '#domains/billing/web/due-day.tsx';
import { useChangedHands } from '#domains/billing/web/own-bills/use-changed-hands.ts';
import type { PlanNoticeProps } from '#domains/billing/web/payment-plans/plan-notice.tsx';
import { UseBars } from '#domains/billing/web/use/use-bars.tsx';
import { isAskedNow } from '#domains/ownership/asked.rules.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { selectedApplication, useMay, useProfile } from '#web/session/session.ts';
import { usePersisted } from '#web/state/persisted.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { consumerDashboard } from '../contract.ts';
import style from './dashboard.module.css';
import { NextSteps } from './next-steps.tsx';
import { OwnerChanges } from './owner-changes.tsx';
import { Repairs, RepairsToPay } from './repairs.tsx';

// Few households pay in instalments.
const PlanNotice = onDemand<PlanNoticeProps>(() =>
  import('#domains/billing/web/payment-plans/plan-notice.tsx').then((file) => file.PlanNotice),
);
const DunningNotice = onDemand<{ of: Home['dunning'] }>(() =>
  import('#domains/billing/web/dunning-notice.tsx').then((file) => file.DunningNotice),
);

type Home = EndpointAnswer<typeof consumerDashboard>;
type Connection = Home['connections'][number];
type Taken = Home['takenOver'];

export function ConsumerHome() {
  const t = useTexts('dashboard');
  const profile = useProfile();
  const nameIn = useNameIn();
  const selected = usePersisted(selectedApplication);
  const { data, error, refetch } = useAnswer(consumerDashboard, {
    query: selected ? { applicationId: selected.applicationId } : {},
  });
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  const { connections, nameBn, applications, changes, takenOver } = data;
  const [shown] = connections;
  // What only the applicant can do has a last day: it is what they see first.
  const isAsked = applications.some(({ state, isHeld }) => state === 'RECORRECTION' && !isHeld);
  const steps = applications.length > 0 ? <NextSteps applications={applications} /> : null;
  const isAskedOwner = changes.some(({ asked }) => isAskedNow(asked));
  const owners = changes.length > 0 ? <OwnerChanges changes={changes} /> : null;
  return (
    <div className={style.page}>
      <PageHead title={t('hello', { name: nameIn(profile?.name ?? '', nameBn) })} about={t('about_own')} />
      <div className={style.home}>
        {isAsked ? steps : null}
        {isAskedOwner ? owners : null}
        {data.dunning.length > 0 ? <DunningNotice of={data.dunning} /> : null}
        {shown || takenOver.length > 0 ? <Owed connections={connections} takenOver={takenOver} /> : null}
        {connections.map(({ id, plan }) =>
          plan ? <PlanNotice key={id} plan={plan} connectionId={id} /> : null,
        )}
        {takenOver.length > 0 ? <TakenOver bills={takenOver} /> : null}
        {shown ? null : <NoConnection home={data} wasOwn={Boolean(selected?.connectionId)} />}
        {data.repairsToPay.length > 0 ? <RepairsToPay repairs={data.repairsToPay} /> : null}
        {isAsked ? null : steps}
        {isAskedOwner ? null : owners}
        {shown ? <Water home={data} connection={shown} isOneOfMany={connections.length > 1} /> : null}
        {connections.length > 1 ? <Connections connections={connections} /> : null}
        {connections.some(({ access, changedOn }) => access === 'OWN' && !changedOn) ||
        data.openOrders > 0 ? (
          <Repairs open={data.openOrders} />
        ) : null}
      </div>
    </div>
  );
}

/** What /pay lists of bills: those of the connections, and what was taken over of an earlier owner. */
function Owed({ connections, takenOver }: { connections: readonly Connection[]; takenOver: Taken }) {
  const t = useTexts('dashboard');
  const { money } = useFormats();
  const may = useMay();
  const go = useGo();
  const changed = useChangedHands();
  const owing = connections.filter(({ dueMinor }) => dueMinor > 0);
  const taken = takenOver.map(({ connectionId: id, ...debt }) => ({ id, ...debt }));
  const payable = [...owing.filter(({ access }) => access !== 'SEE'), ...taken];
  const [only] = payable;
  const dueMinor = [...owing, ...taken].reduce((sum, debt) => sum + debt.dueMinor, 0);
  const notTheirs = (
    <>
      <InAdvance connections={connections} />
      <PaidByNewOwner connections={connections} />
    </>
  );
  const dueOn = [...owing, ...taken].map((debt) => debt.dueOn ?? '').sort()[0];
  if (dueMinor === 0) {
    if (connections.some(({ plan }) => plan)) return null;
    const [first] = connections;
    const last = first?.lastInvoiceId;
    // Those that are still theirs come first.
    const wasTheirs = first && changed(first);
    return (
      <section className={style.owed}>
        <div>
          <p className={style.settled}>{wasTheirs ?? t('own.nothing')}</p>
          {wasTheirs ? null : <p className={style.note}>{t('own.nothing_help')}</p>}
          {notTheirs}
        </div>
        {last ? <GoLink to={`/billing/invoice-list/${last}`}>{t('own.last_bill')}</GoLink> : null}
      </section>
    );
  }
  return (
    <section className={style.owed}>
      <div>
        <p className={style.label}>{t('own.owe')}</p>
        <p className={style.amount}>{money(dueMinor)}</p>
        {dueOn ? <DueDay day={dueOn} /> : null}
        {payable.some(({ isBeingPaid }) => isBeingPaid) ? (
          <p className={style.note}>{t('own.being_paid')}</p>
        ) : null}
        {notTheirs}
      </div>
      <div className={style.owedEnd}>
        {only && may('payments:pay-online') ? (
          <Button
            size="lg"
            fullWidth
            onClick={() => go('/pay', payable.length === 1 ? { connectionId: only.id } : {})}
          >
            {payable.length > 1
              ? t('own.pay_several')
              : only.isBeingPaid
                ? t('own.see_payment')
                : t('own.pay', { amount: only.dueMinor })}
          </Button>
        ) : null}
        {owing.length > 0 ? (
          <GoLink to="/billing/invoice-list" query={{ page: 1, open: 'true' }}>
            {t('own.bills', { count: owing.reduce((sum, debt) => sum + debt.openInvoices, 0) })}
          </GoLink>
        ) : null}
      </div>
    </section>
  );
}

/** What was paid ahead, or credited of paid bills. */
function InAdvance({ connections }: { connections: readonly Connection[] }) {
  const t = useTexts('billing');
  const amount = connections.reduce((sum, { advanceMinor }) => sum + advanceMinor, 0);
  return amount > 0 ? <p className={style.note}>{t('billing.advance', { amount })}</p> : null;
}

/** What a new owner took over of their older bills. */
function PaidByNewOwner({ connections }: { connections: readonly Connection[] }) {
  const t = useTexts('billing');
  const amount = connections.reduce((sum, { takenOverMinor }) => sum + takenOverMinor, 0);
  return amount > 0 ? <p className={style.note}>{t('taken_over.of_theirs', { amount })}</p> : null;
}

/** Each a line of its own with the way to pay it: the bills are in another name, and are in no list of theirs. */
function TakenOver({ bills }: { bills: Taken }) {
  const t = useTexts('billing');
  const { money, digits } = useFormats();
  const place = usePlace();
  return (
    <Sheet title={t('taken_over.title')}>
      <ul className={style.lines}>
        {bills.map((bill) => (
          <li key={bill.connectionId}>
            <GoLink className={style.line} to="/pay" query={{ connectionId: bill.connectionId }}>
              <span className={style.lineName}>
                {place(bill)}
                <span className={style.lineMore}>
                  {t('taken_over.about', { number: digits(bill.connectionNumber) })}
                </span>
              </span>
              <span className={style.count}>{money(bill.dueMinor)}</span>
            </GoLink>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

type WaterProps = { home: Home; connection: Connection; isOneOfMany: boolean };

/** The last reading and 24 months of use of one connection. */
function Water({ home: { lastReading, usage }, connection, isOneOfMany }: WaterProps) {
  const t = useTexts('dashboard');
  const common = useTexts('common');
  const place = usePlace();
  const { cubicMetres, day, digits } = useFormats();
  const nameIn = useNameIn();
  const changed = useChangedHands()(connection);
  const volume = (litres: number) => `${cubicMetres(litres)} ${common('units.cubic_metres')}`;
  const last = usage.at(-1)?.period;
  return (
    <Sheet title={t('own.water')}>
      <p className={style.chartAbout}>
        {isOneOfMany ? place(connection) : t('own.connection', { number: digits(connection.number) })}
        {connection.holderName
          ? ` · ${t('own.held_by', { name: nameIn(connection.holderName, connection.holderNameBn) })}`
          : ''}
        {changed ? ` · ${changed}` : ''}
      </p>
      <dl className={style.reading}>
        <div>
          <dt className={style.label}>
            {lastReading ? t('own.read_on', { day: day(lastReading.readOn) }) : t('own.reading')}
          </dt>
          <dd>{lastReading ? volume(lastReading.registerLitres) : t('own.no_reading')}</dd>
        </div>
        {lastReading && lastReading.consumptionLitres !== null ? (
          <div>
            <dt className={style.label}>{t('own.used')}</dt>
            <dd>{volume(lastReading.consumptionLitres)}</dd>
          </div>
        ) : null}
      </dl>
      {last ? (
        <UseBars history={usage} period={last} />
      ) : (
        <p className={style.none}>{t('own.water_empty')}</p>
      )}
    </Sheet>
  );
}

const paysFor = ({ dueMinor, access }: Connection) => dueMinor > 0 && access !== 'SEE';

/** Several connections: what each owes, with the way to pay it alone. */
function Connections({ connections }: { connections: readonly Connection[] }) {
  const t = useTexts('dashboard');
  const { money, digits } = useFormats();
  const nameIn = useNameIn();
  const place = usePlace();
  const changed = useChangedHands();
  return (
    <Sheet title={t('own.connections')}>
      <ul className={style.lines}>
        {connections.map((connection) => (
          <li key={connection.id}>
            <GoLink
              className={style.line}
              to={paysFor(connection) ? '/pay' : `/billing/invoice-list/${connection.lastInvoiceId ?? ''}`}
              query={paysFor(connection) ? { connectionId: connection.id } : {}}
            >
              <span className={style.lineName}>
                {place(connection)}
                <span className={style.lineMore}>
                  {t('own.connection', { number: digits(connection.number) })}
                  {connection.holderName
                    ? ` · ${t('own.held_by', { name: nameIn(connection.holderName, connection.holderNameBn) })}`
                    : ''}
                  {changed(connection) ? ` · ${changed(connection)}` : ''}
                  {connection.disputedMinor > 0
                    ? ` · ${t('own.disputed', { amount: connection.disputedMinor })}`
                    : ''}
                </span>
              </span>
              <span className={style.count}>
                {connection.dueMinor > 0
                  ? money(connection.dueMinor)
                  : connection.changedOn
                    ? null
                    : t('own.paid')}
              </span>
            </GoLink>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Nobody's connection yet: apply, or wait for the application below. Or one that is another's now. */
function NoConnection({ home, wasOwn }: { home: Home; wasOwn: boolean }) {
  const t = useTexts('dashboard');
  const go = useGo();
  const isChanging = home.changes.some(({ side }) => side === 'NEW');
  const isGoing = isChanging || home.applications.length > 0;
  if (wasOwn) {
    return (
      <Sheet>
        <NothingYet title={t('own.former_title')} text={t('own.former_text')}>
          <GoLink to="/billing/invoice-list" query={{ page: 1 }}>
            {t('own.former_bills')}
          </GoLink>
        </NothingYet>
      </Sheet>
    );
  }
  return (
    <Sheet>
      <NothingYet
        title={t(isGoing ? 'own.going_title' : 'own.apply_title')}
        text={t(isChanging ? 'own.changing_text' : isGoing ? 'own.going_text' : 'own.apply_text')}
      >
        {isGoing ? null : (
          <Button size="lg" onClick={() => go('/customer/new-connections', { page: 1 })}>
            {t('own.apply')}
          </Button>
        )}
        <GoLink to="/customer/add-connection">{t('own.claim')}</GoLink>
        <GoLink to="/invited">{t('own.code')}</GoLink>
      </NothingYet>
    </Sheet>
  );
}
