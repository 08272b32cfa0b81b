/** The specification's fallback (§2): an image, "Your internet is slow", Reload Now, and the error's number. */

import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.ts';
import { errorId } from './error-id.ts';
import { FullScreen } from './full-screen.tsx';
import { SlowPicture } from './pictures.tsx';

/** Top-level render error. */
export function SlowInternetScreen({ error }: ErrorComponentProps) {
  const t = useTexts('common');
  return (
    <FullScreen
      picture={<SlowPicture />}
      title={t('screens.slow')}
      detail={t('screens.details', { id: errorId(error) })}
    >
      <Button size="md" onClick={() => location.reload()}>
        {t('screens.reload')}
      </Button>
    </FullScreen>
  );
}

/** The same when not even the texts came: plain elements, in both languages. */
export function showPlainSlowInternet(place: HTMLElement) {
  const heading = document.createElement('h1');
  heading.textContent = 'Your internet is slow · আপনার ইন্টারনেট ধীরগতির';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Reload Now · আবার লোড করুন';
  button.addEventListener('click', () => location.reload());
  place.replaceChildren(heading, button);
}
