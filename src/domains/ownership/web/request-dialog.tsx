/** Asks to change the owner of a connection, or corrects what was asked. */
import { useIsConsumer } from '#domains/billing/web/bill-parts.tsx';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { Minor } from '#shared/money.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useProfile } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog, type Subject } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type ConnectionItem, getFeeOfDay, type RequestDetail } from '../contract.ts';
import { CAUSES } from '../ownership.rules.ts';
import { requestChange, updateRequest } from '../steps/contract.ts';
import { PapersField } from './papers/papers-field.tsx';
import { useNames } from './state-chip.tsx';
import { StepFrame } from './step-frame.tsx';

/** The connection; without one the new owner names it by its number and its meter. */
type AskedFor = Pick<
  ConnectionItem,
  | 'connectionId'
  | 'connectionNumber'
  | 'ownerName'
  | 'ownerNameBn'
  | 'sectorNumber'
  | 'roadNumber'
  | 'plotNumber'
  | 'dueMinor'
>;
export type Asked = { connection: AskedFor | null; close: () => void };

/** Whose connection it is, before anybody sends anything: the number alone is easily that of the row beside. */
function useSubjectOf(connection: AskedFor | null): { subject?: Subject } {
  const t = useTexts('ownership');
  const nameIn = useNameIn();
  const placeOf = usePlace();
  const { digits, money } = useFormats();
  if (!connection) return {};
  const owner = nameIn(connection.ownerName, connection.ownerNameBn);
  return {
    subject: {
      what: `${t('connections.owner')}: ${owner}`,
      which: [
        `${t('detail.connection')} ${digits(connection.connectionNumber)}`,
        placeOf(connection),
        ...(connection.dueMinor > 0 ? [`${t('detail.open_bills')}: ${money(connection.dueMinor)}`] : []),
      ].join(' · '),
    },
  };
}

export function RequestDialog({
  connection,
  close,
  onAsked,
}: Asked & { onAsked: (requestId: string) => void }) {
  const t = useTexts('ownership');
  const { digits, phone } = useFormats();
  const { causes } = useNames();
  const own = useProfile();
  const isConsumer = useIsConsumer();
  const subject = useSubjectOf(connection);
  // Before somebody asks. The request keeps what it is when it is sent.
  const feeMinor = useAnswer(getFeeOfDay).data?.feeMinor ?? 0;
  const form = useForm(requestChange, {
    // Who asks for themselves is named as in the register: the server takes neither from here.
    initial: {
      ...{ cause: 'SALE', nameBn: '', email: '', nid: '', address: '', papers: [] },
      ...(connection ? { name: '', phone: '' } : { name: own?.name ?? '-', phone: own?.phone ?? '' }),
    },
    extra: connection ? { connectionId: connection.connectionId } : {},
    onDone: (made) => {
      onAsked(made.id);
      return toast('success', t('form.sent'));
    },
  });
  const title = connection
    ? t('form.title', { number: digits(connection.connectionNumber) })
    : t('form.title_new');
  return (
    <FormDialog title={title} {...subject} close={close}>
      <FormBody form={form} submit={t('form.submit')} cancel={close}>
        <p>{t(connection ? 'form.about' : 'form.about_new')}</p>
        {feeMinor > 0 ? <p>{t('form.fee', { amount: feeMinor as Minor })}</p> : null}
        {connection ? null : (
          <FieldRow>
            <TextField
              form={form}
              name="connectionNumber"
              label={t('form.connection')}
              inputMode="numeric"
              required
              autoFocus
            />
            <TextField
              form={form}
              name="meterNumber"
              label={t('form.meter')}
              help={t('form.meter_help')}
              required
            />
          </FieldRow>
        )}
        <SelectField
          form={form}
          name="cause"
          label={t('form.cause')}
          required
          options={CAUSES.map((value) => ({ value, label: causes[value] }))}
        />
        {connection ? (
          <>
            <FieldRow>
              <TextField form={form} name="name" label={t('form.name')} required autoFocus />
              <TextField form={form} name="nameBn" label={t('form.name_bn')} />
            </FieldRow>
            <PhoneField
              form={form}
              name="phone"
              label={t('form.phone')}
              help={t('form.phone_help')}
              required
            />
          </>
        ) : (
          <p>{t('form.yourself', { name: own?.name ?? '', phone: phone(own?.phone ?? '') })}</p>
        )}
        <FieldRow>
          <TextField form={form} name="nid" label={t('form.nid')} />
          <TextField form={form} name="email" label={t('form.email')} />
        </FieldRow>
        <FieldRow>
          <TextField form={form} name="address" label={t('form.address')} required />
        </FieldRow>
        <PapersField form={form} isConsumer={isConsumer} />
      </FormBody>
    </FormDialog>
  );
}

export function CorrectDialog({ request, close }: { request: RequestDetail; close: () => void }) {
  const t = useTexts('ownership');
  const { causes } = useNames();
  const form = useForm(updateRequest, {
    initial: {
      ...{
        cause: request.cause,
        name: request.toName,
        nameBn: request.toNameBn ?? '',
        email: request.toEmail ?? '',
      },
      ...{ nid: request.toNid ?? '', address: request.toAddress ?? '' },
    },
    extra: { requestId: request.id, version: request.version },
    onDone: () => {
      close();
      return toast('success', t('form.saved'));
    },
  });
  return (
    <StepFrame request={request} title={t('form.edit')} close={close}>
      <FormBody form={form} submit={t('form.save')} cancel={close}>
        {request.remark ? <p>{request.remark}</p> : null}
        <SelectField
          form={form}
          name="cause"
          label={t('form.cause')}
          required
          options={CAUSES.map((value) => ({ value, label: causes[value] }))}
        />
        <FieldRow>
          <TextField form={form} name="name" label={t('form.name')} required autoFocus />
          <TextField form={form} name="nameBn" label={t('form.name_bn')} />
        </FieldRow>
        <FieldRow>
          <TextField form={form} name="nid" label={t('form.nid')} />
          <TextField form={form} name="email" label={t('form.email')} />
        </FieldRow>
        <TextField form={form} name="address" label={t('form.address')} required />
      </FormBody>
    </StepFrame>
  );
}
