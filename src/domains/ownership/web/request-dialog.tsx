/** Asks to change the owner of a connection, or corrects what was asked. */

import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { RequestDetail } from '../contract.ts';
import { CAUSES } from '../ownership.rules.ts';
import { requestChange, updateRequest } from '../steps/contract.ts';
import { useNames } from './state-chip.tsx';

/** The connection; without one the new owner names it by its number and its meter. */
type Asked = { connection: { id: string; number: string } | null; close: () => void };

export function RequestDialog({ connection, close }: Asked) {
  const t = useTexts('ownership');
  const go = useGo();
  const { digits } = useFormats();
  const { causes } = useNames();
  const form = useForm(requestChange, {
    initial: { cause: 'SALE', name: '', nameBn: '', phone: '', email: '', nid: '', address: '' },
    extra: connection ? { connectionId: connection.id } : {},
    onDone: (made) => {
      close();
      go(`/owner-change-request-list/${made.id}`);
      return toast('success', t('form.sent'));
    },
  });
  const title = connection ? t('form.title', { number: digits(connection.number) }) : t('form.title_new');
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={t('form.submit')} cancel={close}>
        <p>{t(connection ? 'form.about' : 'form.about_new')}</p>
        {connection ? null : (
          <FieldRow>
            <TextField form={form} name="connectionNumber" label={t('form.connection')} required autoFocus />
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
        <FieldRow>
          <TextField
            form={form}
            name="name"
            label={t('form.name')}
            required
            autoFocus={connection !== null}
          />
          <TextField form={form} name="nameBn" label={t('form.name_bn')} />
        </FieldRow>
        <FieldRow>
          <PhoneField form={form} name="phone" label={t('form.phone')} help={t('form.phone_help')} required />
          <TextField form={form} name="nid" label={t('form.nid')} />
        </FieldRow>
        <FieldRow>
          <TextField form={form} name="email" label={t('form.email')} />
          <TextField form={form} name="address" label={t('form.address')} required />
        </FieldRow>
      </FormBody>
    </FormDialog>
  );
}

export function CorrectDialog({ request, close }: { request: RequestDetail; close: () => void }) {
  const t = useTexts('ownership');
  const { digits } = useFormats();
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
    <FormDialog title={t('detail.title', { number: digits(request.number) })} close={close}>
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
    </FormDialog>
  );
}
