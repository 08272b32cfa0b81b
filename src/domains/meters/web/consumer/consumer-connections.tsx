/** A consumer's connections, as a tab of their page. */
import { useTexts } from '#web/texts/texts.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { listConnections } from '../../contract.ts';
import { useConnectionColumns } from '../connection-list.tsx';

export function ConsumerConnections({ consumerId }: { consumerId: string }) {
  const t = useTexts('meters');
  return (
    <ListPage
      endpoint={listConnections}
      isPart
      title={t('connections.of_consumer')}
      columns={useConnectionColumns().filter(({ key }) => key !== 'consumer')}
      fixed={{ consumerId }}
      searchable={false}
      empty={{ title: t('connections.none_yet'), text: t('connections.none_yet_help') }}
    />
  );
}
