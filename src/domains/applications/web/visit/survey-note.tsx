/** Whether what is noted is on the server, on this phone, or refused. */
import { Alert, Button } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import type { Entry } from '#web/outbox/entry.ts';
import { Reason, useDiscard } from '#web/outbox/outbox-list.tsx';
import { useOnline } from '#web/outbox/use-outbox.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import note from '../save-note.module.css';
import style from './visit.module.css';

/** "Saved 10:32", beside the heading. */
export function SurveyNote({ entries, savedAt }: { entries: readonly Entry[]; savedAt: string | null }) {
  const t = useTexts('applications');
  const { time } = useFormats();
  const isOnline = useOnline();
  const isUnsent = entries.some(({ state }) => state === 'waiting');
  const Icon = isUnsent ? IconCloudUp : IconCloudCheck;
  // What was refused is told above the form.
  const isStopped = entries.some(({ state }) => state !== 'waiting');
  const words = isStopped
    ? null
    : isUnsent
      ? t('save.saving')
      : savedAt
        ? t('save.saved', { time: time(savedAt) })
        : null;
  return (
    <span className={note.note} role="status">
      {words && isOnline ? (
        <>
          <Icon size={17} aria-hidden="true" />
          {words}
        </>
      ) : null}
    </span>
  );
}

/** Above the form, as long as nobody is reached. */
export function NoNetwork({ entries }: { entries: readonly Entry[] }) {
  const t = useTexts('frame');
  const isOnline = useOnline();
  const isAway = !isOnline || entries.some(({ failures, state }) => state === 'waiting' && failures > 0);
  const count = entries.length;
  return (
    <div role="status">
      {isAway ? (
        <div className={style.line}>
          <IconCloudOff size={18} aria-hidden="true" />
          {count > 0 ? t('outbox.no_network', { count }) : t('outbox.no_network_none')}
        </div>
      ) : null}
    </div>
  );
}

/** The server did not take what this form shows. */
export function RefusedNote({ entry, isReadOnly }: { entry: Entry; isReadOnly?: boolean }) {
  const t = useTexts('applications');
  const frame = useTexts('frame');
  const ask = useDiscard();
  return (
    <Alert color="red" role="alert" title={t('survey.refused')}>
      <Reason entry={entry} />
      <div>{t(isReadOnly ? 'survey.refused_read' : 'survey.refused_help')}</div>
      <div className={style.acts}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void ask([entry], t('survey.discard_help'))}
        >
          {frame('outbox.discard')}
        </Button>
      </div>
    </Alert>
  );
}
