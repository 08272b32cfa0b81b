/** The office notes a ticket for a consumer who came to the counter or called. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { listConsumers } from '#domains/consumers/contract.ts';
import { useName } from '#domains/consumers/web/use-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { createTicket } from '../../steps/contract.ts';
import { OFFICE_CHANNELS, PRIORITIES } from '../../ticket.rules.ts';
import { useNames } from '../state-chip.tsx';
import { CategoryField } from './category-field.tsx';
import { FilesField } from './files-field.tsx';

export function NoteDialog({ close }: { close: () => void }) {
  const t = useTexts('support');
  const go = useGo();
  const { channels, priorities } = useNames();
  const form = useForm(createTicket, {
    initial: {
      ...{ consumerId: '', categoryId: '', subject: '', text: '', aboutNumber: '' },
      ...{ channel: 'PHONE' as const, priority: '' as const, files: [] },
    },
    onDone: ({ id }) => {
      close();
      go('/support-ticket-details', { ticketId: id });
      return toast('success', t('ask.noted'));
    },
  });
  return (
    <FormDialog title={t('note.button')} close={close}>
      <FormBody form={form} submit={t('note.submit')} cancel={close}>
        <ConsumerField form={form} />
        <RadioField
          form={form}
          name="channel"
          label={t('list.channel')}
          options={OFFICE_CHANNELS.map((value) => ({ value, label: channels[value] }))}
        />
        <CategoryField form={form} />
        <TextField form={form} name="subject" label={t('ask.subject')} required />
        <LongTextField form={form} name="text" label={t('note.text')} help={t('note.text_help')} required />
        <FieldRow>
          <TextField
            form={form}
            name="aboutNumber"
            label={t('ask.about_number')}
            help={t('note.about_number_help')}
            inputMode="numeric"
          />
          <SelectField
            form={form}
            name="priority"
            label={t('list.priority')}
            placeholder={t('note.priority_usual')}
            options={PRIORITIES.map((value) => ({ value, label: priorities[value] }))}
          />
        </FieldRow>
        <FilesField form={form} />
      </FormBody>
    </FormDialog>
  );
}

const TYPING_PAUSE_MS = 300;

/** Found by name, number or phone; the one who is chosen stays among the choices. */
function ConsumerField({ form }: { form: FormFields<'consumerId'> }) {
  const t = useTexts('support');
  const nameOf = useName();
  const { digits } = useFormats();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.split(' · ')[0]?.trim() ?? '', TYPING_PAUSE_MS);
  const { data, isPending } = useAnswer(
    listConsumers,
    { query: { limit: 20, offset: 1, ...(search ? { search } : {}) } },
    { placeholderData: (before) => before },
  );
  const options = (data?.items ?? []).map((consumer) => ({
    value: consumer.id,
    label: `${nameOf(consumer)} · ${digits(consumer.number)} · ${digits(consumer.phone)}`,
  }));
  return (
    <SelectField
      form={form}
      name="consumerId"
      label={t('note.consumer')}
      help={t('note.consumer_help')}
      options={options}
      isLoading={isPending}
      onSearch={setTyped}
      required
    />
  );
}
