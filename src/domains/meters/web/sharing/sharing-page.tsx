/** Whom a consumer lets see their own connections, and whose connections they see themselves. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import {
  type Access,
  leaveConnection,
  listSharedAccess,
  type SharedAccess,
  withdrawAccess,
} from '../../sharing/contract.ts';
import { AccessChip } from './access-chip.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import style from './sharing.module.css';

type Given = SharedAccess['given'][number];
type Received = SharedAccess['received'][number];

/** What they may do and until when, in one line. */
function useRight() {
  const t = useTexts('meters');
  const { day } = useFormats();
  return ({ mayPay, endsOn }: { mayPay: boolean; endsOn: string | null }) =>
    [
      t(mayPay ? 'sharing.pay' : 'sharing.see'),
      ...(endsOn ? [t('sharing.until', { day: day(endsOn) })] : []),
    ].join(' · ');
}

function Person({ access }: { access: Access }) {
  const t = useTexts('meters');
  const { day, phone } = useFormats();
  const right = useRight();
  const end = useAction(withdrawAccess, { onDone: () => toast('success', t('sharing.withdrawn')) });
  const isWaiting = access.state === 'WAITING' || access.state === 'EXPIRED';
  const ask = async () => {
    const own = isWaiting
      ? { question: t('sharing.take_back_ask', { name: access.name }), yes: t('sharing.take_back') }
      : { question: t('sharing.withdraw_ask', { name: access.name }), yes: t('sharing.withdraw_yes') };
    if (await confirm('delete', undefined, own)) end.run({ body: { id: access.id } });
  };
  return (
    <li className={style.person}>
      <div className={style.who}>
        <div>{access.name}</div>
        <div className={style.soft}>{phone(access.phone)}</div>
        <div className={style.soft}>
          {access.endedAs && access.endedAt
            ? t(`sharing.ended.${access.endedAs}`, { day: day(access.endedAt) })
            : right(access)}
        </div>
      </div>
      <AccessChip state={access.state} />
      {access.state === 'ENDED' ? null : (
        <Button
          variant="default"
          aria-label={t(isWaiting ? 'sharing.take_back_label' : 'sharing.withdraw_label', {
            name: access.name,
          })}
          loading={end.isRunning}
          onClick={() => void ask()}
        >
          {t(isWaiting ? 'sharing.take_back' : 'sharing.withdraw')}
        </Button>
      )}
    </li>
  );
}

function GivenSheet({ given, invite }: { given: Given; invite: () => void }) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const place = usePlace();
  return (
    <Sheet title={t('sharing.connection', { number: digits(given.number) })}>
      <p className={style.none}>{place(given)}</p>
      {given.accesses.length === 0 ? (
        <p className={style.none}>{t('sharing.nobody')}</p>
      ) : (
        <ul className={style.people}>
          {given.accesses.map((access) => (
            <Person key={access.id} access={access} />
          ))}
        </ul>
      )}
      <Button className={style.invite} onClick={invite}>
        {t('sharing.invite')}
      </Button>
    </Sheet>
  );
}

function ReceivedRow({ received }: { received: Received }) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const place = usePlace();
  const right = useRight();
  const nameIn = useNameIn();
  const number = digits(received.number);
  const leave = useAction(leaveConnection, { onDone: () => toast('success', t('sharing.left')) });
  const ask = async () => {
    const own = { question: t('sharing.leave_ask', { number }), yes: t('sharing.leave') };
    if (await confirm('delete', undefined, own)) leave.run({ body: { id: received.id } });
  };
  return (
    <li className={style.person}>
      <div className={style.who}>
        <div>{place(received)}</div>
        <div className={style.soft}>{t('sharing.connection', { number })}</div>
        <div className={style.soft}>
          {t('sharing.held_by', { name: nameIn(received.holderName, received.holderNameBn) })}
        </div>
        <div className={style.soft}>{right(received)}</div>
      </div>
      <Button
        variant="default"
        aria-label={t('sharing.leave_label', { number })}
        loading={leave.isRunning}
        onClick={() => void ask()}
      >
        {t('sharing.leave')}
      </Button>
    </li>
  );
}

export function SharingPage() {
  const t = useTexts('meters');
  const title = usePageName() ?? '';
  const { data, error, refetch } = useAnswer(listSharedAccess);
  const [inviting, setInviting] = useState<Given | null>(null);
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  return (
    <div className={style.page}>
      <PageHead title={title} about={t('sharing.about')} />
      {data.given.map((given) => (
        <GivenSheet key={given.connectionId} given={given} invite={() => setInviting(given)} />
      ))}
      <Sheet title={t('sharing.received')}>
        {data.received.length === 0 ? (
          <p className={style.none}>{t('sharing.received_none')}</p>
        ) : (
          <ul className={style.people}>
            {data.received.map((received) => (
              <ReceivedRow key={received.id} received={received} />
            ))}
          </ul>
        )}
        <GoLink to="/invited">{t('sharing.have_code')}</GoLink>
      </Sheet>
      {inviting ? <InviteDialog connection={inviting} close={() => setInviting(null)} /> : null}
    </div>
  );
}
