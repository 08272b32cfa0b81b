/** The steps of a request: consent, return, handover reading, accept, reject, withdraw. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField, VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { RequestDetail } from '../contract.ts';
import type { Side } from '../ownership.rules.ts';
import {
  acceptChange,
  agree,
  noteReading,
  overrideConsent,
  rejectChange,
  returnRequest,
  withdrawRequest,
} from '../steps/contract.ts';
import { CorrectDialog } from './request-dialog.tsx';

export type Dialog = 'edit' | 'agree' | 'override' | 'return' | 'read' | 'accept' | 'reject' | 'withdraw';
type DialogProps = { request: RequestDetail; close: () => void };

const DIALOGS: Record<Dialog, (props: DialogProps) => React.JSX.Element> = {
  edit: CorrectDialog,
  agree: AgreeDialog,
  override: OverrideDialog,
  return: ReturnDialog,
  read: ReadingDialog,
  accept: AcceptDialog,
  reject: RejectDialog,
  withdraw: WithdrawDialog,
};

export function StepDialog({ step, ...props }: DialogProps & { step: Dialog }) {
  const Shown = DIALOGS[step];
  return <Shown {...props} />;
}

/** Those who have not agreed yet: an owner answers for themselves only. */
function useOpenSides({ side, presentAgreed, newAgreed }: RequestDetail) {
  const t = useTexts('ownership');
  const open: Side[] = [
    ...(presentAgreed ? [] : (['PRESENT'] as const)),
    ...(newAgreed ? [] : (['NEW'] as const)),
  ];
  return open
    .filter((value) => side === null || value === side)
    .map((value) => ({ value, label: t(value === 'NEW' ? 'detail.new_owner' : 'detail.present') }));
}

function AgreeDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  const sides = useOpenSides(request);
  const only = sides.length === 1 ? sides[0] : undefined;
  const form = useForm(agree, {
    initial: { code: '', side: (only ?? sides[0])?.value ?? 'PRESENT' },
    extra: { requestId: request.id },
    onDone: () => {
      close();
      return toast('success', t('act.agreed'));
    },
  });
  return (
    <FormDialog title={t('act.agree_title')} close={close}>
      <FormBody form={form} submit={t('act.agree')} cancel={close}>
        {only ? null : (
          <SelectField form={form} name="side" label={t('act.agree_side')} required options={sides} />
        )}
        <TextField form={form} name="code" label={t('act.code')} required autoFocus />
      </FormBody>
    </FormDialog>
  );
}

function OverrideDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  const sides = useOpenSides(request);
  const form = useForm(overrideConsent, {
    initial: { reason: '', side: sides[0]?.value ?? 'PRESENT' },
    extra: { requestId: request.id, version: request.version },
    onDone: () => {
      close();
      return toast('success', t('act.agreed'));
    },
  });
  return (
    <FormDialog title={t('act.override_title')} close={close}>
      <FormBody form={form} submit={t('act.override')} cancel={close}>
        <SelectField form={form} name="side" label={t('act.override_side')} required options={sides} />
        <LongTextField
          form={form}
          name="reason"
          label={t('act.override_reason')}
          help={t('act.override_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

function ReturnDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  const form = useForm(returnRequest, {
    initial: { remark: '' },
    extra: { requestId: request.id, version: request.version },
    onDone: () => {
      close();
      return toast('success', t('act.returned'));
    },
  });
  return (
    <FormDialog title={t('act.return_title')} close={close}>
      <FormBody form={form} submit={t('act.return')} cancel={close}>
        <LongTextField form={form} name="remark" label={t('act.return_remark')} required />
      </FormBody>
    </FormDialog>
  );
}

function ReadingDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  const { cubicMetres, day } = useFormats();
  const thisDay = today();
  const { hasMeter, lastLitres, lastReadOn, readOn, registerLitres, liabilityMinor, openMinor } = request;
  const form = useForm(noteReading, {
    initial: {
      readOn: readOn ?? thisDay,
      liabilityMinor,
      ...(hasMeter ? { registerLitres: registerLitres ?? undefined } : { registerLitres: null }),
    },
    extra: { requestId: request.id, version: request.version },
    onDone: () => {
      close();
      return toast('success', t('act.noted'));
    },
  });
  return (
    <FormDialog title={t('act.read_title')} close={close}>
      <FormBody form={form} submit={t('act.read')} cancel={close}>
        <p>{t('act.read_about')}</p>
        {lastLitres === null || lastReadOn === null ? null : (
          <p>{`${t('detail.last_reading')}: ${cubicMetres(lastLitres)}, ${day(lastReadOn)}`}</p>
        )}
        <FieldRow>
          {hasMeter ? (
            <VolumeField form={form} name="registerLitres" label={t('act.register')} required autoFocus />
          ) : null}
          <DayField form={form} name="readOn" label={t('detail.read_on')} required latest={thisDay} />
        </FieldRow>
        {openMinor ? (
          <MoneyField
            form={form}
            name="liabilityMinor"
            label={t('act.liability')}
            help={t('act.liability_help')}
          />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}

function AcceptDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const form = useForm(acceptChange, {
    initial: {},
    extra: { requestId: request.id, version: request.version },
    onDone: () => {
      close();
      return toast('success', t('act.accepted'));
    },
  });
  return (
    <FormDialog title={t('act.accept_title')} close={close}>
      <FormBody form={form} submit={t('act.accept')} cancel={close}>
        <p>
          {t('act.accept_about', {
            number: digits(request.connectionNumber),
            day: request.readOn ?? '',
            name: nameIn(request.toName, request.toNameBn),
          })}
        </p>
      </FormBody>
    </FormDialog>
  );
}

function RejectDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  const form = useForm(rejectChange, {
    initial: { remark: '' },
    input: { query: { requestId: request.id } },
    extra: { version: request.version },
    onDone: () => {
      close();
      return toast('success', t('act.rejected'));
    },
  });
  return (
    <FormDialog title={t('act.reject_title')} close={close}>
      <FormBody form={form} submit={t('act.reject')} danger cancel={close}>
        <LongTextField form={form} name="remark" label={t('act.reject_remark')} required />
      </FormBody>
    </FormDialog>
  );
}

function WithdrawDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  const form = useForm(withdrawRequest, {
    initial: { remark: '' },
    extra: { requestId: request.id, version: request.version },
    onDone: () => {
      close();
      return toast('success', t('act.withdrawn'));
    },
  });
  return (
    <FormDialog title={t('act.withdraw_title')} close={close}>
      <FormBody form={form} submit={t('act.withdraw')} danger cancel={close}>
        <LongTextField form={form} name="remark" label={t('act.withdraw_remark')} required />
      </FormBody>
    </FormDialog>
  );
}
