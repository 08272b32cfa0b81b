/** Unknown path, the explicit error route, and a path that this person may not open: all look the same. */
import { Button } from '@mantine/core';
import { useGo } from '../go.tsx';
import { useTexts } from '../texts.ts';
import { FullScreen } from './full-screen.tsx';
import { LostPicture } from './pictures.tsx';

export function NotFoundScreen() {
  const t = useTexts('common');
  const go = useGo();
  return (
    <FullScreen picture={<LostPicture />} title={t('screens.not_found_title')} text={t('screens.not_found')}>
      <Button onClick={() => go('/dashboard')}>{t('screens.home')}</Button>
    </FullScreen>
  );
}
