/** The open applications on a board: a column for each state, the longest in it on top, with the filters and the counts of the list. */
import { IconUser } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePagePath, useUrlQuery } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import style from '#web/ui/board/board.module.css';
import { BoardCard } from '#web/ui/board/board-card.tsx';
import { BoardPage, useBoardState } from '#web/ui/board/board-page.tsx';
import type { RowAction } from '#web/ui/list/rows/row-menu.tsx';
import { OPEN_STATES } from '../../application.rules.ts';
import { boardApplications } from '../../board/contract.ts';
import { type ApplicationItem, listApplications } from '../../contract.ts';
import { Clock } from '../clock.tsx';
import { recordPath } from '../lists/columns.tsx';
import { useApplicationFilters } from '../lists/filters.ts';
import { StageNav } from '../lists/stages.tsx';
import { useRowActions } from '../lists/use-row-actions.tsx';
import { StateOf } from '../words.tsx';
import { ageOf } from './age.rules.ts';
import { queryOf, SHARED } from './view.rules.ts';
import { ApplicationViews } from './view-switch.tsx';
import { useWaitsFor } from './waits-for.ts';

export function ApplicationBoard() {
  const t = useTexts('applications');
  const title = usePageName() ?? t('lists.all.title');
  const path = usePagePath();
  const address = useUrlQuery();
  const board = useBoardState(useApplicationFilters(null, SHARED));
  const answer = useAnswer(boardApplications, { query: board.query }, { placeholderData: keepPreviousData });
  const { actions, dialog } = useRowActions();
  return (
    <BoardPage
      {...{ board, answer, title, dialog }}
      about={t('lists.all.about')}
      label={t('board.board')}
      views={<ApplicationViews />}
      nav={<StageNav />}
      searchLabel={t('words.search')}
      empty={{ title: t('lists.all.empty'), text: t('lists.all.empty_help') }}
      list={listApplications}
      usual={OPEN_STATES.length}
      columns={(answer.data?.columns ?? []).map(({ state, total, items }) => ({
        id: state,
        name: t(`states.${state}`),
        title: t(`states.${state}`),
        total,
        more: { path, query: { ...queryOf('list', address), stateId: state, sort: 'stateSince' } },
        records: items.map((card) => ({ id: card.id, address: recordPath(card).path })),
        cards: items.map((card) => <Card key={card.id} card={card} actions={actions(card)} />),
      }))}
    />
  );
}

type CardProps = { card: ApplicationItem; actions: readonly RowAction[] };

function Card({ card, actions }: CardProps) {
  const t = useTexts('applications');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortDay } = useFormats();
  const waitsFor = useWaitsFor();
  const age = ageOf(card, new Date(), today());
  const until = card.expiresOn && t('lists.due', { day: shortDay(card.expiresOn) });
  return (
    <BoardCard
      id={card.id}
      to={recordPath(card)}
      title={nameIn(card.applicantName, card.applicantNameBn)}
      number={digits(card.number ?? '')}
      edge={age === 'usual' ? undefined : age}
      actions={actions}
    >
      <span className={style.place}>{place(card)}</span>
      <Clock
        since={card.stateSince}
        dueAt={card.dueAt}
        overdue={card.overdue}
        {...(card.overlay ? { held: <StateOf row={card} /> } : {})}
      />
      <span className={style.soft}>{t('board.waits_for', { whom: waitsFor(card) })}</span>
      {until && !card.dueAt ? <span className={style.soft}>{until}</span> : null}
      {card.assigneeName ? (
        <span className={style.person}>
          <IconUser size={15} stroke={1.8} aria-hidden="true" />
          <span>{card.assigneeName}</span>
        </span>
      ) : null}
    </BoardCard>
  );
}
