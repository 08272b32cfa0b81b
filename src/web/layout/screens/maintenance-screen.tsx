/**
 * In the place of every page during maintenance, in both languages: who reads it may not have chosen one. It goes on by
 * itself when maintenance ends.
 */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { reloadConfig, webConfig } from '../../config.ts';
import { GoLink } from '../../navigation/go.tsx';
import { signOut } from '../../session/keep-session.ts';
import { useProfile } from '../../session/session.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { FullScreen } from './full-screen.tsx';
import { RepairPicture } from './repair-picture.tsx';

const ASK_EVERY_MS = 60_000;

async function goOn() {
  await reloadConfig();
  if (!webConfig().maintenance) location.replace('/');
}

export function MaintenanceScreen() {
  const t = useTexts('common');
  const { digits } = useFormats();
  const language = useLanguage();
  const profile = useProfile();
  const { supportPhone: phone, website } = webConfig();
  const other = language === 'en' ? 'bn' : 'en';
  useEffect(() => {
    const timer = setInterval(() => void goOn(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <FullScreen
      picture={<RepairPicture />}
      title={t('screens.maintenance_title')}
      {...(website
        ? {
            text: website.maintenance[language],
            more: <span lang={other}>{website.maintenance[other]}</span>,
          }
        : {})}
      {...(phone ? { detail: t('screens.maintenance_phone', { phone: digits(phone) }) } : {})}
    >
      <Button onClick={() => void goOn()}>{t('actions.retry')}</Button>
      {profile ? (
        <Button variant="default" onClick={() => void signOut()}>
          {t('frame.log_out')}
        </Button>
      ) : (
        <Button variant="default" component={GoLink} to="/login">
          {t('screens.maintenance_staff')}
        </Button>
      )}
    </FullScreen>
  );
}
