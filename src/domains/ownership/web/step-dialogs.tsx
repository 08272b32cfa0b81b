/** The steps of a request: consent, return, handover reading, accept, reject, withdraw. */
import { Button } from '@mantine/core';
import { SmsCodeField } from '#domains/identity/web/sign-in/sms-code-field.tsx';
import { type LikelyUse, likelyUse } from '#domains/meters/readings/likely-use.rules.ts';
import { LikelyUseLine } from '#domains/meters/web/capture/likely-use-line.tsx';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAction } from '#web/calls/use-action.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { CheckField, DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { isDay } from '#web/ui/form/is-day.ts';
import { MoneyField, VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { StepOver } from '#web/ui/over/step-over.ts';
import { DespitePayment } from '#web/ui/record/despite-payment.tsx';
import { GoesBack } from '#web/ui/record/goes-back.tsx';
import { Facts } from '#web/ui/record/record-page.tsx';
import type { RequestDetail } from '../contract.ts';
import type { Side } from '../ownership.rules.ts';
import {
  acceptChange,
  agree,
  noteReading,
  overrideConsent,
  rejectChange,
  resubmitRequest,
  returnRequest,
  sendCode,
  withdrawRequest,
} from '../steps/contract.ts';
import { CorrectDialog } from './request-dialog.tsx';
import { StepFrame } from './step-frame.tsx';
import { useOver } from './use-over.tsx';

export type Dialog =
  | ('edit' | 'agree' | 'override' | 'return' | 'resubmit')
  | ('read' | 'accept' | 'reject' | 'withdraw');
type DialogProps = { request: RequestDetail; close: () => void };

const DIALOGS: Record<Dialog, (props: DialogProps) => React.JSX.Element> = {
  edit: CorrectDialog,
  agree: AgreeDialog,
  override: OverrideDialog,
  return: ReturnDialog,
  resubmit: ResubmitDialog,
  read: ReadingDialog,
  accept: AcceptDialog,
  reject: RejectDialog,
  withdraw: WithdrawDialog,
};

export function StepDialog({ step, ...props }: DialogProps & { step: Dialog }) {
  const Shown = DIALOGS[step];
  const over = useOver(step, props.request);
  return (
    <StepOver value={over}>
      <Shown {...props} />
    </StepOver>
  );
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
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const sides = useOpenSides(request);
  const only = sides.length === 1 ? sides[0] : undefined;
  const own = request.consents.find(({ side }) => side === request.side);
  const resend = useAction(sendCode, { onDone: () => toast('success', t('act.code_sent')) });
  const form = useForm(agree, {
    initial: { code: '', side: (only ?? sides[0])?.value ?? 'PRESENT' },
    extra: { requestId: request.id },
    onDone: () => {
      close();
      return toast('success', t('act.agreed'));
    },
  });
  return (
    <StepFrame request={request} title={t('act.agree_title')} close={close}>
      <FormBody form={form} submit={t('act.agree_submit')} cancel={close}>
        <p>
          {t('act.agree_about', {
            number: digits(request.connectionNumber),
            from: request.fromName ? nameIn(request.fromName, request.fromNameBn) : t('detail.present'),
            to: nameIn(request.toName, request.toNameBn),
          })}
        </p>
        {own?.phoneEnd ? <p>{t('act.agree_to', { end: digits(own.phoneEnd) })}</p> : null}
        {only ? null : (
          <SelectField form={form} name="side" label={t('act.agree_side')} required options={sides} />
        )}
        <SmsCodeField form={form} name="code" label={t('act.code')} />
        {request.can['send-code'] === 'yes' ? (
          <p>
            {t('act.new_code')}{' '}
            <Button
              variant="subtle"
              size="compact-sm"
              loading={resend.isRunning}
              onClick={() =>
                resend.run({ body: { requestId: request.id, side: form.valueOf('side') as Side } })
              }
            >
              {t('act.send_code')}
            </Button>
          </p>
        ) : null}
      </FormBody>
    </StepFrame>
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
    <StepFrame request={request} title={t('act.override_title')} close={close}>
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
    </StepFrame>
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
    <StepFrame request={request} title={t('act.return_title')} close={close}>
      <FormBody form={form} submit={t('act.return')} cancel={close}>
        <LongTextField form={form} name="remark" label={t('act.return_remark')} required />
      </FormBody>
    </StepFrame>
  );
}

/** Nothing was corrected: who sends it says why it is right. */
function ResubmitDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  const form = useForm(resubmitRequest, {
    initial: { remark: '' },
    extra: { requestId: request.id, version: request.version },
    onDone: () => {
      close();
      return toast('success', t('act.resubmitted'));
    },
  });
  return (
    <StepFrame request={request} title={t('act.resubmit')} close={close}>
      <FormBody form={form} submit={t('act.resubmit')} cancel={close}>
        <p>{t('act.resubmit_about')}</p>
        {request.remark ? <p>{`${t('detail.remark')}: ${request.remark}`}</p> : null}
        <LongTextField form={form} name="remark" label={t('act.resubmit_remark')} required autoFocus />
      </FormBody>
    </StepFrame>
  );
}

/** What a figure means beside what is usual; null while there is none, or nothing to compare with. */
function useOf(
  { expectation }: RequestDetail,
  { registerLitres, readOn }: { registerLitres?: unknown; readOn?: unknown },
): LikelyUse | null {
  if (!expectation || typeof registerLitres !== 'number' || Number.isNaN(registerLitres)) return null;
  // What is typed and is no day has no use until then.
  if (typeof readOn === 'string' && !isDay(readOn)) return null;
  return likelyUse(expectation, registerLitres, typeof readOn === 'string' ? readOn : expectation.expectedOn);
}

function ReadingDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  // Of the line of likely use: loaded with the dialog, which goes away and loses its focus while they load.
  useTexts('meters');
  const { cubicMetres, day, money } = useFormats();
  const thisDay = today();
  const { hasMeter, lastLitres, lastReadOn, readOn, registerLitres, liabilityMinor, openMinor } = request;
  const form = useForm(noteReading, {
    initial: {
      readOn: readOn ?? thisDay,
      liabilityMinor,
      unusual: false,
      ...(hasMeter ? { registerLitres: registerLitres ?? undefined } : { registerLitres: null }),
    },
    extra: { requestId: request.id, version: request.version },
    answers: { unusual: ['registerLitres', 'readOn'] },
    onDone: () => {
      close();
      return toast('success', t('act.noted'));
    },
  });
  const [register, on] = [form.valueOf('registerLitres'), form.valueOf('readOn')];
  const use = useOf(request, { registerLitres: register, readOn: on });
  return (
    <StepFrame request={request} title={t('act.read_title')} close={close}>
      <FormBody form={form} submit={t('act.read')} cancel={close}>
        <p>{t('act.read_about')}</p>
        {openMinor ? <p>{`${t('detail.open_bills')}: ${money(openMinor)}`}</p> : null}
        {lastLitres === null || lastReadOn === null ? null : (
          <p>{`${t('detail.last_reading')}: ${cubicMetres(lastLitres)}, ${day(lastReadOn)}`}</p>
        )}
        <FieldRow>
          {hasMeter ? (
            <VolumeField form={form} name="registerLitres" label={t('act.register')} required autoFocus />
          ) : null}
          <DayField form={form} name="readOn" label={t('detail.read_on')} required latest={thisDay} />
        </FieldRow>
        {use ? <LikelyUseLine use={use} isAsking={false} /> : null}
        {form.problemOf('unusual') || form.valueOf('unusual') ? (
          <CheckField form={form} name="unusual" label={t('act.unusual')} />
        ) : null}
        {openMinor ? (
          <MoneyField
            form={form}
            name="liabilityMinor"
            label={t('act.liability')}
            help={t('act.liability_help')}
          />
        ) : null}
      </FormBody>
    </StepFrame>
  );
}

function AcceptDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  // As above.
  useTexts('meters');
  const nameIn = useNameIn();
  const { digits, cubicMetres, day, money } = useFormats();
  const { registerLitres, readOn, lastLitres, lastReadOn, openMinor, advanceMinor, liabilityMinor } = request;
  const use = useOf(request, { registerLitres, readOn });
  const form = useForm(acceptChange, {
    initial: {},
    extra: { requestId: request.id, version: request.version },
    onDone: () => {
      close();
      return toast('success', t('act.accepted'));
    },
  });
  return (
    <StepFrame request={request} title={t('act.accept_title')} close={close}>
      <FormBody form={form} submit={t('act.accept')} cancel={close}>
        <p>
          {t('act.accept_about', {
            number: digits(request.connectionNumber),
            day: request.readOn ?? '',
            name: nameIn(request.toName, request.toNameBn),
          })}
        </p>
        <Facts
          facts={[
            ...(registerLitres === null
              ? []
              : [{ label: t('detail.register'), value: cubicMetres(registerLitres) }]),
            ...(lastLitres === null || lastReadOn === null
              ? []
              : [
                  {
                    label: t('detail.last_reading'),
                    value: `${cubicMetres(lastLitres)}, ${day(lastReadOn)}`,
                  },
                ]),
            { label: t('detail.open_bills'), value: money(openMinor ?? 0) },
            { label: t('detail.liability'), value: money(liabilityMinor) },
            { label: t('detail.advance'), value: money(advanceMinor ?? 0) },
          ]}
        />
        {use ? <LikelyUseLine use={use} isAsking={false} /> : null}
      </FormBody>
    </StepFrame>
  );
}

function RejectDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  const form = useForm(rejectChange, {
    initial: { remark: '', despitePayment: false },
    input: { query: { requestId: request.id } },
    extra: { version: request.version },
    onDone: () => {
      close();
      return toast('success', t('act.rejected'));
    },
  });
  return (
    <StepFrame request={request} title={t('act.reject_title')} close={close}>
      <FormBody form={form} submit={t('act.reject')} danger cancel={close}>
        <GoesBack paidMinor={request.feePaidMinor} />
        <LongTextField form={form} name="remark" label={t('act.reject_remark')} required />
        <DespitePayment form={form} />
      </FormBody>
    </StepFrame>
  );
}

function WithdrawDialog({ request, close }: DialogProps) {
  const t = useTexts('ownership');
  const form = useForm(withdrawRequest, {
    initial: { remark: '', despitePayment: false },
    extra: { requestId: request.id, version: request.version },
    onDone: () => {
      close();
      return toast('success', t('act.withdrawn'));
    },
  });
  return (
    <StepFrame request={request} title={t('act.withdraw_title')} close={close}>
      <FormBody form={form} submit={t('act.withdraw')} danger cancel={close}>
        <GoesBack paidMinor={request.feePaidMinor} />
        <LongTextField form={form} name="remark" label={t('act.withdraw_remark')} required />
        <DespitePayment form={form} />
      </FormBody>
    </StepFrame>
  );
}
