/** A render error or a lost chunk within one page: the frame stays, the page can be tried again. */
import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ChunkLoadError } from '../../chunk.ts';
import { useTexts } from '../../texts/texts.ts';
import { errorId } from './error-id.ts';
import { FullScreen } from './full-screen.tsx';
import { SlowPicture } from './pictures.tsx';
import { SlowInternetScreen } from './slow-internet-screen.tsx';

export function ErrorScreen(props: ErrorComponentProps) {
  const t = useTexts('common');
  const router = useRouter();
  if (props.error instanceof ChunkLoadError) return <SlowInternetScreen {...props} />;
  const retry = () => {
    props.reset();
    void router.invalidate();
  };
  return (
    <FullScreen
      picture={<SlowPicture />}
      title={t('screens.error_title')}
      text={t('screens.error')}
      detail={t('screens.details', { id: errorId(props.error) })}
    >
      <Button onClick={retry}>{t('actions.retry')}</Button>
    </FullScreen>
  );
}
