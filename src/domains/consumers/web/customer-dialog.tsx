import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { isDay } from '#web/ui/form/is-day.ts';
import { LongTextField, PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { type Consumer, createConsumer, editConsumer, getConsumer } from '../contract.ts';
import { disagreesWithBirth } from '../nid.rules.ts';
import { TwinsNotice } from './twins-notice.tsx';

/** The list hides most of the identity number: the record is fetched to be edited. */
export function CustomerDialog({ id, close }: { id: string | null; close: () => void }) {
  const t = useTexts('consumers');
  const found = useAnswer(getConsumer, { params: { id: id ?? '' } }, { enabled: id !== null });
  const title = found.data ? t('list.edit', { name: found.data.name }) : t('list.add');
  const content = () => {
    if (id === null) return <CustomerForm consumer={null} close={close} />;
    if (found.error) return <Failed error={found.error} retry={found.refetch} />;
    if (!found.data) return <RecordSkeleton />;
    return <CustomerForm consumer={found.data} close={close} />;
  };
  return (
    <FormDialog title={title} close={close}>
      {content()}
    </FormDialog>
  );
}

function CustomerForm({ consumer, close }: { consumer: Consumer | null; close: () => void }) {
  const t = useTexts('consumers');
  const known: object = consumer ? { id: consumer.id } : {};
  const form = useForm<typeof createConsumer | typeof editConsumer>(
    consumer ? editConsumer : createConsumer,
    {
      initial: {
        name: consumer?.name,
        nameBn: consumer?.nameBn,
        phone: consumer?.phone,
        email: consumer?.email,
        nid: consumer?.nid,
        dateOfBirth: consumer?.dateOfBirth,
        address: consumer?.address,
      },
      version: consumer?.version,
      extra: known,
      onDone: () => {
        close();
        return toast('success', t(consumer ? 'list.updated' : 'list.added'));
      },
    },
  );
  const typed = (name: 'name' | 'nameBn' | 'phone' | 'nid' | 'dateOfBirth') =>
    String(form.valueOf(name) ?? '');
  const isYearOdd = disagreesWithBirth(form.valueOf('nid'), form.valueOf('dateOfBirth'));
  const thisDay = today();
  return (
    <FormBody form={form} submit={t('list.save')} cancel={close}>
      <TextField form={form} name="name" label={t('list.name')} required autoFocus />
      <TextField form={form} name="nameBn" label={t('list.name_bn')} />
      <FieldRow>
        <PhoneField form={form} name="phone" label={t('list.phone')} required />
        <TextField form={form} name="email" label={t('list.email')} type="email" />
      </FieldRow>
      <FieldRow>
        <TextField
          form={form}
          name="nid"
          label={t('list.nid')}
          help={t('list.nid_help')}
          inputMode="numeric"
        />
        <DayField
          form={form}
          name="dateOfBirth"
          label={t('list.birth')}
          help={t('list.birth_help')}
          latest={thisDay}
          isBirth
        />
      </FieldRow>
      {isYearOdd ? (
        <Alert color="yellow" icon={<IconAlertTriangle size={20} />} role="status">
          {t('list.nid_year')}
        </Alert>
      ) : null}
      <LongTextField form={form} name="address" label={t('list.address')} />
      <TwinsNotice
        id={consumer?.id}
        typed={{
          name: typed('name'),
          nameBn: typed('nameBn'),
          phone: typed('phone'),
          nid: typed('nid'),
          dateOfBirth: isDay(typed('dateOfBirth')) ? typed('dateOfBirth') : '',
        }}
      />
    </FormBody>
  );
}
