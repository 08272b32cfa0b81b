/** A consumer's connections, as a tab of their page. */
import { useState } from 'react';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { type Connection, listConnections } from '../../contract.ts';
import { AskDialog } from '../changes/ask-dialog.tsx';
import { useConnectionColumns } from '../connection-list.tsx';

export function ConsumerConnections({ consumerId }: { consumerId: string }) {
  const t = useTexts('meters');
  const may = useMay();
  const [asked, setAsked] = useState<Connection | null>(null);
  const actions = (row: Connection) =>
    row.meterId && row.status !== 'closed' ? [{ label: t('changes.ask'), run: () => setAsked(row) }] : [];
  return (
    <>
      <ListPage
        endpoint={listConnections}
        isPart
        title={t('connections.of_consumer')}
        columns={useConnectionColumns().filter(({ key }) => key !== 'consumer')}
        fixed={{ consumerId }}
        searchable={false}
        {...(may('meters:ask-change') ? { actions } : {})}
        empty={{ title: t('connections.none_yet'), text: t('connections.none_yet_help') }}
      />
      {asked ? (
        <AskDialog connectionId={asked.id} connectionNumber={asked.number} close={() => setAsked(null)} />
      ) : null}
    </>
  );
}
