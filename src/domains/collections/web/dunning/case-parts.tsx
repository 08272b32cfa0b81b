/** The state of a case, and the dialogs of what people decide about it. */
import { Alert } from '@mantine/core';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import type { Tone } from '#web/ui/colours.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { CaseState } from '../../cases/case.rules.ts';
import { approveDisconnections, type Case, giveUpCase } from '../../cases/contract.ts';
import { exemptConnection } from '../../exemptions/contract.ts';

const TONES: Record<CaseState, Tone> = {
  REMINDED: 'grey',
  NOTICED: 'amber',
  ORDERED: 'violet',
  DISCONNECTED: 'red',
  RECONNECTING: 'blue',
  CLOSED: 'green',
};

export function CaseStateChip({ state }: { state: CaseState }) {
  const t = useTexts('collections');
  return <StateChip tone={TONES[state]}>{t(`dunning.states.${state}`)}</StateChip>;
}

type DialogProps = { close: () => void };

/** What the person saw goes with it: if anything of it moved, nobody is sent. */
type ApproveProps = DialogProps & { cases: readonly Case[]; done: () => void };

export function ApproveDialog({ cases, close, done }: ApproveProps) {
  const t = useTexts('collections');
  const { money } = useFormats();
  const form = useForm(approveDisconnections, {
    initial: { remark: '' },
    extra: { cases: cases.map(({ id, version, dueMinor }) => ({ id, version, dueMinor })) },
    onDone: ({ orders }) => {
      done();
      return toast('success', t('dunning.approved', { count: orders.length }));
    },
  });
  const sum = cases.reduce((total, { dueMinor }) => total + dueMinor, 0);
  return (
    <FormDialog title={t('dunning.approve_title', { count: cases.length })} close={close}>
      <FormBody form={form} submit={t('dunning.approve_submit', { count: cases.length })} cancel={close}>
        <Alert color="yellow">{t('dunning.approve_about', { count: cases.length, sum: money(sum) })}</Alert>
        <TextField
          form={form}
          name="remark"
          label={t('dunning.remark')}
          help={t('dunning.remark_help')}
          required
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}

export function GiveUpDialog({ row, close }: DialogProps & { row: Case }) {
  const t = useTexts('collections');
  const form = useForm(giveUpCase, {
    initial: { reason: '' },
    extra: { version: row.version },
    input: { params: { id: row.id } },
    onDone: () => {
      close();
      return toast('success', t('dunning.given_up'));
    },
  });
  return (
    <FormDialog title={t('dunning.give_up_title', { number: row.connectionNumber })} close={close}>
      <FormBody form={form} submit={t('dunning.give_up')} cancel={close}>
        <TextField
          form={form}
          name="reason"
          label={t('dunning.reason')}
          help={t('dunning.give_up_help')}
          required
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}

export function ExemptDialog({ row, close }: DialogProps & { row: Case }) {
  const t = useTexts('collections');
  const form = useForm(exemptConnection, {
    initial: { untilDay: '', reason: '' },
    extra: { connectionId: row.connectionId },
    onDone: () => {
      close();
      return toast('success', t('dunning.exempted'));
    },
  });
  return (
    <FormDialog title={t('dunning.exempt_title', { number: row.connectionNumber })} close={close}>
      <FormBody form={form} submit={t('dunning.exempt')} cancel={close}>
        <DayField form={form} name="untilDay" label={t('dunning.until')} earliest={today()} required />
        <TextField
          form={form}
          name="reason"
          label={t('dunning.reason')}
          help={t('dunning.exempt_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
