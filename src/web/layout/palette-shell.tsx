/**
 * The palette's field, at once: it takes what is typed while the palette itself is loaded, and hands it over. In the
 * first code of the frame, so that no letter is lost on a slow network.
 */
import { IconSearch } from '@tabler/icons-react';
import { useTexts } from '../texts/texts.ts';
import { NativeDialog } from './native-dialog.tsx';
import style from './palette-shell.module.css';

/** What was typed so far, and whether Enter followed. */
export type TypedAhead = { text: string; isEntered: boolean };

type PaletteShellProps = { ahead: TypedAhead; change: (ahead: TypedAhead) => void; close: () => void };

export function PaletteShell({ ahead, change, close }: PaletteShellProps) {
  const t = useTexts('common');
  return (
    <NativeDialog label={t('frame.search')} close={close} className={style.palette}>
      <div className={style.field} aria-busy="true">
        <IconSearch size={20} aria-hidden="true" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is this field
          autoFocus
          aria-label={t('frame.search')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={ahead.text}
          onChange={(event) => change({ text: event.currentTarget.value, isEntered: false })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            change({ ...ahead, isEntered: true });
          }}
        />
      </div>
    </NativeDialog>
  );
}
