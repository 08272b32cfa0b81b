/** A card of the board: the whole of it opens the order; its menu has the steps that are possible. */
import { IconUser } from '@tabler/icons-react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import board from '#web/ui/board/board.module.css';
import { BoardCard } from '#web/ui/board/board-card.tsx';
import type { Card } from '../../plan/contract.ts';
import type { Move } from '../../plan/plan.rules.ts';
import { bandOf } from '../deadline.tsx';
import { crewText, HoldMark, OftenMark } from '../marks.tsx';
import { DueLine } from './due-line.tsx';
import { edgeOf } from './edge.rules.ts';
import { PriorityMark } from './priority.tsx';

type OrderCardProps = { card: Card; begin: (move: Move) => void };

export function OrderCard({ card, begin }: OrderCardProps) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortInstant } = useFormats();
  const moves = card.moves.map((move) => ({
    label: t(`act.${move}`),
    run: () => begin(move),
    danger: move === 'cancel',
    apart: move === 'cancel' && card.moves.length > 1,
  }));
  return (
    <BoardCard
      id={card.id}
      to={{ path: `/work-order-list/${card.id}` }}
      title={nameIn(card.categoryEn, card.categoryBn)}
      number={digits(card.number)}
      edge={edgeOf(card, bandOf(card))}
      actions={moves}
    >
      <span className={board.place}>{place(card)}</span>
      <DueLine order={card} at={shortInstant(card.dueAt)} />
      <div className={board.foot}>
        <HoldMark pausedAt={card.pausedAt} />
        {card.crewName ? (
          <span className={board.person}>
            <IconUser size={15} stroke={1.8} aria-hidden="true" />
            <span>{crewText(card)}</span>
          </span>
        ) : null}
        <PriorityMark priority={card.priority} />
        <OftenMark reopened={card.reopened} />
      </div>
    </BoardCard>
  );
}
