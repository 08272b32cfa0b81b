/** The office writes a work order: at a connection, or at a plot of a road. A page that leads here may name the connection and a reading. */
import { useState } from 'react';
import { useRoadChoices, useSectorChoices, useSectors } from '#domains/applications/web/use-places.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { CheckField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody, FormSection } from '#web/ui/form/form-page.tsx';
import { LongTextField, PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { createOrder } from '../../steps/contract.ts';
import { PRIORITIES } from '../../work-order.rules.ts';
import { useNames } from '../state-chip.tsx';
import { CategoryField } from './category-field.tsx';

export function CreateDialog({ close }: { close: () => void }) {
  const t = useTexts('work-orders');
  const go = useGo();
  const { connection = '', reading } = useUrlQuery();
  const form = useForm(createOrder, {
    initial: {
      ...{ categoryId: '', connectionNumber: connection, roadId: '', plotNumber: '' },
      ...{ description: '', phone: '', contactName: '', priority: '', anyway: false },
    },
    extra: reading ? { readingId: reading } : {},
    answers: { anyway: ['connectionNumber', 'categoryId'] },
    onDone: ({ id }) => {
      close();
      go(`/work-order-list/${id}`);
      return toast('success', t('ask.created'));
    },
  });
  return (
    <FormDialog title={t('create.button')} close={close}>
      <FormBody form={form} submit={t('create.submit')} cancel={close}>
        <CategoryField form={form} />
        <FormSection title={t('create.place')} about={t('create.place_about')}>
          <TextField form={form} name="connectionNumber" label={t('create.connection')} inputMode="numeric" />
          {form.valueOf('connectionNumber') ? null : <PlotFields form={form} />}
        </FormSection>
        <LongTextField
          form={form}
          name="description"
          label={t('ask.description')}
          help={t('ask.description_help')}
          required
        />
        <TextField
          form={form}
          name="contactName"
          label={t('create.contact')}
          help={t('create.contact_help')}
        />
        <FieldRow>
          <PhoneField form={form} name="phone" label={t('ask.phone')} help={t('ask.phone_help')} />
          <PriorityField form={form} />
        </FieldRow>
        {form.problemOf('anyway') || form.valueOf('anyway') ? (
          <CheckField form={form} name="anyway" label={t('ask.anyway')} />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}

/** Without a choice it is the priority of the category. */
export function PriorityField({ form }: { form: FormFields<'priority'> }) {
  const t = useTexts('work-orders');
  const { priorities } = useNames();
  return (
    <SelectField
      form={form}
      name="priority"
      label={t('list.priority')}
      help={t('create.priority_help')}
      placeholder={t('create.priority_usual')}
      options={PRIORITIES.map((value) => ({ value, label: priorities[value] }))}
    />
  );
}

function PlotFields({ form }: { form: FormFields<'roadId' | 'plotNumber'> }) {
  const t = useTexts('work-orders');
  const [sectorId, setSectorId] = useState('');
  const sectors = useSectorChoices();
  const roads = useRoadChoices(sectorId);
  const isLoading = useSectors().isPending;
  // The sector only narrows the choice of roads: it is not sent.
  const ofSector: FormFields<'sectorId'> = {
    id: form.id,
    valueOf: () => sectorId,
    change: (_, value) => {
      setSectorId(String(value ?? ''));
      form.change('roadId', '');
    },
    leave: () => undefined,
    problemOf: () => undefined,
  };
  return (
    <>
      <FieldRow>
        <SelectField
          form={ofSector}
          name="sectorId"
          label={t('list.sector')}
          options={sectors}
          isLoading={isLoading}
        />
        <SelectField
          form={form}
          name="roadId"
          label={t('create.road')}
          options={roads}
          placeholder={t(sectorId ? 'create.choose_road' : 'create.sector_first')}
        />
      </FieldRow>
      <TextField form={form} name="plotNumber" label={t('create.plot')} />
    </>
  );
}
