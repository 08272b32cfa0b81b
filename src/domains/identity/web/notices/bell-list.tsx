/** The bell: what happened that concerns this person, unread first in sight; older ones page by page. */
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconBellOff, IconChecks } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { NativeDialog } from '#web/layout/native-dialog.tsx';
import { OverlayHead } from '#web/layout/sheet/overlay-sheet.tsx';
import { useGoAddress } from '#web/navigation/go.tsx';
import { toldErrors } from '#web/state/toast.ts';
import { findText, type Namespace, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { listNotices, type Notice, readAllNotices, readNotices } from '../../notices/contract.ts';
import style from './bell-list.module.css';

const A_PAGE = 15;

/** The sentence, in the words of the domain that told it. */
function Sentence({ kind, params }: Pick<Notice, 'kind' | 'params'>) {
  const [namespace = '', what = ''] = kind.split('.');
  useTexts(namespace as Namespace);
  const { numberOrText } = useFormats();
  // Numbers of papers are written in the reader's digits; amounts and days have a way of writing of their own.
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? numberOrText(value) : value,
  ]);
  return <>{findText(namespace, `notices.${what}`, Object.fromEntries(values)) ?? ''}</>;
}

function OneNotice({ notice, open }: { notice: Notice; open: () => void }) {
  const t = useTexts('identity');
  const { instant } = useFormats();
  const isUnread = notice.readAt === null;
  return (
    <li>
      <button type="button" className={style.notice} data-unread={isUnread || undefined} onClick={open}>
        <span className={style.dot} aria-hidden="true" />
        <span className={style.words}>
          {isUnread ? <span className={style.heard}>{t('bell.unread')} </span> : null}
          <Suspense fallback={<Skeleton height={14} my={4} />}>
            <Sentence kind={notice.kind} params={notice.params} />
          </Suspense>
          <time className={style.when} dateTime={notice.createdAt}>
            {instant(notice.createdAt)}
          </time>
        </span>
      </button>
    </li>
  );
}

/** What went wrong since the page was loaded: its toast is not shown any more. */
function Told() {
  const t = useTexts('identity');
  const { time } = useFormats();
  if (toldErrors.length === 0) return null;
  return (
    <section className={style.told} aria-label={t('bell.errors')}>
      <h3>{t('bell.errors')}</h3>
      <ul className={style.list}>
        {toldErrors.map(({ at, message }) => (
          <li key={at} className={style.error}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            <span className={style.words}>
              {message}
              <time className={style.when} dateTime={at}>
                {time(at)}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function BellList({ close }: { close: () => void }) {
  const t = useTexts('identity');
  const common = useTexts('common');
  const go = useGoAddress();
  const [shown, setShown] = useState(A_PAGE);
  const { data, error, refetch } = useAnswer(listNotices, { query: { limit: shown } });
  const read = useAction(readNotices, { quiet: true });
  const readAll = useAction(readAllNotices);
  const open = (notice: Notice) => {
    if (notice.readAt === null) read.run({ body: { ids: [notice.id] } });
    close();
    go(notice.path);
  };
  return (
    <NativeDialog label={common('frame.notices')} close={close} className={style.bell}>
      <OverlayHead title={common('frame.notices')} close={close} className={style.head}>
        {data && data.unread > 0 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconChecks size={16} />}
            loading={readAll.isRunning}
            onClick={() => readAll.run({})}
          >
            {t('bell.read_all')}
          </Button>
        ) : null}
      </OverlayHead>
      <div className={style.body}>
        <Told />
        {error ? <Failed error={error} retry={refetch} /> : null}
        {!data && !error ? <Skeleton height={160} m={16} aria-busy="true" /> : null}
        {data?.items.length === 0 ? (
          <div className={style.none}>
            <IconBellOff size={28} stroke={1.5} aria-hidden="true" />
            <p>{t('bell.none')}</p>
            <p className={style.when}>{t('bell.none_help')}</p>
          </div>
        ) : null}
        <ul className={style.list}>
          {data?.items.map((notice) => (
            <OneNotice key={notice.id} notice={notice} open={() => open(notice)} />
          ))}
        </ul>
        {data && data.total > data.items.length ? (
          <Button variant="subtle" fullWidth onClick={() => setShown(Math.min(shown + A_PAGE, 200))}>
            {t('bell.older')}
          </Button>
        ) : null}
      </div>
    </NativeDialog>
  );
}
