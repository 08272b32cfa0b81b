/** Above a record: back to its list, and to the records before and behind it in the list's own order (also k and j). */
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useCallback, useLayoutEffect, useState } from 'react';
import { useGo, useGoAddress, usePath, useUrlQuery } from '../../navigation/go.tsx';
import { singleKeyOf } from '../../navigation/shortcuts.ts';
import { showError } from '../../state/toast.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { wiring } from '../../wiring.ts';
import { leaveAt } from '../list/rows/row-moves.ts';
import { neighbour, placeOf } from '../list/rows/trail.ts';
import style from './record.module.css';

export function RecordTrail() {
  const t = useTexts('lists');
  const language = useLanguage();
  const path = usePath();
  const { tab } = useUrlQuery();
  const go = useGo();
  const goTo = useGoAddress();
  const [isAsking, setIsAsking] = useState(false);
  const found = placeOf(path);
  const step = useCallback(
    async (by: 1 | -1) => {
      const from = placeOf(path);
      if (!from) return;
      setIsAsking(true);
      try {
        const id = await neighbour(from, by);
        if (!id) return;
        leaveAt(from.trail.entry, id);
        // In place of the record that was shown: Back leads to the list, not through all that were looked at.
        await go(`${from.trail.prefix}${id}`, { tab }, { replace: true });
      } catch (error) {
        await showError(error);
      } finally {
        setIsAsking(false);
      }
    },
    [path, tab, go],
  );
  // Before it is painted: a person who sees it may press at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = singleKeyOf(event);
      if (key !== 'j' && key !== 'k') return;
      event.preventDefault();
      void step(key === 'j' ? 1 : -1);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [step]);
  if (!found) return null;
  const { trail, place } = found;
  const listPath = trail.list.split('?')[0];
  const title = wiring().pages.find((page) => page.path === listPath)?.title[language];
  return (
    <nav
      data-trail
      className={`${style.trail} no-print`}
      aria-label={t('trail.position', { place, count: trail.total })}
    >
      <button
        type="button"
        className={style.trailBack}
        aria-label={t('trail.back', { title: title ?? '' })}
        onClick={() => goTo(trail.list)}
      >
        <IconArrowLeft size={16} aria-hidden="true" />
        {title}
      </button>
      <span className={style.trailPlace}>{t('trail.position', { place, count: trail.total })}</span>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('trail.previous')}
        title={t('trail.previous')}
        disabled={place <= 1 || isAsking}
        onClick={() => void step(-1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('trail.next')}
        title={t('trail.next')}
        disabled={place >= trail.total || isAsking}
        onClick={() => void step(1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}
