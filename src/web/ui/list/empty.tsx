/** The empty states: nothing yet, nothing found, not allowed, and what failed; each with a next step. */
import { Button } from '@mantine/core';
import { IconCloudOff, IconInbox, IconLock, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CallError } from '../../calls/call-error.ts';
import { errorTextNow } from '../../calls/error-text.ts';
import { useTexts } from '../../texts/texts.ts';
import style from './list.module.css';

type EmptyProps = { icon: typeof IconInbox; title: string; text?: string | undefined; children?: ReactNode };

function Empty({ icon: Icon, title, text, children }: EmptyProps) {
  return (
    <div className={style.empty} role="status">
      <Icon size={34} stroke={1.4} aria-hidden="true" />
      <p className={style.emptyTitle}>{title}</p>
      {text ? <p className={style.emptyText}>{text}</p> : null}
      {children}
    </div>
  );
}

type NothingYetProps = { title?: string | undefined; text?: string | undefined; children?: ReactNode };

export function NothingYet({ title, text, children }: NothingYetProps) {
  const t = useTexts('common');
  return (
    <Empty icon={IconInbox} title={title ?? t('list.nothing_yet')} text={text ?? t('list.nothing_yet_help')}>
      {children}
    </Empty>
  );
}

/** Spec §8: "Your search turned up 0 results." `isOfTab`: nothing was searched for, but other tabs may have rows. */
export function NothingFound({ onClear, isOfTab = false }: { onClear: () => void; isOfTab?: boolean }) {
  const t = useTexts('common');
  const title = t(isOfTab ? 'list.nothing_in_tab' : 'list.nothing_found');
  const text = t(isOfTab ? 'list.nothing_in_tab_help' : 'list.nothing_found_help');
  return (
    <Empty icon={IconSearchOff} title={title} text={text}>
      <Button variant="default" onClick={onClear}>
        {t(isOfTab ? 'list.show_all' : 'actions.clear_all')}
      </Button>
    </Empty>
  );
}

/** Nothing has this id, or none can have it; asking again would not help. */
const isNoRecord = ({ code, fields }: CallError): boolean =>
  code === 'common.not_found' ||
  (code === 'common.invalid_input' &&
    fields.length > 0 &&
    fields.every(({ path }) => path === 'id' || path.endsWith('Id')));

/** A failed or refused answer in its place. */
export function Failed({ error, retry }: { error: unknown; retry: () => unknown }) {
  const t = useTexts('common');
  if (error instanceof CallError && error.status === 402) {
    return <Empty icon={IconLock} title={t('list.not_allowed')} text={t('list.not_allowed_help')} />;
  }
  const known = error instanceof CallError ? error : new CallError(500);
  if (isNoRecord(known)) {
    const text = errorTextNow('common.not_found', {});
    return <Empty icon={IconSearchOff} title={t('list.failed')} text={text} />;
  }
  return (
    <Empty icon={IconCloudOff} title={t('list.failed')} text={errorTextNow(known.code, known.params)}>
      <Button variant="default" onClick={() => retry()}>
        {t('actions.retry')}
      </Button>
    </Empty>
  );
}
