/** "Saved 10:32", or why not. */
import { Button } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { SaveState } from './portal/autosave.ts';
import style from './save-note.module.css';

export function SaveNote({ state, retry }: { state: SaveState; retry: () => unknown }) {
  const t = useTexts('applications');
  const common = useTexts('common');
  const { time } = useFormats();
  const Icon = state.kind === 'saved' ? IconCloudCheck : IconCloudUp;
  if (state.kind === 'failed') {
    return (
      <span className={style.note} role="alert" data-failed>
        <IconCloudOff size={17} aria-hidden="true" />
        {state.error?.status === 0
          ? t('save.kept_here')
          : errorTextNow(state.error?.code ?? 'common.offline', state.error?.params)}
        <Button size="compact-xs" variant="default" onClick={() => retry()}>
          {common('actions.retry')}
        </Button>
      </span>
    );
  }
  // There from the beginning, empty: what is put into it later is read out.
  return (
    <span className={style.note} role="status">
      {state.kind === 'idle' ? null : (
        <>
          <Icon size={17} aria-hidden="true" />
          {state.kind === 'saved' && state.at ? t('save.saved', { time: time(state.at) }) : t('save.saving')}
        </>
      )}
    </span>
  );
}
