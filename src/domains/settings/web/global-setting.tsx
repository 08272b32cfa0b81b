import { useAnswer } from '#web/answers.ts';
import { useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormPage, FormSection } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getSettings, type Utility, updateSettings } from '../contract.ts';

export function GlobalSetting() {
  const settings = useAnswer(getSettings);
  if (settings.error) return <FailedPage error={settings.error} retry={settings.refetch} />;
  if (!settings.data) return <RecordSkeleton />;
  // A saved version is another form: its starting values are those that were saved.
  return <UtilityForm key={settings.data.version} {...settings.data} />;
}

function UtilityForm({ utility, version }: { utility: Utility; version: number }) {
  const t = useTexts('settings');
  const form = useForm(updateSettings, {
    initial: { utility },
    extra: { version },
    onDone: () => toast('success', t('global.saved')),
  });
  const languages = [
    { value: 'en', label: t('global.english') },
    { value: 'bn', label: t('global.bengali') },
  ];
  return (
    <FormPage form={form} title={t('global.title')} about={t('global.about')} submit={t('global.save')}>
      <FormSection title={t('global.names')}>
        <TextField form={form} name="utility.nameEn" label={t('global.name_en')} required />
        <TextField form={form} name="utility.nameBn" label={t('global.name_bn')} required />
        <LongTextField form={form} name="utility.addressEn" label={t('global.address_en')} />
        <LongTextField form={form} name="utility.addressBn" label={t('global.address_bn')} />
      </FormSection>
      <FormSection title={t('global.contact')}>
        <FieldRow>
          <TextField form={form} name="utility.phone" label={t('global.phone')} inputMode="tel" />
          <TextField form={form} name="utility.email" label={t('global.email')} inputMode="email" />
        </FieldRow>
        <TextField
          form={form}
          name="utility.website"
          label={t('global.website')}
          placeholder="https://"
          type="url"
        />
      </FormSection>
      <FormSection title={t('global.working')}>
        <TextField
          form={form}
          name="utility.titleSuffix"
          label={t('global.title_suffix')}
          help={t('global.title_suffix_help')}
          required
        />
        <RadioField
          form={form}
          name="utility.language"
          label={t('global.language')}
          help={t('global.language_help')}
          options={languages}
        />
      </FormSection>
    </FormPage>
  );
}
