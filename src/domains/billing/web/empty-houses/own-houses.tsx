/** On the page of a household's connections: its notices of empty houses, and the way to give one. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { listEmptyHouses } from '../../empty-houses/contract.ts';
import type { BillingId } from '../../invoices/contract.ts';
import { EmptyStateChip } from './words.tsx';

// The page of the connections does not name the files of forms.
const AskDialog = onDemand<{ connections: readonly BillingId[]; close: () => void }>(() =>
  import('./ask-dialog.tsx').then((file) => file.AskDialog),
);

export function OwnHouses({ connections }: { connections: readonly BillingId[] }) {
  const t = useTexts('empty_houses');
  const { digits } = useFormats();
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const { data } = useAnswer(listEmptyHouses, { query: { limit: 50 } });
  const mayAsk = Boolean(data?.offered) && may('empty-houses:own') && connections.length > 0;
  if (!data || (data.items.length === 0 && !mayAsk)) return null;
  return (
    <Sheet title={t('own.title')}>
      {mayAsk ? <p>{t('own.about')}</p> : null}
      <Facts
        facts={data.items.map((house) => ({
          label: (
            <GoLink to={`/billing/empty-houses/${house.id}`}>
              {t('list.connection')} {digits(house.connectionNumber)}
            </GoLink>
          ),
          value: (
            <>
              <EmptyStateChip state={house.state} />{' '}
              {house.untilDay === house.notedUntilDay
                ? t('own.state', { from: house.fromDay, until: house.notedUntilDay })
                : t('own.state_ended', {
                    from: house.fromDay,
                    until: house.notedUntilDay,
                    day: house.untilDay,
                  })}
            </>
          ),
        }))}
      />
      {mayAsk ? (
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('own.open')}
        </Button>
      ) : null}
      {isAsked ? <AskDialog connections={connections} close={() => setAsked(false)} /> : null}
    </Sheet>
  );
}
