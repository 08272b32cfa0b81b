/** A consumer registers: proves the mobile number, tells a name and a password, and is signed in at once. */
import { useState } from 'react';
import { login } from '#domains/identity/contract.ts';
import { NewPasswordField } from '#domains/identity/web/new-password-field.tsx';
import { type Proven, ProvePhone } from '#domains/identity/web/prove-phone.tsx';
import { PublicScreen } from '#domains/identity/web/public-screen.tsx';
import { keepSession } from '#domains/identity/web/signed-in.ts';
import { call } from '#web/call.ts';
import { GoLink, useGo } from '#web/go.tsx';
import { useLanguage, useTexts } from '#web/texts.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { registration } from '../contract.ts';

function Person({ proven }: { proven: Proven }) {
  const t = useTexts('consumers');
  const go = useGo();
  const language = useLanguage();
  const form = useForm(registration, {
    initial: { name: '', email: '', nid: '', dateOfBirth: '', password: '' },
    extra: { ...proven, language },
    noGuard: true,
    onDone: async (_, sent) => {
      keepSession(await call(login, { body: { login: proven.phone, password: sent.password } }));
      void go('/dashboard');
    },
  });
  return (
    <FormBody form={form} submit={t('registration.submit')}>
      <TextField
        form={form}
        name="name"
        label={t('registration.name')}
        help={t('registration.name_help')}
        autoComplete="name"
        required
        autoFocus
      />
      <TextField form={form} name="email" type="email" label={t('registration.email')} autoComplete="email" />
      <TextField
        form={form}
        name="nid"
        label={t('registration.nid')}
        help={t('registration.nid_help')}
        inputMode="numeric"
      />
      <DayField form={form} name="dateOfBirth" label={t('registration.birth')} />
      <NewPasswordField form={form} name="password" label={t('registration.password')} required />
    </FormBody>
  );
}

export function RegistrationScreen() {
  const t = useTexts('consumers');
  const [proven, setProven] = useState<Proven | null>(null);
  return (
    <PublicScreen
      title={t('registration.title')}
      about={proven ? t('registration.about_person') : t('registration.about_phone')}
      below={
        <>
          {t('registration.known')} <GoLink to="/login">{t('registration.sign_in')}</GoLink>
        </>
      }
    >
      {proven ? <Person proven={proven} /> : <ProvePhone purpose="registration" onProven={setProven} />}
    </PublicScreen>
  );
}
