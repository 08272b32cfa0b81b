/** Keeps the arrangement of lists on the server. What is changed shows at once; the server is told afterwards. */
import type { Endpoint, EndpointInput } from '#shared/endpoint.ts';
import { call } from '../../../calls/call.ts';
import { profileSlice } from '../../../session/session.ts';
import { showError } from '../../../state/toast.ts';
import { type ListPreferenceEndpoints, wiring } from '../../../wiring.ts';
import {
  type Arrangement,
  AS_IT_COMES,
  type Density,
  type Layout,
  type SavedView,
} from './arrangement.rules.ts';
import { NO_PREFERENCES, ownPreferences, preferencesSlice, type StoredPreferences } from './preferences.ts';

const ASK_AGAIN_MS = 60_000;
/** A column that is moved step by step is sent once. */
const SETTLE_MS = 500;

let askedAt = 0;
let asking: Promise<void> | null = null;

/** Grows with every change that is made here. */
let changes = 0;

function change(next: (kept: StoredPreferences) => StoredPreferences) {
  changes += 1;
  const userId = profileSlice.read()?.id ?? '';
  return preferencesSlice.update(() => ({ ...next(ownPreferences()), userId }));
}

async function send<K extends keyof ListPreferenceEndpoints>(
  name: K,
  input: EndpointInput<ListPreferenceEndpoints[K]>,
) {
  const endpoint = (await wiring().listPreferences())[name] as Endpoint;
  return call(endpoint, input as EndpointInput<Endpoint>, { quiet: true });
}

async function ask() {
  const { read } = await wiring().listPreferences();
  const before = changes;
  const answer = await call(read, {}, { quiet: true });
  // What was changed meanwhile is newer than the answer.
  if (changes !== before) return;
  await change(({ drafts }) => ({ ...NO_PREFERENCES, ...answer, drafts }));
}

/** Asks the server, at most once a minute; without an answer what is kept here stays. */
export function refreshPreferences(now = false): Promise<void> {
  if (pending.size > 0) return Promise.resolve();
  if (!now && Date.now() - askedAt < ASK_AGAIN_MS && ownPreferences().userId)
    return asking ?? Promise.resolve();
  askedAt = Date.now();
  asking = ask()
    .catch(() => undefined)
    .finally(() => {
      asking = null;
    });
  return asking;
}

const pending = new Map<string, ReturnType<typeof setTimeout>>();

/** Sends the last of several changes of the same thing. */
function sendLater(what: string, work: () => Promise<unknown>) {
  clearTimeout(pending.get(what));
  pending.set(
    what,
    setTimeout(() => {
      pending.delete(what);
      void work().catch(showError);
    }, SETTLE_MS),
  );
}

/** Other columns: of the view for now, of the list for good. */
export async function arrangeColumns(list: string, view: SavedView | undefined, layout: Layout) {
  if (view) return draft(view, layout);
  await change((kept) => {
    const before = kept.layouts.find((layout) => layout.list === list);
    const after = { list, defaultViewId: before?.defaultViewId ?? null, ...layout };
    return { ...kept, layouts: [...kept.layouts.filter((layout) => layout !== before), after] };
  });
  sendLater(list, () =>
    send('saveLayout', { body: { list, order: [...layout.order], hidden: [...layout.hidden] } }),
  );
}

export function resetColumns(list: string, view: SavedView | undefined) {
  return arrangeColumns(list, view, AS_IT_COMES);
}

export async function chooseDensity(view: SavedView | undefined, density: Density) {
  if (view?.density) return draft(view, { density });
  await change((kept) => ({ ...kept, density }));
  sendLater('density', () => send('saveDensity', { body: { density } }));
}

function draft(view: SavedView, changed: Partial<Arrangement>) {
  return change((kept) => ({
    ...kept,
    drafts: { ...kept.drafts, [view.id]: { ...kept.drafts[view.id], ...changed } },
  }));
}

/** Takes back what was changed of a view's columns and height. */
export function forgetDraft(viewId: string) {
  return change((kept) => {
    const { [viewId]: _, ...drafts } = kept.drafts;
    return { ...kept, drafts };
  });
}

type ViewFields = Pick<SavedView, 'name' | 'audience' | 'roleCode' | 'query' | 'density'> & Layout;
const bodyOf = ({ name, audience, roleCode, query, density, order, hidden }: ViewFields) => ({
  ...{ name, audience, density, query: { ...query }, order: [...order], hidden: [...hidden] },
  roleCode: audience === 'role' ? roleCode : null,
});

async function keepView(view: SavedView) {
  await change((kept) => ({
    ...kept,
    views: [...kept.views.filter((other) => other.id !== view.id), view],
  }));
  await forgetDraft(view.id);
}

export async function createView(list: string, endpoint: string, fields: ViewFields): Promise<SavedView> {
  const made = (await send('createView', { body: { list, endpoint, ...bodyOf(fields) } })) as SavedView;
  await keepView(made);
  return made;
}

export async function changeView(view: SavedView, fields: ViewFields): Promise<SavedView> {
  const body = { ...bodyOf(fields), version: view.version };
  const changed = (await send('changeView', { params: { id: view.id }, body })) as SavedView;
  await keepView(changed);
  return changed;
}

export async function deleteView({ id }: SavedView) {
  await send('deleteView', { params: { id } });
  await change((kept) => ({
    ...kept,
    views: kept.views.filter((view) => view.id !== id),
    layouts: kept.layouts.map((layout) =>
      layout.defaultViewId === id ? { ...layout, defaultViewId: null } : layout,
    ),
  }));
}

export async function pinView({ id }: SavedView, isPinned: boolean) {
  await send('pinView', { params: { id }, body: { isPinned } });
  await change((kept) => ({
    ...kept,
    views: kept.views.map((view) => (view.id === id ? { ...view, isPinned } : view)),
  }));
}

export async function chooseDefault(list: string, viewId: string | null) {
  await send('chooseDefault', { body: { list, viewId } });
  await change((kept) => {
    const before = kept.layouts.find((layout) => layout.list === list) ?? { list, ...AS_IT_COMES };
    const others = kept.layouts.filter((layout) => layout.list !== list);
    return { ...kept, layouts: [...others, { ...before, defaultViewId: viewId }] };
  });
}
