/** What is on screens, bills and letters, with its earlier versions. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { reloadConfig } from '#web/config.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody, FormSection } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getSettings, type Utility, updateSettings } from '../contract.ts';
import style from './config/config.module.css';
import { EntryHistory } from './config/entry-history.tsx';
import { Differences } from './differences.tsx';

function useLabels(): Record<keyof Utility, string> {
  const t = useTexts('settings');
  return {
    nameEn: t('global.name_en'),
    nameBn: t('global.name_bn'),
    addressEn: t('global.address_en'),
    addressBn: t('global.address_bn'),
    phone: t('global.phone'),
    email: t('global.email'),
    website: t('global.website'),
    titleSuffix: t('global.title_suffix'),
    titleSuffixBn: t('global.title_suffix_bn'),
    language: t('global.language'),
  };
}

export function GlobalSetting() {
  const t = useTexts('settings');
  const labels = useLabels();
  const settings = useAnswer(getSettings);
  if (settings.error) return <FailedPage error={settings.error} retry={settings.refetch} />;
  if (!settings.data) return <RecordSkeleton />;
  const { version } = settings.data;
  return (
    <div className={style.page}>
      <PageHead title={t('global.title')} about={t('global.about')} />
      <Sheet>
        <UtilityForm {...settings.data} />
      </Sheet>
      <EntryHistory
        entry="utility"
        version={version}
        labelOf={(field) => labels[field as keyof Utility]}
        onRestored={reloadConfig}
      />
    </div>
  );
}

function UtilityForm({ utility, version }: { utility: Utility; version: number }) {
  const t = useTexts('settings');
  const labels = useLabels();
  const form = useForm(updateSettings, {
    initial: { utility },
    version,
    onDone: async () => {
      await reloadConfig();
      toast('success', t('global.saved'));
    },
  });
  const languages = { en: t('global.english'), bn: t('global.bengali') };
  const written = (field: keyof Utility, value: unknown) =>
    field === 'language' ? languages[value === 'bn' ? 'bn' : 'en'] : String(value ?? '');
  return (
    <FormBody form={form} submit={t('global.save')}>
      <FormSection title={t('global.names')}>
        <TextField form={form} name="utility.nameEn" label={labels.nameEn} required />
        <TextField form={form} name="utility.nameBn" label={labels.nameBn} required />
        <LongTextField form={form} name="utility.addressEn" label={labels.addressEn} />
        <LongTextField form={form} name="utility.addressBn" label={labels.addressBn} />
      </FormSection>
      <FormSection title={t('global.contact')}>
        <FieldRow>
          <TextField form={form} name="utility.phone" label={labels.phone} inputMode="tel" />
          <TextField form={form} name="utility.email" label={labels.email} inputMode="email" />
        </FieldRow>
        <TextField
          form={form}
          name="utility.website"
          label={labels.website}
          placeholder="https://"
          type="url"
        />
      </FormSection>
      <FormSection title={t('global.working')}>
        <TextField
          form={form}
          name="utility.titleSuffix"
          label={labels.titleSuffix}
          help={t('global.title_suffix_help')}
          required
        />
        <TextField
          form={form}
          name="utility.titleSuffixBn"
          label={labels.titleSuffixBn}
          help={t('global.title_suffix_bn_help')}
        />
        <RadioField
          form={form}
          name="utility.language"
          label={labels.language}
          help={t('global.language_help')}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
      </FormSection>
      <Differences
        rows={(Object.keys(labels) as (keyof Utility)[]).map((field) => ({
          label: labels[field],
          before: written(field, utility[field]),
          after: written(field, form.valueOf(`utility.${field}`)),
        }))}
      />
    </FormBody>
  );
}
