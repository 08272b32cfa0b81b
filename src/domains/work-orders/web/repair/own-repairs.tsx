/** A crew's own orders, for a thumb: what is going on comes first, then what to go to, the most urgent on top. */
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { useProfile } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { Failed, NothingYet } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { listOrders, type OrderItem } from '../../contract.ts';
import { boardOrders } from '../../plan/contract.ts';
import { HoldMark, OftenMark } from '../marks.tsx';
import { DueLine } from '../plan/due-line.tsx';
import { PriorityMark } from '../plan/priority.tsx';
import style from './repair.module.css';

/** Orders of one state: those to work on, and those to which photos may still be added. */
type Column = { state: keyof typeof NAMES; total: number; items: readonly OrderItem[] };
const STATES = ['IN_PROGRESS', 'ASSIGNED'] as const;
const NAMES = { IN_PROGRESS: 'going_on', ASSIGNED: 'to_go', COMPLETED: 'done' } as const;

/** It is opened next, maybe at a place without a network: its code comes with the list. */
const loadForm = () => import('./repair-form.tsx').catch(() => undefined);

export function OwnRepairs() {
  const t = useTexts('work-orders');
  const title = usePageName() ?? '';
  const crewId = useProfile()?.id ?? '';
  const { data, error, refetch } = useAnswer(boardOrders, { query: { crewId } });
  useEffect(() => void loadForm(), []);
  const done = useAnswer(listOrders, { query: { crewId, state: 'COMPLETED' } });
  const columns = STATES.flatMap((state): Column[] => {
    const column = data?.columns.find((found) => found.state === state);
    return column ? [{ ...column, state }] : [];
  });
  if (done.data) columns.push({ state: 'COMPLETED', ...done.data });
  const mine = columns.filter(({ total }) => total > 0);
  return (
    <div className={style.page}>
      <PageHead title={title} about={t('repair.about')} />
      {error && !data ? (
        <div className={style.sheet}>
          <Failed error={error} retry={refetch} />
        </div>
      ) : !data ? (
        <RecordSkeleton />
      ) : mine.length === 0 ? (
        <div className={style.sheet}>
          <NothingYet title={t('repair.none')} text={t('repair.none_help')} />
        </div>
      ) : (
        mine.map((column) => <Own key={column.state} column={column} crewId={crewId} />)
      )}
    </div>
  );
}

function Own({ column: { state, total, items }, crewId }: { column: Column; crewId: string }) {
  const t = useTexts('work-orders');
  const { number } = useFormats();
  const more = total - items.length;
  return (
    <section className={style.group}>
      <h2 className={style.groupTitle}>
        {t(`repair.${NAMES[state]}`)}
        <span className={style.count}>{number(total)}</span>
      </h2>
      <ul className={style.choices}>
        {items.map((card) => (
          <Choice key={card.id} card={card} />
        ))}
      </ul>
      {more > 0 ? (
        <GoLink
          to={state === 'COMPLETED' ? '/work-order-review' : '/work-order-process'}
          query={{ page: 1, state, crewId, sort: 'dueAt' }}
          className={style.back}
        >
          {t('plan.more', { count: more })}
        </GoLink>
      ) : null}
    </section>
  );
}

function Choice({ card }: { card: OrderItem }) {
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortInstant } = useFormats();
  return (
    <li>
      <GoLink to={`/work-order-repair/${card.id}`} className={style.choice}>
        <span className={style.choiceFacts}>
          <b className={style.what}>{nameIn(card.categoryEn, card.categoryBn)}</b>
          <span className={style.soft}>{place(card)}</span>
          <DueLine order={card} at={shortInstant(card.dueAt)} />
          <span className={style.choiceFoot}>
            <span className={style.soft}>{digits(card.number)}</span>
            <PriorityMark priority={card.priority} />
            <OftenMark reopened={card.reopened} />
            <HoldMark pausedAt={card.pausedAt} />
          </span>
        </span>
        <IconChevronRight size={20} aria-hidden="true" />
      </GoLink>
    </li>
  );
}
