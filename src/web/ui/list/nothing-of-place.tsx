/** A consumer's list without entries: nothing at all, or nothing of the place that is selected in the header. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { selectedApplication } from '../../session/session.ts';
import { usePersisted } from '../../state/persisted.ts';
import { useTexts } from '../../texts/texts.ts';
import { NothingYet } from './empty.tsx';

type Empty = { title: string; text: string; action?: ReactNode };

/** @param none what is shown if no place is selected */
export function useEmptyOfPlace(none: Empty): Empty {
  const t = useTexts('common');
  const selected = usePersisted(selectedApplication);
  if (!selected) return none;
  return {
    title: t(selected.connectionId ? 'list.none_of_place' : 'list.place_going'),
    text: t('list.of_place'),
    action: (
      <Button variant="default" onClick={() => selectedApplication.write(null)}>
        {t('list.all_places')}
      </Button>
    ),
  };
}

export function NothingOfPlace(none: Empty) {
  const { title, text, action } = useEmptyOfPlace(none);
  return (
    <NothingYet title={title} text={text}>
      {action}
    </NothingYet>
  );
}
