import { useEffect } from 'react';
import type { z } from 'zod';
import { setLanguage, useTexts } from '#web/texts/texts.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { LongTextField, PasswordField, PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { setupBody } from '../../contract.ts';
import style from './setup.module.css';

export type SetupForm = Form<z.input<typeof setupBody>>;

export function StartStep({ form }: { form: SetupForm }) {
  const t = useTexts('settings');
  const language = form.values.language;
  useEffect(() => {
    // The choice shows at once.
    if (language) void setLanguage(language);
  }, [language]);
  const languages = [
    { value: 'bn', label: 'বাংলা' },
    { value: 'en', label: 'English' },
  ];
  return (
    <>
      <RadioField
        form={form}
        name="language"
        label={t('setup.language')}
        help={t('setup.language_about')}
        options={languages}
      />
      <p className={style.about}>{t('setup.utility_about')}</p>
      <TextField form={form} name="utility.nameEn" label={t('global.name_en')} required />
      <TextField form={form} name="utility.nameBn" label={t('global.name_bn')} required />
      <LongTextField form={form} name="utility.addressEn" label={t('global.address_en')} />
      <LongTextField form={form} name="utility.addressBn" label={t('global.address_bn')} />
    </>
  );
}

export function AdminStep({ form }: { form: SetupForm }) {
  const t = useTexts('settings');
  return (
    <>
      <p className={style.about}>{t('setup.admin_about')}</p>
      <TextField form={form} name="admin.name" label={t('setup.name')} autoComplete="name" required />
      <TextField
        form={form}
        name="admin.email"
        label={t('setup.email')}
        type="email"
        autoComplete="email"
        required
      />
      <PhoneField form={form} name="admin.phone" label={t('setup.phone')} required />
      <PasswordField
        form={form}
        name="admin.password"
        label={t('setup.password')}
        help={t('setup.password_help')}
        autoComplete="new-password"
        required
      />
    </>
  );
}

export function TariffStep({ form }: { form: SetupForm }) {
  const t = useTexts('settings');
  const options = [
    { value: 'dhaka-wasa', label: t('setup.dhaka') },
    { value: 'nothing', label: t('setup.no_tariff') },
  ];
  return (
    <RadioField
      form={form}
      name="tariff"
      label={t('setup.tariff_label')}
      help={t('setup.tariff_about')}
      options={options}
    />
  );
}
