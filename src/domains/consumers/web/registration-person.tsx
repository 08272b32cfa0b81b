/** Second step of the registration: who the person is; ends signed in. */

import { login } from '#domains/identity/contract.ts';
import { NewPasswordField } from '#domains/identity/web/new-password-field.tsx';
import type { Proven } from '#domains/identity/web/prove-phone.tsx';
import { keepSession } from '#domains/identity/web/signed-in.ts';
import { call } from '#web/call.ts';
import { useGo } from '#web/go.tsx';
import { useLanguage, useTexts } from '#web/texts.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { registration } from '../contract.ts';

export function RegistrationPerson({ proven }: { proven: Proven }) {
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
