/** Values by date: what is planned, in force and over, with the steps that this person may take. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordStep } from '#web/ui/over/record-step.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { TimelineEvent } from '#web/ui/record/timeline.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Dated, DatedState } from '../../dated/contract.ts';
import type { withdrawWalletLimits } from '../../wallet/contract.ts';
import { Differences } from '../differences.tsx';
import style from './config.module.css';

export type Line = { label: string; value: string };

type Steps = {
  approve?: Endpoint;
  withdraw: Endpoint;
};

export type DatedSheetProps<V> = Steps & {
  /** Instead of the page's own: what waits, of this kind. */
  title?: string;
  items: readonly Dated<V>[];
  today: string;
  /** What counts today: a change that is to come is shown beside it. */
  now: V;
  linesOf: (value: V) => Line[];
  /** What the person who approves has to know of a waiting change. */
  about?: (item: Dated<V>) => ReactNode;
};

type Shown = 'PLANNED' | 'APPROVED' | 'IN_FORCE' | 'EARLIER' | 'WITHDRAWN';
const TONES: Record<Shown, Tone> = {
  PLANNED: 'amber',
  APPROVED: 'blue',
  IN_FORCE: 'green',
  EARLIER: 'grey',
  WITHDRAWN: 'grey',
};

function shownState({ state, inForce, validFrom }: Dated<unknown>, today: string): Shown {
  if (state !== 'APPROVED') return state;
  if (inForce) return 'IN_FORCE';
  return validFrom > today ? 'APPROVED' : 'EARLIER';
}

/** What counts on the day before a change, or on its day until it is approved. */
function valueBefore<V>(item: Dated<V>, items: readonly Dated<V>[], now: V): V {
  const approved = items
    .filter(
      ({ id, state, validFrom }) => id !== item.id && state === 'APPROVED' && validFrom <= item.validFrom,
    )
    .sort((earlier, later) => later.validFrom.localeCompare(earlier.validFrom));
  return approved[0]?.value ?? now;
}

export function DatedSheet<V>({ title, items, today, now, linesOf, about, ...steps }: DatedSheetProps<V>) {
  const t = useTexts('settings');
  return (
    <Sheet title={title ?? t('config.changes')}>
      {title ? null : (
        <p className={style.quiet}>{t(items.length > 0 ? 'config.changes_about' : 'config.no_changes')}</p>
      )}
      <ul className={style.rows}>
        {items.map((item) => (
          <DatedRow
            key={item.id}
            item={item}
            state={shownState(item, today)}
            lines={linesOf(item.value)}
            before={linesOf(valueBefore(item, items, now))}
            {...steps}
          >
            {item.state === 'PLANNED' ? about?.(item) : null}
          </DatedRow>
        ))}
      </ul>
    </Sheet>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className={style.lines}>
      {lines.map(({ label, value }) => (
        <li key={label}>
          <span>{label}</span> {value}
        </li>
      ))}
    </ul>
  );
}

/** What is other than before, and below it what stays. */
function Change({ lines, before }: Pick<DatedRowProps, 'lines' | 'before'>) {
  const t = useTexts('settings');
  const old = new Map(before.map(({ label, value }) => [label, value]));
  const isOther = ({ label, value }: Line) => old.get(label) !== value;
  const same = lines.filter((line) => !isOther(line));
  const gone = before.filter(({ label }) => !lines.some((line) => line.label === label));
  return (
    <>
      <Differences
        rows={[
          ...lines
            .filter(isOther)
            .map(({ label, value }) => ({ label, before: old.get(label) ?? '', after: value })),
          ...gone.map(({ label, value }) => ({ label, before: value, after: '' })),
        ]}
      />
      {same.length > 0 ? (
        <div className={style.quiet}>
          <p>{t('config.stays')}</p>
          <Lines lines={same} />
        </div>
      ) : null}
    </>
  );
}

type Decided = Exclude<DatedState, 'PLANNED'>;

