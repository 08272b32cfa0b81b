/** Beside the list: what the checks found in the row that has the focus, and its use of twelve months. */
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { RowAction } from '#web/ui/list/rows/row-menu.tsx';
import type { ListedReading } from '../../readings/contract.ts';
import { useConsumerName } from '../words.tsx';
import { Findings } from './review-dialog.tsx';
import style from './side-sheet.module.css';

type SideSheetProps = {
  reading: ListedReading;
  /** Shows another reading of the list, or none. */
  look: (id: string | null) => void;
  actions: readonly RowAction[];
};

/** It follows the keys j and k, and goes with Escape. */
function useFollowing(look: SideSheetProps['look']) {
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      if (row?.dataset.row) look(row.dataset.row);
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open], [role=dialog]')) look(null);
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('keydown', leave);
    };
  }, [look]);
}

export function SideSheet({ reading, look, actions }: SideSheetProps) {
  const t = useTexts('meters');
  const common = useTexts('common');
  const consumer = useConsumerName();
  const place = usePlace();
  const { digits } = useFormats();
  useFollowing(look);
  return (
    <aside className={style.sheet} aria-label={t('review.view')}>
      <header className={style.head}>
        <div>
          <h2>{t('reading.take_title', { meter: digits(reading.meterNumber) })}</h2>
          <p>{consumer(reading)}</p>
          <p className={style.place}>{place(reading)}</p>
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={common('actions.close')}
          onClick={() => look(null)}
        >
          <IconX size={18} />
        </ActionIcon>
      </header>
      <Findings reading={reading} />
      <div className={style.actions}>
        {actions
          .filter(({ shortcut }) => shortcut !== 'v')
          .map(({ label, shortcut, run }) => (
            <Button key={label} size="compact-md" variant="default" onClick={() => void run()}>
              {label}
              <kbd className={style.key}>{shortcut}</kbd>
            </Button>
          ))}
      </div>
    </aside>
  );
}
