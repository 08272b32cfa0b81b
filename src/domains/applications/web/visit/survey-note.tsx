/** Whether what is noted is on the server. */
import { IconCloudCheck, IconCloudUp } from '@tabler/icons-react';
import type { Entry } from '#web/outbox/entry.ts';
import { useOnline } from '#web/outbox/use-outbox.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import note from '../save-note.module.css';

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
