/** The steps of an alarm: hand it over, solve it with a remark, ask a second person for its money. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { isOfFile } from '../../alarms/alarm.rules.ts';
import { effectOf } from '../../alarms/booking.rules.ts';
import {
  type Alarm,
  listAlarmPeople,
  noteAlarm,
  proposeForAlarm,
  setAlarmOwner,
} from '../../alarms/contract.ts';
import { GiveUpProposalDialog } from '../given-up/give-up-dialogs.tsx';

export type AlarmStep = 'BOOK' | 'SEND_BACK' | 'NO_MONEY' | 'note' | 'hand-over' | 'give-up';
type DialogProps = { alarm: Alarm; close: () => void };

export function AlarmDialog({ step, ...dialog }: DialogProps & { step: AlarmStep }) {
  if (step === 'note') return <NoteDialog {...dialog} />;
  if (step === 'hand-over') return <HandOverDialog {...dialog} />;
  if (step === 'give-up') return <GiveUpDialog {...dialog} />;
  if (step === 'NO_MONEY') return <NoMoneyDialog {...dialog} />;
  return <ProposeDialog {...dialog} kind={step} />;
}

function GiveUpDialog({ alarm: { proposal }, close }: DialogProps) {
  return proposal ? <GiveUpProposalDialog id={proposal.id} about={proposal.reason} close={close} /> : null;
}

function ProposeDialog({ alarm, close, kind }: DialogProps & { kind: 'BOOK' | 'SEND_BACK' }) {
  const t = useTexts('payments');
  const { openMinor, target } = alarm;
  const form = useForm(proposeForAlarm, {
    initial: { kind, reason: '' },
    input: { params: { id: alarm.id } },
    extra: openMinor === null ? { kind } : { kind, amountMinor: openMinor },
    onDone: () => {
      close();
      return toast('success', t('alarms.proposed'));
    },
  });
  const key = kind === 'BOOK' ? 'book' : 'send_back';
  const typed = form.valueOf('amountMinor');
  return (
    <FormDialog
      title={
        openMinor === null ? t(`alarms.${key}_typed_title`) : t(`alarms.${key}_title`, { amount: openMinor })
      }
      close={close}
    >
      <FormBody form={form} submit={t('alarms.propose')} cancel={close}>
        <p>{t(`alarms.${key}_about`)}</p>
        {kind === 'BOOK' && target && openMinor !== null ? (
          <Effect target={target} amount={openMinor} />
        ) : null}
        {kind === 'BOOK' && !target ? <p>{t('alarms.effects.UNKNOWN')}</p> : null}
        {openMinor === null ? (
          <>
            <MoneyField
              form={form}
              name="amountMinor"
              label={t('alarms.amount')}
              help={t('alarms.amount_help')}
              required
            />
            {kind === 'BOOK' && target && typeof typed === 'number' && typed > 0 ? (
              <Effect target={target} amount={typed} />
            ) : null}
            <TextField
              form={form}
              name="statementReference"
              label={t('alarms.statement')}
              help={t('alarms.statement_help')}
              required
            />
          </>
        ) : null}
        {alarm.paymentId === null ? (
          <TextField
            form={form}
            name="connectionNumber"
            label={t('alarms.connection')}
            help={t('alarms.connection_help')}
            required
          />
        ) : null}
        <LongTextField
          form={form}
          name="reason"
          label={t('alarms.reason')}
          help={t('alarms.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

type EffectProps = { target: NonNullable<Alarm['target']>; amount: number };

/** What becomes of the money, before somebody asks to book it. */
function Effect({ target, amount }: EffectProps) {
  const t = useTexts('payments');
  const { what, amountMinor } = effectOf(target, amount);
  return (
    <p role="status">
      <strong>{t(`alarms.effects.${what}`, { amount: amountMinor, due: target.dueMinor })}</strong>
    </p>
  );
}

function NoMoneyDialog({ alarm, close }: DialogProps) {
  const t = useTexts('payments');
  const words = isOfFile(alarm.kind) ? 'file_end' : 'no_money';
  const form = useForm(proposeForAlarm, {
    initial: { kind: 'NO_MONEY', reason: '' },
    input: { params: { id: alarm.id } },
    extra: { kind: 'NO_MONEY' },
    onDone: () => {
      close();
      return toast('success', t('alarms.proposed'));
    },
  });
  return (
    <FormDialog title={t(`alarms.${words}`)} close={close}>
      <FormBody form={form} submit={t('alarms.propose')} cancel={close}>
        <p>{t(`alarms.${words}_about`)}</p>
        <LongTextField
          form={form}
          name="reason"
          label={t('alarms.reason')}
          help={t('alarms.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

function NoteDialog({ alarm, close }: DialogProps) {
  const t = useTexts('payments');
  const form = useForm(noteAlarm, {
    initial: { remark: '' },
    input: { params: { id: alarm.id } },
    onDone: () => {
      close();
      return toast('success', t('alarms.solved'));
    },
  });
  return (
    <FormDialog title={t('alarms.note_title')} close={close}>
      <FormBody form={form} submit={t('alarms.note_submit')} cancel={close}>
        <p>{alarm.paymentId ? t('alarms.bank_answered_no') : t(`alarms.what_to_do.${alarm.kind}`)}</p>
        <LongTextField form={form} name="remark" label={t('alarms.remark')} required />
      </FormBody>
    </FormDialog>
  );
}

function HandOverDialog({ alarm, close }: DialogProps) {
  const t = useTexts('payments');
  const { data } = useAnswer(listAlarmPeople);
  const form = useForm(setAlarmOwner, {
    initial: {},
    input: { params: { id: alarm.id } },
    extra: { wasOwnerId: alarm.ownerId },
    onDone: () => {
      close();
      return toast('success', t('alarms.handed'));
    },
  });
  const people = (data?.items ?? []).filter(({ id }) => id !== alarm.ownerId);
  return (
    <FormDialog title={t('alarms.hand_over_title')} close={close}>
      <FormBody form={form} submit={t('alarms.hand_over')} cancel={close}>
        <SelectField
          form={form}
          name="ownerId"
          label={t('alarms.to')}
          required
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormBody>
    </FormDialog>
  );
}
