/** How many entries are unsent: in the header of every page as long as there are any. */
import { ActionIcon } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import style from '../layout/header/header.module.css';
import { openOverlay, useOverlay } from '../layout/overlays.ts';
import { toast } from '../state/toast.ts';
import { textOf, useTexts } from '../texts/texts.ts';
import { useFormats } from '../texts/use-formats.ts';
import { countOld, listIsLoadedBy, outboxState, startOutbox } from './outbox.ts';
import { OLD_AFTER_DAYS } from './queue.rules.ts';
import { useOutbox } from './use-outbox.ts';

listIsLoadedBy(() => import('./outbox-list.tsx'));

async function begin() {
  await startOutbox();
  const count = countOld(outboxState().entries);
  if (count > 0) await toast('error', textOf('frame', 'outbox.old', { count, days: OLD_AFTER_DAYS }));
}

export function OutboxButton() {
  const t = useTexts('frame');
  const { number } = useFormats();
  const { entries, isFull } = useOutbox();
  const isOpen = useOverlay() === 'outbox';
  useEffect(() => void begin(), []);
  useEffect(() => {
    if (isFull) void toast('error', textOf('frame', 'outbox.full'));
  }, [isFull]);
  const count = entries.length;
  const label = count > 0 ? t('outbox.open', { count }) : '';
  return (
    <>
      {/* There from the beginning: the number is read out when it changes. */}
      <span role="status" className={style.named}>
        {label}
      </span>
      {count > 0 ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={style.bell}
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => openOverlay('outbox')}
        >
          <IconCloudUp size={19} />
          <span className={style.unsent} aria-hidden="true">
            {number(count)}
          </span>
        </ActionIcon>
      ) : null}
    </>
  );
}
