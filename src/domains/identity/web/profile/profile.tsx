/** One's own profile: details, appearance, and the devices one is signed in on. */
import { Button, Checkbox, useMantineColorScheme } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { offeredLanguages } from '#web/config.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { profileSlice } from '#web/session/session.ts';
import { usePersisted } from '#web/state/persisted.ts';
import { bengaliDigits } from '#web/state/preferences.ts';
import { toast } from '#web/state/toast.ts';
import { setLanguage, useTexts } from '#web/texts/texts.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { Facts, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { editProfile, type Profile } from '../../contract.ts';
import { getProfile } from '../../session/contract.ts';
import { colourScheme } from '../signed-in.ts';
import { OwnEmail } from './own-email.tsx';
import { OwnPhone } from './own-phone.tsx';
import { Pictures } from './pictures.tsx';
import style from './profile.module.css';
import { Sessions } from './sessions.tsx';

/** Consumers have none of it, and do not load it. */
const SignInMethods = lazy(() =>
  import('./sign-in-methods.tsx').then((file) => ({ default: file.SignInMethods })),
);

function Details({ profile }: { profile: Profile }) {
  const t = useTexts('identity');
  const { setColorScheme } = useMantineColorScheme();
  const roleName = useRoleName();
  const form = useForm(editProfile, {
    initial: {
      name: profile.name,
      language: profile.language,
      theme: profile.theme,
    },
    version: profile.version,
    onDone: (saved) => {
      profileSlice.write({ ...profileSlice.read(), ...saved });
      setColorScheme(colourScheme(saved.theme));
      void setLanguage(saved.language);
      void toast('success', t('profile.saved'));
    },
  });
  return (
    <FormBody form={form} submit={t('profile.submit')}>
      <TextField form={form} name="name" label={t('profile.name')} autoComplete="name" required />
      {profile.role === 'consumer' ? null : (
        <Facts facts={[{ label: t('profile.role'), value: roleName(profile.role, profile.roleName) }]} />
      )}
      {offeredLanguages().length > 1 ? (
        <RadioField
          form={form}
          name="language"
          label={t('profile.language')}
          help={t('profile.language_help')}
          options={[
            { value: 'bn', label: 'বাংলা' },
            { value: 'en', label: 'English' },
          ]}
        />
      ) : null}
      <RadioField
        form={form}
        name="theme"
        label={t('profile.theme')}
        options={(['light', 'dark', 'system'] as const).map((value) => ({
          value,
          label: t(`profile.theme_${value}`),
        }))}
      />
    </FormBody>
  );
}

export function ProfileScreen() {
  const t = useTexts('identity');
  const common = useTexts('common');
  const digits = usePersisted(bengaliDigits);
  const { data, error, refetch } = useAnswer(getProfile);
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  return (
    <div className={style.page}>
      <PageHead title={t('profile.title')} about={t('profile.about')} />
      <Sheet title={t('profile.details')}>
        <Details profile={data.profile} />
        <Button component={GoLink} to="/change-password" variant="default" className={style.password}>
          {common('frame.change_password')}
        </Button>
      </Sheet>
      <OwnPhone own={data.profile.phone} />
      <OwnEmail email={data.profile.email} />
      <Pictures profile={data.profile} />
      <Sheet title={t('profile.display')}>
        <Checkbox
          label={t('profile.digits')}
          description={t('profile.digits_help')}
          checked={digits}
          onChange={(event) => bengaliDigits.write(event.currentTarget.checked)}
        />
      </Sheet>
      {data.profile.role === 'consumer' ? null : (
        <Suspense>
          <SignInMethods />
        </Suspense>
      )}
      <Sessions />
    </div>
  );
}