/** Who decided, when and why; the newest first. */
function eventsOf(item: Dated<unknown>, titleOf: (step: Decided) => string): TimelineEvent[] {
  const decided = (step: Decided, at: string | null, by: string | null, remark?: string | null) =>
    at === null ? [] : [{ id: step, at, tone: TONES[step], title: titleOf(step), by, remark }];
  return [
    ...decided('WITHDRAWN', item.withdrawnAt, item.withdrawnBy, item.withdrawnReason),
    ...decided('APPROVED', item.approvedAt, item.approvedBy),
  ];
}

type DatedRowProps = Steps & {
  item: Dated<unknown>;
  state: Shown;
  lines: readonly Line[];
  /** The same lines of what it changes. */
  before: readonly Line[];
  children?: ReactNode;
};

function DatedRow({ item, state, lines, before, approve, withdraw, children }: DatedRowProps) {
  const t = useTexts('settings');
  const { day } = useFormats();
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const facts = [
    t('config.planned_by', { name: item.plannedBy, day: item.plannedAt }),
    ...(item.approvedBy ? [t('config.approved_by', { name: item.approvedBy })] : []),
    ...(item.withdrawnBy
      ? [t('config.withdrawn_by', { name: item.withdrawnBy, reason: item.withdrawnReason ?? '' })]
      : []),
  ];
  return (
    <li className={style.row}>
      <div className={style.rowHead}>
        <h3>{t('config.from_day', { day: item.validFrom })}</h3>
        <StateChip tone={TONES[state]}>{t(`config.states.${state}`)}</StateChip>
      </div>
      {state === 'PLANNED' || state === 'APPROVED' ? (
        <Change lines={lines} before={before} />
      ) : (
        <Lines lines={lines} />
      )}
      <p>{item.reason}</p>
      <p className={style.quiet}>{facts.join(' · ')}</p>
      {children}
      <div className={style.steps}>
        {approve && item.can.approve ? <ApproveButton approve={approve} item={item} /> : null}
        {approve && state === 'PLANNED' && !item.can.approve ? (
          <p className={style.quiet}>{t('config.own_plan')}</p>
        ) : null}
        {item.can.withdraw ? (
          <Button
            variant="default"
            aria-label={`${t('config.withdraw')}: ${day(item.validFrom)}`}
            onClick={() => setIsWithdrawing(true)}
          >
            {t('config.withdraw')}
          </Button>
        ) : null}
      </div>
      {isWithdrawing ? (
        <RecordStep
          isPossible={item.can.withdraw}
          state={<StateChip tone={TONES[state]}>{t(`config.states.${state}`)}</StateChip>}
          events={eventsOf(item, (step) => t(`config.states.${step}`))}
        >
          <WithdrawDialog withdraw={withdraw} item={item} close={() => setIsWithdrawing(false)} />
        </RecordStep>
      ) : null}
    </li>
  );
}

function ApproveButton({ approve, item }: { approve: Endpoint; item: Dated<unknown> }) {
  const t = useTexts('settings');
  const { day } = useFormats();
  const step = useAction(approve, { onDone: () => toast('success', t('config.approved')) });
  return (
    <Button
      loading={step.isRunning}
      onClick={async () => {
        if (await confirm('submit', t('config.from_day', { day: item.validFrom }))) {
          step.run({ params: { id: item.id }, body: { version: item.version } });
        }
      }}
      aria-label={`${t('config.approve')}: ${day(item.validFrom)}`}
    >
      {t('config.approve')}
    </Button>
  );
}

type WithdrawProps = { withdraw: Endpoint; item: Dated<unknown>; close: () => void };

function WithdrawDialog({ withdraw, item, close }: WithdrawProps) {
  const t = useTexts('settings');
  // The calls of all kinds take the same step; only the value in their answer differs.
  const form = useForm(withdraw as unknown as typeof withdrawWalletLimits, {
    initial: { reason: '' },
    input: { params: { id: item.id } },
    extra: { version: item.version },
    onDone: () => {
      close();
      return toast('success', t('config.withdrawn'));
    },
  });
  return (
    <FormDialog title={t('config.withdraw_title')} close={close}>
      <FormBody form={form} submit={t('config.withdraw')} danger cancel={close}>
        <LongTextField form={form} name="reason" label={t('config.reason')} required />
      </FormBody>
    </FormDialog>
  );
}
