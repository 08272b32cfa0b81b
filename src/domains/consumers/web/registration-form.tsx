/** What the person tells to get the account; less of it if the register knows them. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { login } from '#domains/identity/contract.ts';
import {
  forgetStep,
  keepStep,
  keptStep,
  STEP_MS,
  type TypedPerson,
} from '#domains/identity/web/kept-step.ts';
import { NewPasswordField } from '#domains/identity/web/new-password-field.tsx';
import { nextAddress } from '#domains/identity/web/next-address.rules.ts';
import type { Proven } from '#domains/identity/web/prove-phone.tsx';
import { TriesOver } from '#domains/identity/web/sign-in/tries-over.tsx';
import { keepSession } from '#domains/identity/web/signed-in.ts';
import { call } from '#web/calls/call.ts';
import { GoLink, useGoAddress, useUrlQuery } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { registration } from '../contract.ts';
import { afterRegistration } from './after-registration.ts';
import { ClaimFields } from './claim/claim-fields.tsx';

/** What was typed survives that the phone throws the page away; the password does not. */
function useTypedPerson(values: Partial<Record<keyof TypedPerson, unknown>>) {
  const { name, email, nid, dateOfBirth } = values;
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const typed = {
      name: String(name ?? ''),
      email: String(email ?? ''),
      nid: String(nid ?? ''),
      dateOfBirth: String(dateOfBirth ?? ''),
    };
    keepStep('person', { typed, until: Date.now() + STEP_MS });
  }, [name, email, nid, dateOfBirth]);
}

type RegistrationFormProps = {
  proven: Proven;
  /** `found`: the phone leads to an entry; `claim`: its numbers do; `new`: there is none. */
  kind: 'found' | 'claim' | 'new';
  /** As the register has it. */
  name?: string;
  back?: () => void;
  /** The proof of the number is too old: the number has to be proven again. */
  onExpired: () => void;
};

export function RegistrationForm({ proven, kind, name = '', back, onExpired }: RegistrationFormProps) {
  const t = useTexts('consumers');
  const identity = useTexts('identity');
  const { next } = useUrlQuery();
  const goAddress = useGoAddress();
  const language = useLanguage();
  const isNew = kind === 'new';
  const [isOnlyMade, setOnlyMade] = useState(false);
  const typed = keptStep('person')?.typed;
  const form = useForm(registration, {
    initial: {
      name: kind === 'found' ? name : typed?.name || name,
      password: '',
      ...(isNew
        ? { email: typed?.email ?? '', nid: typed?.nid ?? '', dateOfBirth: typed?.dateOfBirth ?? '' }
        : {}),
      ...(kind === 'claim' ? { claim: { customerNumber: '', evidence: '' } } : {}),
    },
    extra: { ...proven, language, isNew },
    noGuard: 'kept in the tab while it is typed',
    onDone: async ({ consumer }, sent) => {
      forgetStep('proven', 'answer', 'person');
      await afterRegistration({
        signIn: async () =>
          keepSession(await call(login, { body: { login: proven.phone, password: sent.password } })),
        // Whose claim waits has nothing yet that another page could show.
        arrive: () =>
          goAddress(consumer === 'WAITING' ? '/customer/add-connection' : nextAddress(next, location.origin)),
        showAccount: () => setOnlyMade(true),
      });
    },
  });
  useTypedPerson(form.values);
  if (isOnlyMade)
    return (
      <p role="alert">
        {t('registration.made')}{' '}
        <GoLink to="/login" query={{ next }}>
          {t('registration.sign_in')}
        </GoLink>
      </p>
    );
  const expired = form.problemOf('proof')?.code;
  if (expired) return <TriesOver code={expired} button={identity('code.new')} onPress={onExpired} />;
  return (
    <FormBody form={form} submit={t(isNew ? 'registration.submit' : 'registration.submit_known')}>
      {kind === 'claim' ? <ClaimFields form={form} prefix="claim." /> : null}
      {/* Whom the phone led to is shown above: that name is not for this person to change. */}
      {kind === 'found' ? null : (
        <TextField
          form={form}
          name="name"
          label={t('registration.name')}
          {...(isNew ? { help: t('registration.name_help') } : {})}
          autoComplete="name"
          required
          autoFocus={isNew}
        />
      )}
      {isNew ? (
        <>
          <TextField
            form={form}
            name="email"
            type="email"
            label={t('registration.email')}
            help={t('registration.email_help')}
            autoComplete="email"
          />
          <TextField
            form={form}
            name="nid"
            label={t('registration.nid')}
            help={t('registration.nid_help')}
            inputMode="numeric"
          />
          <DayField form={form} name="dateOfBirth" label={t('registration.birth')} isBirth />
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
