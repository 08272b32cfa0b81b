/** Saved views that the person pinned, as lines of the sidebar; those of lists that they may no longer open are gone. */
import { useEffect } from 'react';
import sidebar from '../../../layout/sidebar/sidebar.module.css';
import { GoLink, usePath, useUrlQuery } from '../../../navigation/go.tsx';
import { mayOpen } from '../../../session/access.ts';
import { grantedWords, usePermissions, useProfile, whoIs } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { wiring } from '../../../wiring.ts';
import style from '../list-tools.module.css';
import { type SavedView, viewAddress } from './arrangement.rules.ts';
import { useListPreferences } from './preferences.ts';
import { refreshPreferences } from './preferences-sync.ts';

/** In the order of their names. */
function usePinnedViews(): SavedView[] {
  const { views } = useListPreferences();
  const role = useProfile()?.role ?? 'consumer';
  const words = grantedWords(usePermissions());
  const { pages, menu } = wiring();
  const isOpen = ({ list }: SavedView) => {
    const page = pages.find(({ path }) => path === list);
    return page !== undefined && mayOpen(page, menu, { who: whoIs(role), words });
  };
  return views
    .filter((view) => view.isPinned && isOpen(view))
    .sort((a, b) => a.name.localeCompare(b.name, 'bn'));
}

export function PinnedViews() {
  const t = useTexts('lists');
  const path = usePath();
  const query = useUrlQuery();
  const views = usePinnedViews();
  useEffect(() => void refreshPreferences(), []);
  if (views.length === 0) return null;
  return (
    <div className={style.pinned}>
      <p className={style.pinnedTitle}>{t('views.pinned_title')}</p>
      {views.map((view) => {
        const isActive = path === view.list && query.view === view.id;
        return (
          <GoLink
            key={view.id}
            to={view.list}
            query={viewAddress(view)}
            className={sidebar.line}
            data-active={isActive || undefined}
            aria-current={isActive ? 'page' : undefined}
          >
            <span className={sidebar.name}>{view.name}</span>
          </GoLink>
        );
      })}
    </div>
  );
}
