/** A step that needs no more than a remark, and now and then a day or a meter. */
import { Alert } from '@mantine/core';
import { addDays } from '#shared/dates.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { CheckField, DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { StepOver } from '#web/ui/over/step-over.ts';
import { DespitePayment } from '#web/ui/record/despite-payment.tsx';
import { GoesBack } from '#web/ui/record/goes-back.tsx';
import { type Action, TRANSITIONS } from '../../application.rules.ts';
import {
  type ApplicationDetail,
  holdApplication,
  resumeApplication,
  suspendApplication,
  updateState,
} from '../../contract.ts';
import { withdrawAfterPayment } from '../../demand-note/contract.ts';
import { remindDesk } from '../../noc/contract.ts';
import { acceptApplication, autoApprove, resubmitApplication } from '../../review/contract.ts';
import { useOver } from '../over/use-over.tsx';
import { Installation } from './connection-tab.tsx';
import { useSubject } from './use-subject.ts';

/** Steps with a call of their own; the others go through updateState. */
const OWN_CALLS = {
  accept: acceptApplication,
  'auto-approve': autoApprove,
  hold: holdApplication,
  suspend: suspendApplication,
  resume: resumeApplication,
  resubmit: resubmitApplication,
  'noc-remind': remindDesk,
  'withdraw-paid': withdrawAfterPayment,
} as const;

function callOf(step: Action) {
  // Every one of these bodies holds what updateState's holds: application, version, remark.
  return (OWN_CALLS[step as keyof typeof OWN_CALLS] ?? updateState) as typeof updateState;
}

const DANGEROUS: readonly Action[] = ['reject', 'withdraw', 'withdraw-paid', 'suspend'];
const WITH_DAY: readonly Action[] = ['hold', 'suspend'];

type RemarkDialogProps = { step: Action; application: ApplicationDetail; close: () => void };

/** Also opened by itself, by pages that have no other step. */
export function RemarkDialog(props: RemarkDialogProps) {
  const over = useOver(props.step, props.application);
  return (
    <StepOver value={over}>
      <WithRemark {...props} />
    </StepOver>
  );
}

function WithRemark({ step, application, close }: RemarkDialogProps) {
  const t = useTexts('applications');
  const isOwn = step in OWN_CALLS;
  const known = { applicationId: application.id, version: application.version };
  const form = useForm(callOf(step), {
    initial: { remark: '' },
    extra: isOwn ? known : ({ ...known, action: step } as object),
    ...(step === 'resubmit' || step === 'noc-remind'
      ? { input: { params: { id: application.id } } as object }
      : {}),
    onDone: () => {
      close();
      return toast('success', t(`done.${step}`));
    },
  });
  const isRequired = TRANSITIONS[step].remark;
  const isRefund = step === 'withdraw-paid';
  const unlooked = application.documents.filter(
    ({ kind, state }) => state === 'SUBMITTED' && application.neededDocuments.includes(kind),
  );
  const until = form as unknown as FormFields<'until'>;
  return (
    <FormDialog title={t(`actions.${step}`)} subject={useSubject(application)} close={close}>
      <FormBody form={form} submit={t(`actions.${step}`)} danger={DANGEROUS.includes(step)} cancel={close}>
        {isRefund ? <GoesBack paidMinor={application.paidMinor} /> : null}
        {step === 'accept' && unlooked.length > 0 ? (
          <Alert color="yellow" title={t('dialogs.unlooked', { count: unlooked.length })}>
            {unlooked.map(({ kind }) => t(`kinds.${kind}`)).join('; ')}
            <br />
            {t('dialogs.unlooked_help')}
          </Alert>
        ) : null}
        {WITH_DAY.includes(step) && application.atBank ? (
          <Alert color="yellow">
            {t('dialogs.held_at_bank', { amount: application.atBank.amountMinor })}
          </Alert>
        ) : null}
        {step === 'reopen' && application.state === 'READY_TO_PAY' ? <p>{t('dialogs.days_again')}</p> : null}
        {step === 'confirm-installation' ? <Installation application={application} /> : null}
        {step === 'change-meter' ? (
          <TextField form={form} name="meterNumber" label={t('fields.meter')} required />
        ) : null}
        <LongTextField
          form={form}
          name="remark"
          label={t(
            isRefund ? 'tracker.withdraw_reason' : isRequired ? 'dialogs.remark' : 'dialogs.remark_optional',
          )}
          help={t(
            isRefund
              ? 'tracker.withdraw_paid_help'
              : step === 'comment'
                ? 'dialogs.comment_help'
                : 'dialogs.remark_help',
          )}
          required={isRequired}
        />
        <DespitePayment form={form} />
        {WITH_DAY.includes(step) ? (
          <DayField
            form={until}
            name="until"
            label={t('dialogs.until')}
            help={t('dialogs.until_help')}
            earliest={addDays(today(), 1)}
          />
        ) : null}
        {step === 'comment' ? (
          <CheckField form={form} name="shared" label={t('dialogs.shared')} help={t('dialogs.shared_help')} />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}
