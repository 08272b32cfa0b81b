/** What the person tells to get the account; less of it where the register knows them. */
import { Button } from '@mantine/core';
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
import { ClaimFields } from './claim/claim-fields.tsx';

type RegistrationFormProps = {
  proven: Proven;
  /** `found`: the phone leads to an entry; `claim`: its numbers do; `new`: there is none. */
  kind: 'found' | 'claim' | 'new';
  /** As the register has it. */
  name?: string;
  back?: () => void;
};

export function RegistrationForm({ proven, kind, name = '', back }: RegistrationFormProps) {
  const t = useTexts('consumers');
  const go = useGo();
  const language = useLanguage();
  const isNew = kind === 'new';
  const form = useForm(registration, {
    initial: {
      name,
      password: '',
      ...(isNew ? { email: '', nid: '', dateOfBirth: '' } : {}),
      ...(kind === 'claim' ? { claim: { customerNumber: '', evidence: '' } } : {}),
    },
    extra: { ...proven, language, isNew },
    noGuard: true,
    onDone: async (_, sent) => {
      keepSession(await call(login, { body: { login: proven.phone, password: sent.password } }));
      void go('/dashboard');
    },
  });
  return (
    <FormBody form={form} submit={t(isNew ? 'registration.submit' : 'registration.submit_known')}>
      {kind === 'claim' ? <ClaimFields form={form} prefix="claim." /> : null}
      <TextField
        form={form}
        name="name"
        label={t('registration.name')}
        {...(isNew ? { help: t('registration.name_help') } : {})}
        autoComplete="name"
        required
        autoFocus={isNew}
      />
      {isNew ? (
        <>
          <TextField
            form={form}
            name="email"
            type="email"
            label={t('registration.email')}
            autoComplete="email"
          />
          <TextField
            form={form}
            name="nid"
            label={t('registration.nid')}
            help={t('registration.nid_help')}
            inputMode="numeric"
          />
          <DayField form={form} name="dateOfBirth" label={t('registration.birth')} />
        </>
      ) : null}
      <NewPasswordField form={form} name="password" label={t('registration.password')} required />
      {back ? (
        <Button variant="subtle" color="gray" onClick={back}>
          {t('registration.back')}
        </Button>
      ) : null}
    </FormBody>
  );
}
