/** What saving would change, in words, with whom it concerns: a bar while boxes are ticked, a dialog before saving. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Permission } from '#shared/permissions.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { difference } from '../permissions.rules.ts';
import { LostWork } from './lost-work.tsx';
import { useMenuChange } from './menu-preview.tsx';
import { usePermissionWords } from './permission-words.ts';
import { useRoleName } from './role-name.ts';
import style from './role-permission.module.css';
import type { RoleWithWords } from './role-with-words.ts';

type ChangesProps = {
  role: RoleWithWords;
  before: readonly Permission[];
  words: ReadonlySet<Permission>;
  isRunning: boolean;
  undo: () => void;
  save: () => Promise<void>;
};

export function ChangesBar(changes: ChangesProps) {
  const t = useTexts('roles');
  const { role, before, words, isRunning, undo, save } = changes;
  const [isReviewing, setIsReviewing] = useState(false);
  const { given, taken } = difference(before, [...words]);
  const count = given.length + taken.length;
  if (count === 0) return null;
  return (
    <div className={style.changes}>
      <div role="status">
        <b>{t('matrix.changes', { count })}</b>
        <p>
          {[
            ...(given.length > 0 ? [t('matrix.given', { count: given.length })] : []),
            ...(taken.length > 0 ? [t('matrix.taken', { count: taken.length })] : []),
          ].join(', ')}
        </p>
      </div>
      <Button variant="subtle" color="gray" onClick={undo}>
        {t('matrix.reset')}
      </Button>
      <Button loading={isRunning} onClick={() => setIsReviewing(true)}>
        {t('matrix.review')}
      </Button>
      {isReviewing ? (
        <Review
          role={role}
          before={before}
          words={words}
          close={() => setIsReviewing(false)}
          save={() => {
            setIsReviewing(false);
            void save();
          }}
        />
      ) : null}
    </div>
  );
}

type ReviewProps = Pick<ChangesProps, 'role' | 'before' | 'words'> & { close: () => void; save: () => void };

function Review({ role, before, words, close, save }: ReviewProps) {
  const t = useTexts('roles');
  const common = useTexts('common');
  const { nameOf } = usePermissionWords();
  const roleName = useRoleName();
  const { given, taken } = difference(before, [...words]);
  const menu = useMenuChange(role, before, words);
  const lists = [
    { title: t('matrix.gives'), lines: given.map(nameOf) },
    { title: t('matrix.takes'), lines: taken.map(nameOf) },
    { title: t('matrix.menu_gains'), lines: menu.gained },
    { title: t('matrix.menu_loses'), lines: menu.lost },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <Dialog title={common('confirm.submit')} close={close} size="lg">
      <div className={style.review}>
        <b>{roleName(role.code, role.name)}</b>
        <Affected role={role} />
        {taken.length > 0 ? <LostWork role={role} taken={taken} /> : null}
        {lists.map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ))}
        <Group gap="xs">
          <Button onClick={save} data-autofocus>
            {t('matrix.save')}
          </Button>
          <Button variant="subtle" color="gray" onClick={close}>
            {common('actions.cancel')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

/** How many people, with a way to see who. */
function Affected({ role }: { role: RoleWithWords }) {
  const t = useTexts('roles');
  const may = useMay();
  if (role.people === 0) return <p>{t('matrix.nobody')}</p>;
  return (
    <p>
      {t('matrix.people', { count: role.people })} {t('matrix.from_next_click')}
      {may('users:view') && role.code !== 'consumer' ? (
        <>
          {' '}
          <GoLink to="/user/user-list" query={{ page: 1, role: role.code }}>
            {t('matrix.who')}
          </GoLink>
        </>
      ) : null}
    </p>
  );
}
