/** The same records as a list, on a board or in another view: links, so that the address is the state. */
import type { Icon } from '@tabler/icons-react';
import { GoLink, type GoQuery, usePagePath } from '../../navigation/go.tsx';
import style from './board.module.css';

export type ViewChoice = { id: string; label: string; icon: Icon; query: GoQuery };

type ViewSwitchProps = { label: string; views: readonly ViewChoice[]; shown: string };

export function ViewSwitch({ label, views, shown }: ViewSwitchProps) {
  const path = usePagePath();
  return (
    <nav aria-label={label} className={style.switch}>
      {views.map(({ id, label: name, icon: ViewIcon, query }) => (
        <GoLink
          key={id}
          to={path}
          query={query}
          className={style.view}
          activeOptions={{ exact: true }}
          aria-current={id === shown ? 'page' : undefined}
        >
          <ViewIcon size={16} stroke={1.8} aria-hidden="true" />
          {name}
        </GoLink>
      ))}
    </nav>
  );
}
