/** Second step of the registration: which entry of the register is the person's, who they are; ends signed in. */
import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { forgetStep, keepStep, keptStep, STEP_MS } from '#domains/identity/web/kept-step.ts';
import type { Proven } from '#domains/identity/web/prove-phone.tsx';
import { call } from '#web/calls/call.ts';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { knownPerson } from '../claim/contract.ts';
import style from './claim/claim.module.css';
import { HelpLine } from './claim/claim-fields.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { useName } from './use-name.ts';

/** The step before took the focus with it: what comes next is read aloud. */
const focusOn = (node: HTMLElement | null) => node?.focus();

type Known = { number: string; name: string; nameBn: string | null } | null;

/** Who the phone leads to; undefined while that is asked. */
function useKnown({ phone, proof }: Proven): Known | undefined {
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    // Without an answer the question is asked: the server still makes no second entry.
    call(knownPerson, { body: { phone, proof } }, { quiet: true }).then(
      ({ consumer }) => setKnown(consumer),
      () => setKnown(null),
    );
  }, [phone, proof]);
  return known;
}

type RegistrationPersonProps = {
  proven: Proven;
  /** The proof of the number is too old: the number has to be proven again. */
  onExpired: () => void;
};

export function RegistrationPerson({ proven, onExpired }: RegistrationPersonProps) {
  const known = useKnown(proven);
  // Who was invited has water by the connection of somebody else: no answer to the question fits.
  const isInvited = useUrlQuery().next?.startsWith('/invited') ?? false;
  const [hasConnection, setHasConnection] = useState(() =>
    isInvited ? false : keptStep('answer')?.hasConnection,
  );
  const answer = (has: boolean) => {
    keepStep('answer', { hasConnection: has, until: Date.now() + STEP_MS });
    setHasConnection(has);
  };
  if (known === undefined) return <RecordSkeleton />;
  if (known) return <Found proven={proven} known={known} onExpired={onExpired} />;
  if (hasConnection === undefined) return <Ask answer={answer} />;
  return (
    <RegistrationForm
      proven={proven}
      kind={hasConnection ? 'claim' : 'new'}
      {...(isInvited
        ? {}
        : {
            back: () => {
              forgetStep('answer');
              setHasConnection(undefined);
            },
          })}
      onExpired={onExpired}
    />
  );
}

/** One entry has the phone: a password is all that is missing. */
function Found({ proven, known, onExpired }: RegistrationPersonProps & { known: NonNullable<Known> }) {
  const t = useTexts('consumers');
  const name = useName()(known);
  const { digits } = useFormats();
  return (
    <>
      <section ref={focusOn} tabIndex={-1} className={style.found} aria-label={t('registration.found')}>
        <p>{t('registration.found')}</p>
        <p className={style.who}>{name}</p>
        <p>{t('registration.found_number', { number: digits(known.number) })}</p>
      </section>
      <p className={style.about}>{t('registration.found_about')}</p>
      <RegistrationForm proven={proven} kind="found" name={name} onExpired={onExpired} />
      <HelpLine text={t('registration.not_me')} />
    </>
  );
}

function Ask({ answer }: { answer: (hasConnection: boolean) => void }) {
  const t = useTexts('consumers');
  const choices = [
    [true, 'registration.yes', 'registration.yes_help'],
    [false, 'registration.no', 'registration.no_help'],
  ] as const;
  return (
    <section className={style.choices} aria-label={t('registration.ask')}>
      <h2 ref={focusOn} tabIndex={-1} className={style.question}>
        {t('registration.ask')}
      </h2>
      {choices.map(([hasConnection, title, help]) => (
        <UnstyledButton key={title} className={style.choice} onClick={() => answer(hasConnection)}>
          <span>
            <b>{t(title)}</b> <span className={style.soft}>{t(help)}</span>
          </span>
          <IconChevronRight size={20} aria-hidden="true" />
        </UnstyledButton>
      ))}
    </section>
  );
}
