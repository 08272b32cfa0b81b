/** The set-up of an empty installation, behind the one-time link that the program prints. */
import { Button, Progress } from '@mantine/core';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { queryClient, useAnswer } from '#web/calls/use-answer.ts';
import { LanguageSwitch } from '#web/layout/header/language-switch.tsx';
import { Logo } from '#web/layout/header/logo.tsx';
import { useSecretOfLink } from '#web/navigation/go.tsx';
import { currentLanguage, loadTexts, useTexts } from '#web/texts/texts.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { getSetup, runSetup } from '../../contract.ts';
import style from './setup.module.css';
import { DemoChoice, DemoTown } from './setup-demo.tsx';
import { PlacesStep } from './setup-places.tsx';
import { AdminStep, StartStep, TariffStep } from './setup-steps.tsx';

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={style.screen}>
      <header className={style.top}>
        <Logo size={32} />
        <LanguageSwitch />
      </header>
      <main className={style.main}>{children}</main>
    </div>
  );
}

type MessageProps = { icon: typeof IconLock; title: string; text: string };

/** The set-up is over, one way or the other; a full load reads the utility's name again. */
function Message({ icon: Icon, title, text }: MessageProps) {
  const t = useTexts('settings');
  return (
    <div className={style.message}>
      <Icon size={44} stroke={1.4} aria-hidden="true" />
      <h1>{title}</h1>
      <p>{text}</p>
      <Button component="a" href="/login">
        {t('setup.sign_in')}
      </Button>
    </div>
  );
}

/** Screens without the frame bring their own cache of answers. */
export function SetupWizard() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame>
        <SetupContent />
      </Frame>
    </QueryClientProvider>
  );
}

const DEMO_POLL_MS = 2000;

function SetupContent() {
  const t = useTexts('settings');
  const token = useSecretOfLink();
  const setup = useAnswer(
    getSetup,
    {},
    {
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (state.data?.demo === 'making' ? DEMO_POLL_MS : false),
    },
  );
  const [isDone, setIsDone] = useState(false);
  if (isDone) return <Message icon={IconCircleCheck} title={t('setup.done')} text={t('setup.done_text')} />;
  if (setup.error) return <FailedPage error={setup.error} retry={setup.refetch} />;
  if (!setup.data) return null;
  if (setup.data.demo) return <DemoTown progress={setup.data.demo} />;
  if (!setup.data.open || !token)
    return <Message icon={IconLock} title={t('setup.closed')} text={t('setup.closed_text')} />;
  return <Wizard token={token} done={() => setIsDone(true)} />;
}

/** Names of the fields that each step holds. */
const FIELDS = [['language', 'utility'], ['admin'], ['places', 'row'], ['tariff']];

function Wizard({ token, done }: { token: string; done: () => void }) {
  const t = useTexts('settings');
  const [step, setStep] = useState(0);
  const form = useForm(runSetup, {
    initial: {
      language: currentLanguage(),
      utility: { nameEn: '', nameBn: '' },
      admin: { name: '', email: '', phone: '', password: '' },
      places: { from: 'sample' },
      tariff: 'dhaka-wasa',
    },
    extra: { token },
    onDone: done,
  });
  useEffect(() => {
    // What may be wrong with an account has its texts there.
    void loadTexts('identity');
  }, []);
  const stuck = FIELDS.findIndex((names) =>
    form.summary.some(({ path }) => names.some((name) => path.startsWith(name))),
  );
  useEffect(() => {
    // What the server refuses may belong to an earlier step.
    if (stuck >= 0) setStep(stuck);
  }, [stuck]);
  const isLast = step === FIELDS.length - 1;
  const titles = [t('setup.start'), t('setup.admin'), t('setup.places'), t('setup.tariff')];
  const stepForm = {
    ...form,
    submit: async () => {
      if (isLast) await form.submit();
      else if (await form.checkPart(FIELDS[step] ?? [])) setStep(step + 1);
    },
  };
  return (
    <>
      <div className={style.head}>
        <h1>{t('setup.title')}</h1>
        <p>{t('setup.about')}</p>
      </div>
      <div className={style.sheet}>
        <div className={style.step}>
          <span>{t('setup.step', { step: step + 1, steps: FIELDS.length })}</span>
          <h2>{titles[step]}</h2>
          <Progress value={((step + 1) / FIELDS.length) * 100} size={4} aria-hidden="true" />
        </div>
        <FormBody key={step} form={stepForm} submit={t(isLast ? 'setup.finish' : 'setup.next')}>
          {step === 0 ? <StartStep form={form} /> : null}
          {step === 1 ? <AdminStep form={form} /> : null}
          {step === 2 ? <PlacesStep form={form} token={token} /> : null}
          {step === 3 ? <TariffStep form={form} /> : null}
        </FormBody>
        {step > 0 ? (
          <Button variant="subtle" color="gray" className={style.back} onClick={() => setStep(step - 1)}>
            {t('setup.back')}
          </Button>
        ) : (
          <DemoChoice token={token} />
        )}
      </div>
    </>
  );
}
