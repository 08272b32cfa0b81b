/** What a list offers beyond its rows: saved views, columns and row height. Loaded after the rows, for staff. */
import { ActionIcon, Button } from '@mantine/core';
import { IconColumns3, IconLayoutList } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { useGo, usePath, useUrlQuery } from '../../navigation/go.tsx';
import { showError, toast } from '../../state/toast.ts';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { DropMenu } from '../menu/drop-menu.tsx';
import type { MenuChoice } from '../menu/menu-choice.ts';
import type { Column } from './columns.tsx';
import style from './list-tools.module.css';
import {
  ALL_ROWS,
  isChanged,
  isShown,
  type SavedView,
  viewAddress,
  viewQuery,
} from './views/arrangement.rules.ts';
import { type ArrangedList, useListPreferences } from './views/preferences.ts';
import { changeView, forgetDraft, refreshPreferences } from './views/preferences-sync.ts';
import { ViewName } from './views/view-name.tsx';

const ColumnsDialog = lazy(() =>
  import('./views/columns-dialog.tsx').then((file) => ({ default: file.ColumnsDialog })),
);
const SaveViewDialog = lazy(() =>
  import('./views/save-view-dialog.tsx').then((file) => ({ default: file.SaveViewDialog })),
);
const ManageViewsDialog = lazy(() =>
  import('./views/manage-views-dialog.tsx').then((file) => ({ default: file.ManageViewsDialog })),
);

export type ListToolsProps = {
  endpoint: Endpoint;
  params?: object | undefined;
  fixed?: Readonly<Record<string, unknown>> | undefined;
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'startsHidden'>[];
  arranged: ArrangedList;
  isPhone: boolean;
};
type Open = 'columns' | 'save' | 'manage' | null;

/** Sum of what differs from the view, and what can be done about it. */
function Changes({ view, tools, saveNew }: { view: SavedView; tools: ListToolsProps; saveNew: () => void }) {
  const t = useTexts('lists');
  const go = useGo();
  const path = usePath();
  const query = useUrlQuery();
  const { arrangement } = tools.arranged;
  if (!isChanged(view, query, arrangement, tools.columns)) return null;
  const save = () =>
    changeView(view, { ...view, ...arrangement, query: viewQuery(query) }).then(
      () => toast('success', t('views.saved')),
      showError,
    );
  const reset = async () => {
    await forgetDraft(view.id);
    await go(path, viewAddress(view));
  };
  return (
    <span className={style.changes}>
      <span className={style.changed}>{t('views.changed')}</span>
      <Button size="compact-sm" variant="subtle" onClick={() => void reset()}>
        {t('views.reset')}
      </Button>
      {view.mayEdit ? (
        <Button size="compact-sm" variant="light" onClick={() => void save()}>
          {t('views.save_changes')}
        </Button>
      ) : (
        <Button size="compact-sm" variant="light" onClick={saveNew}>
          {t('views.save_as_new')}
        </Button>
      )}
    </span>
  );
}

type ViewMenuProps = { tools: ListToolsProps; open: (what: Open) => void };

function ViewMenu({ tools, open }: ViewMenuProps) {
  const t = useTexts('lists');
  const go = useGo();
  const path = usePath();
  const { list, view } = tools.arranged;
  const kept = useListPreferences();
  const views = kept.views.filter((view) => view.list === list);
  const opensWith = kept.layouts.find((layout) => layout.list === list)?.defaultViewId;
  const choiceOf = (saved: SavedView, index: number): MenuChoice => ({
    label: <ViewName {...tools} view={saved} isCurrent={saved.id === view?.id} isCounted={index < COUNTED} />,
    run: () => go(path, viewAddress(saved)),
  });
  const choices: MenuChoice[] = [
    {
      label: <ViewName {...tools} view={null} isCurrent={!view} isCounted />,
      run: () => go(path, opensWith ? { page: 1, view: ALL_ROWS } : { page: 1 }),
    },
    ...[...views.filter((view) => view.isOwn), ...views.filter((view) => !view.isOwn)].map(choiceOf),
    { label: t('views.save_new'), apart: true, run: () => open('save') },
    ...(views.length > 0 ? [{ label: t('views.manage'), run: () => open('manage') }] : []),
  ];
  const label = view?.name ?? t('views.title');
  return (
    <DropMenu
      choices={choices}
      trigger={(props) =>
        tools.isPhone || !view ? (
          <ActionIcon {...props} variant="default" size={36} aria-label={label} title={label}>
            <IconLayoutList size={17} />
          </ActionIcon>
        ) : (
          <Button
            {...props}
            variant="default"
            className={style.views}
            leftSection={<IconLayoutList size={17} aria-hidden="true" />}
          >
            <span className={style.name}>{label}</span>
          </Button>
        )
      }
    />
  );
}

/** So many views are counted when the menu opens. */
const COUNTED = 12;

export function ListTools(tools: ListToolsProps) {
  const t = useTexts('lists');
  const { number } = useFormats();
  const [open, setOpen] = useState<Open>(null);
  const { arranged, columns, isPhone } = tools;
  const { view, arrangement } = arranged;
  const hidden = columns.slice(1).filter((column) => !isShown(column, arrangement)).length;
  const close = () => setOpen(null);
  const columnsLabel =
    hidden > 0 ? `${t('columns.button')}, ${t('columns.hidden', { count: hidden })}` : t('columns.button');
  useEffect(() => void refreshPreferences(), []);
  return (
    <div className={style.tools}>
      {view ? <Changes view={view} tools={tools} saveNew={() => setOpen('save')} /> : null}
      <ViewMenu tools={tools} open={setOpen} />
      <ActionIcon
        variant="default"
        size={36}
        className={style.columns}
        aria-label={columnsLabel}
        title={columnsLabel}
        aria-haspopup="dialog"
        onClick={() => setOpen('columns')}
      >
        <IconColumns3 size={17} />
        {hidden > 0 ? <span className={style.hiddenCount}>{number(hidden)}</span> : null}
      </ActionIcon>
      <Suspense>
        {open === 'columns' ? <ColumnsDialog {...{ arranged, columns, isPhone, close }} /> : null}
        {open === 'save' ? <SaveViewDialog {...{ endpoint: tools.endpoint, arranged, close }} /> : null}
        {open === 'manage' ? <ManageViewsDialog list={arranged.list} close={close} /> : null}
      </Suspense>
    </div>
  );
}
