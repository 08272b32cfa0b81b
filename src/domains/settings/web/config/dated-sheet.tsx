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
import { Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Dated } from '../../dated/contract.ts';
import type { withdrawWalletLimits } from '../../wallet/contract.ts';
import style from './config.module.css';

export type Line = { label: string; value: string };

type Steps = {
  approve?: Endpoint;
  withdraw: Endpoint;
};

type DatedSheetProps<V> = Steps & {
  items: readonly Dated<V>[];
  today: string;
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

export function DatedSheet<V>({ items, today, linesOf, about, ...steps }: DatedSheetProps<V>) {
  const t = useTexts('settings');
  return (
    <Sheet title={t('config.changes')}>
      <p className={style.quiet}>{t(items.length > 0 ? 'config.changes_about' : 'config.no_changes')}</p>
      <ul className={style.rows}>
        {items.map((item) => (
          <DatedRow
            key={item.id}
            item={item}
            state={shownState(item, today)}
            lines={linesOf(item.value)}
            {...steps}
          >
            {item.state === 'PLANNED' ? about?.(item) : null}
          </DatedRow>
        ))}
      </ul>
    </Sheet>
  );
}

type DatedRowProps = Steps & {
  item: Dated<unknown>;
  state: Shown;
  lines: readonly Line[];
  children?: ReactNode;
};

function DatedRow({ item, state, lines, approve, withdraw, children }: DatedRowProps) {
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
      <ul className={style.lines}>
        {lines.map(({ label, value }) => (
          <li key={label}>
            <span>{label}</span> {value}
          </li>
        ))}
      </ul>
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
        <WithdrawDialog withdraw={withdraw} item={item} close={() => setIsWithdrawing(false)} />
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
