/** A card of a board: the whole of it opens the record; its menu has the steps that are possible. */
import type { ReactNode } from 'react';
import { GoLink, type GoQuery } from '../../navigation/go.tsx';
import { type RowAction, RowMenu } from '../list/rows/row-menu.tsx';
import style from './board.module.css';

type BoardCardProps = {
  id: string;
  to: { path: string; query?: GoQuery | undefined };
  /** What is read first, and the number below it. */
  title: ReactNode;
  number: string;
  /** Red at the edge: late; amber: soon; violet: on hold. The words are in `children`. */
  edge?: 'late' | 'soon' | 'held' | undefined;
  actions: readonly RowAction[];
  children: ReactNode;
};

export function BoardCard({ id, to, title, number, edge, actions, children }: BoardCardProps) {
  return (
    <li className={style.card} data-row={id} data-edge={edge}>
      <GoLink to={to.path} {...(to.query ? { query: to.query } : {})} className={style.cardLink}>
        <span className={style.what}>{title}</span>
        <span className={style.number}>{number}</span>
      </GoLink>
      <div className={style.menu}>
        <RowMenu name={number} actions={actions} />
      </div>
      {children}
    </li>
  );
}
