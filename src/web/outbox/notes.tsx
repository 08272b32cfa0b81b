/** What a form says of what this phone keeps: that there is no network, and what the server did not take. */
import { Alert, Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTexts } from '../texts/texts.ts';
import type { Entry } from './entry.ts';
import style from './kept.module.css';
import { Reason, useDiscard } from './outbox-list.tsx';
import { useOnline, useOutbox } from './use-outbox.ts';

/** Above the form, as long as nobody is reached, or the phone has no room for what is typed. */
export function NoNetwork({ entries }: { entries: readonly Entry[] }) {
  const t = useTexts('frame');
  const isOnline = useOnline();
  const { isFull } = useOutbox();
  const isAway = !isOnline || entries.some(({ failures, state }) => state === 'waiting' && failures > 0);
  const count = entries.length;
  return (
    <div role="status">
      {isFull ? <div className={style.line}>{t('outbox.full')}</div> : null}
      {isAway && !isFull ? (
        <div className={style.line}>
          <IconCloudOff size={18} aria-hidden="true" />
          {count > 0 ? t('outbox.no_network', { count }) : t('outbox.no_network_none')}
        </div>
      ) : null}
    </div>
  );
}

/** The server did not take what this form shows. */
type RefusedNoteProps = { entry: Entry; isReadOnly?: boolean; discarded?: () => void };

export function RefusedNote({ entry, isReadOnly, discarded }: RefusedNoteProps) {
  const t = useTexts('frame');
  const ask = useDiscard();
  const drop = async () => {
    if (await ask([entry], t('outbox.discard_help'))) discarded?.();
  };
  return (
    <Alert color="red" role="alert" title={t('outbox.refused')}>
      <Reason entry={entry} />
      <div>{t(isReadOnly ? 'outbox.refused_read' : 'outbox.refused_help')}</div>
      <div className={style.acts}>
        <Button size="compact-sm" variant="default" onClick={() => void drop()}>
          {t('outbox.discard')}
        </Button>
      </div>
    </Alert>
  );
}
