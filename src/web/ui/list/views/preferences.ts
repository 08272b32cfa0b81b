/**
 * How the signed-in person arranges lists, kept in this browser so that the first paint waits for nothing; the server
 * has the same for all devices (preferences-sync.ts, loaded after the rows).
 */
import { useMatches } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useGo, usePath, useUrlQuery } from '../../../navigation/go.tsx';
import { profileSlice, useProfile, whoIs } from '../../../session/session.ts';
import { persisted, usePersisted } from '../../../state/persisted.ts';
import {
  type Arrangement,
  AS_IT_COMES,
  type Density,
  isBare,
  type Layout,
  type SavedView,
  viewAddress,
} from './arrangement.rules.ts';
import { PREFERENCES_KEY } from './forget-lists.ts';

export type ListPreferences = {
  density: Density | null;
  layouts: readonly (Layout & { list: string; defaultViewId: string | null })[];
  views: readonly SavedView[];
  mayShare: boolean;
};
export type StoredPreferences = ListPreferences & {
  userId: string;
  /** Arrangement of a view that was changed and not saved, by the view's id. */
  drafts: Readonly<Record<string, Partial<Arrangement>>>;
};

export const NO_PREFERENCES: StoredPreferences = {
  userId: '',
  density: null,
  layouts: [],
  views: [],
  mayShare: false,
  drafts: {},
};
export const preferencesSlice = persisted(PREFERENCES_KEY, NO_PREFERENCES);

/** What is kept of the person who is signed in, and nobody else's. */
export function ownPreferences(): StoredPreferences {
  const kept = preferencesSlice.read();
  return kept.userId === (profileSlice.read()?.id ?? '') ? kept : NO_PREFERENCES;
}

export function useListPreferences(): StoredPreferences {
  const kept = usePersisted(preferencesSlice);
  const userId = useProfile()?.id ?? '';
  return kept.userId === userId ? kept : NO_PREFERENCES;
}

/** The path of the page as the routes write it: a list keeps its columns over all records that it belongs to. */
export function useListName(): string {
  const path = usePath();
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page?.path });
  return page ?? path;
}

export type ArrangedList = { list: string; view: SavedView | undefined; arrangement: Arrangement };

/** How this list is arranged now: as the view of the address says, or as the person left it. */
export function useArrangedList(): ArrangedList {
  const list = useListName();
  const { view: viewId } = useUrlQuery();
  const kept = useListPreferences();
  // Who works through a list sees one line a row, until asked for more room; who looks at an own one has room.
  const usual: Density = whoIs(useProfile()?.role ?? 'consumer') === 'consumer' ? 'normal' : 'compact';
  return useMemo(() => {
    const view = kept.views.find((view) => view.id === viewId && view.list === list);
    const own: Layout = kept.layouts.find((layout) => layout.list === list) ?? AS_IT_COMES;
    const draft = view && kept.drafts[view.id];
    const { order, hidden } = view ?? own;
    const density = view?.density ?? kept.density ?? usual;
    return { list, view, arrangement: { order, hidden, density, ...draft } };
  }, [list, viewId, kept, usual]);
}

/** Opens the list in the view that the person chose for it, if a link asked for nothing else. */
export function useDefaultView() {
  const list = useListName();
  const path = usePath();
  const query = useUrlQuery();
  const go = useGo();
  const { layouts, views } = useListPreferences();
  const chosen = layouts.find((layout) => layout.list === list)?.defaultViewId;
  const view = chosen ? views.find(({ id }) => id === chosen) : undefined;
  useEffect(() => {
    if (view && isBare(query)) void go(path, viewAddress(view), { replace: true });
  }, [view, query, path, go]);
}
