/** The views of a list: which one it opens with, which are in the sidebar; renamed, shared and deleted here. */
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPin, IconPinFilled, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { confirm } from '../../../state/confirm.ts';
import { showError, toast } from '../../../state/toast.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Dialog } from '../../dialog.tsx';
import style from '../list-tools.module.css';
import type { SavedView } from './arrangement.rules.ts';
import { useListPreferences } from './preferences.ts';
import { chooseDefault, deleteView, pinView } from './preferences-sync.ts';
import { EditViewDialog } from './save-view-dialog.tsx';

type ViewLineProps = { view: SavedView; isDefault: boolean; edit: () => void };

function useAudienceText() {
  const t = useTexts('lists');
  return ({ audience, roleCode, isOwn, ownerName }: SavedView) => {
    const whom = audience === 'role' ? t('views.for_role', { role: roleCode ?? '' }) : t('views.for_all');
    if (audience === 'own') return t('views.audience_own');
    return isOwn ? whom : `${whom} · ${t('views.by', { name: ownerName })}`;
  };
}

function ViewLine({ view, isDefault, edit }: ViewLineProps) {
  const t = useTexts('lists');
  const audienceText = useAudienceText();
  const { name, list, isPinned } = view;
  const tried = (work: Promise<unknown>) => void work.catch(showError);
  const remove = async () => {
    if (!(await confirm('delete', name))) return;
    await deleteView(view);
    await toast('success', t('views.deleted'));
  };
  return (
    <li className={style.viewLine}>
      <span className={style.choiceName}>
        {name}
        <small>
          {audienceText(view)}
          {isDefault ? ` · ${t('views.is_default')}` : null}
        </small>
      </span>
      <ActionIcon
        variant="subtle"
        size={32}
        color={isDefault ? 'brand' : 'gray'}
        aria-label={t(isDefault ? 'views.no_default' : 'views.make_default', { name })}
        title={t(isDefault ? 'views.no_default' : 'views.make_default', { name })}
        onClick={() => tried(chooseDefault(list, isDefault ? null : view.id))}
      >
        {isDefault ? <IconStarFilled size={16} /> : <IconStar size={16} />}
      </ActionIcon>
      {list.includes('$') ? null : (
        <ActionIcon
          variant="subtle"
          size={32}
          color={isPinned ? 'brand' : 'gray'}
          aria-label={t(isPinned ? 'views.unpin_named' : 'views.pin_named', { name })}
          title={t(isPinned ? 'views.unpin_named' : 'views.pin_named', { name })}
          onClick={() => tried(pinView(view, !isPinned))}
        >
          {isPinned ? <IconPinFilled size={16} /> : <IconPin size={16} />}
        </ActionIcon>
      )}
      {view.mayEdit ? (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('views.edit_named', { name })}
            title={t('views.edit_named', { name })}
            onClick={edit}
          >
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size={32}
            aria-label={t('views.delete_named', { name })}
            title={t('views.delete_named', { name })}
            onClick={() => tried(remove())}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </>
      ) : null}
    </li>
  );
}

export function ManageViewsDialog({ list, close }: { list: string; close: () => void }) {
  const t = useTexts('lists');
  const kept = useListPreferences();
  const [edited, setEdited] = useState<SavedView | null>(null);
  const views = kept.views.filter((view) => view.list === list);
  const defaultId = kept.layouts.find((layout) => layout.list === list)?.defaultViewId;
  if (edited) return <EditViewDialog view={edited} close={() => setEdited(null)} />;
  return (
    <Dialog title={t('views.manage_title')} close={close}>
      {views.length === 0 ? <p className={style.about}>{t('views.none')}</p> : null}
      <ul className={style.viewList}>
        {views.map((view) => (
          <ViewLine
            key={view.id}
            view={view}
            isDefault={view.id === defaultId}
            edit={() => setEdited(view)}
          />
        ))}
      </ul>
    </Dialog>
  );
}
