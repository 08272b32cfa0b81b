/** The public page that confirms a paper: by its QR code, or by the code that somebody types. */
import { useHydrated } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { PublicScreen } from '#domains/identity/web/public-screen.tsx';
import { GoLink, useSecretOfLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import type { CheckedPaper } from '../contract.ts';
import style from './paper-page.module.css';

/** What is known of a paper is shown after the call has answered: no part of the first page. */
const PaperAnswer = onDemand(() => import('./paper-answer.tsx').then((file) => file.PaperAnswer));

/** The schemas come with the first key: the screen shows without them. */
const loadCheck = () => import('../contract.ts').then((contract) => contract.checkPaper);

export function PaperPage() {
  const hash = useSecretOfLink();
  // The server draws the page without what is behind #.
  const code = useHydrated() ? hash : '';
  // Another code in the same tab begins again.
  return <Check key={code} scanned={code} />;
}

function Check({ scanned }: { scanned: string }) {
  const t = useTexts('papers');
  const [paper, setPaper] = useState<CheckedPaper | null>(null);
  const form = useForm(loadCheck, {
    initial: { number: '', code: scanned },
    noGuard: 'the paper has it',
    onDone: (answer) => {
      setPaper(answer);
      form.setValues({ number: '', code: '' });
    },
  });
  // An answer is not shown beside the refusal of another code.
  const shown = form.refusal ? null : paper;
  const isAsked = useRef(false);
  const isLooking = scanned !== '' && paper === null && form.isRunning;
  useEffect(() => {
    if (!scanned || isAsked.current) return;
    isAsked.current = true;
    void form.submit();
  });
  return (
    <PublicScreen
      title={t('check.title')}
      about={t('check.about')}
      below={<GoLink to="/login">{t('check.back')}</GoLink>}
    >
      {isLooking ? <p role="status">{t('check.looking')}</p> : null}
      {shown ? <PaperAnswer paper={shown} /> : null}
      {shown ? <h2 className={style.another}>{t('check.another')}</h2> : null}
      <FormBody form={form} submit={t('check.submit')}>
        <TextField
          form={form}
          name="number"
          label={t('check.number')}
          help={t('check.number_help')}
          autoComplete="off"
          maxLength={60}
        />
        <TextField
          form={form}
          name="code"
          label={t('check.code')}
          help={t('check.code_help')}
          placeholder="K7QX-2M9P-4TRW"
          autoComplete="off"
          maxLength={60}
          required
        />
      </FormBody>
    </PublicScreen>
  );
}
