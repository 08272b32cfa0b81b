/** Unknown path, the explicit error route, and a path that this person may not open: all look the same. */
import { Button } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useContext } from 'react';
import { useGo } from '../../navigation/go.tsx';
import { useTexts } from '../../texts/texts.ts';
import { openOverlay } from '../overlays.ts';
import { FullScreen, WithinFrame } from './full-screen.tsx';

/** The words do not wait for their picture, nor fail with it. */
const LostPicture = lazy<ComponentType>(() =>
  import('./lost-picture.tsx').then(
    (file) => ({ default: file.LostPicture }),
    () => ({ default: () => null }),
  ),
);

export function NotFoundScreen() {
  const t = useTexts('common');
  const go = useGo();
  const isFramed = useContext(WithinFrame);
  return (
    <FullScreen
      picture={
        <Suspense>
          <LostPicture />
        </Suspense>
      }
      title={t('screens.not_found_title')}
      text={t('screens.not_found')}
    >
      <Button onClick={() => go('/dashboard')}>{t('screens.home')}</Button>
      {isFramed ? (
        <Button variant="default" onClick={() => openOverlay('palette')}>
          {t('frame.search')}
        </Button>
      ) : null}
    </FullScreen>
  );
}
