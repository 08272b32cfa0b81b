/** On the page of a bill: its leaks, and the way to ask because of one. */
import { Alert } from '@mantine/core';
import { IconDropletOff } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { getLeak, type Leak, listLeaks } from '../../leaks/contract.ts';
import { isOpenLeak } from '../../leaks/leak.rules.ts';
import type { AskedOfBill } from '../bill-parts.tsx';
import { LeakStateChip } from './words.tsx';

// The page of a bill does not name the files of forms.
const AskDialog = onDemand<Omit<AskedOfBill, 'isAsked'>>(() =>
  import('./ask-dialog.tsx').then((file) => file.AskDialog),
);

type EndedState = 'CREDITED' | 'REFUSED' | 'WITHDRAWN' | 'EXPIRED' | 'ENDED' | 'REPLACED';

function Ended({ leaks }: { leaks: readonly Leak[] }) {
  const t = useTexts('leaks');
  const { day, digits } = useFormats();
  return (
    <Sheet title={t('title')}>
      <Facts
        facts={leaks.map((leak) => ({
          label: (
            <GoLink to={`/billing/leaks/${leak.id}`}>{t('name', { number: digits(leak.number) })}</GoLink>
          ),
          value: (
            <>
              <LeakStateChip state={leak.state} /> {leak.endedOn ? day(leak.endedOn) : null}
              <p>
                {t(`ended.${leak.state as EndedState}`, { amount: leak.amountMinor ?? 0 })} {leak.answer}
              </p>
            </>
          ),
        }))}
      />
    </Sheet>
  );
}

/** No reading shows usual use yet. */
function Waits({ until }: { until: string | null }) {
  const t = useTexts('leaks');
  const { day } = useFormats();
  if (until === null) return null;
  return t(until < today() ? 'open.help_late' : 'open.help', { day: day(until) });
}

/**
 * @param isAsked somebody wants to ask
 * @param shown called when all that is known of it is there, before it is drawn: what is below comes with it
 */
export function LeaksOfBill({ bill, isAsked, close, shown }: AskedOfBill & { shown: () => void }) {
  const t = useTexts('leaks');
  const may = useMay();
  const isRead = may('leaks:view') && bill.hasLeak;
  const { data, error } = useAnswer(
    listLeaks,
    { query: { invoiceId: bill.id, limit: 20 } },
    { enabled: isRead },
  );
  const leaks = data?.items ?? [];
  const open = leaks.find(({ state }) => isOpenLeak(state));
  const { data: detail, error: unread } = useAnswer(
    getLeak,
    { params: { id: open?.id ?? '' } },
    { enabled: Boolean(open) },
  );
  const isThere = !isRead || Boolean(error || (data && (!open || detail || unread)));
  const tell = useRef(shown);
  useLayoutEffect(() => {
    if (isThere) tell.current();
  }, [isThere]);
  const ended = leaks.filter(({ state }) => !isOpenLeak(state));
  return (
    <>
      {open && isThere ? (
        <Alert color="blue" icon={<IconDropletOff size={20} />} title={t('open.title')}>
          <p>
            {detail?.isBack ? t('open.help_back') : <Waits until={open.waitUntil} />}{' '}
            {bill.dueMinor > 0 ? t('open.help_due') : null}
          </p>
          <GoLink to={`/billing/leaks/${open.id}`}>{t('open.see')}</GoLink>
        </Alert>
      ) : null}
      {ended.length > 0 ? <Ended leaks={ended} /> : null}
      {isAsked ? <AskDialog bill={bill} close={close} /> : null}
    </>
  );
}
