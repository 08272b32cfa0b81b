/** The queue of one's own desk; `?id=` opens one application of it with its papers beside the decision. */
import { useBulk } from '#domains/bulk/web/use-bulk.tsx';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePath, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { listNoc, listNocDownload } from '../../noc/contract.ts';
import { OFFERS } from '../bulk/offers.tsx';
import { NOC_FILTERS, useNocFilters } from '../lists/noc-filters.ts';
import { type NocRow, useNocColumns } from '../lists/noc-list.tsx';
import style from './desk.module.css';
import { DelegationsOfMine, OnLeave } from './own-desk.tsx';

const DecisionView = onDemand(() => import('./decision-view.tsx').then((file) => file.DecisionView));
const DeskSetup = onDemand(() => import('./desk-setup.tsx').then((file) => file.DeskSetup));

type Panel = 'desk' | 'pm' | 'pd';

export function ManagerPanel() {
  return <DeskPanel panel="pm" />;
}
export function DirectorPanel() {
  return <DeskPanel panel="pd" />;
}

export function DeskPanel({ panel }: { panel: Panel }) {
  const { id } = useUrlQuery();
  return id ? <DecisionView key={id} id={id} /> : <Queue panel={panel} />;
}

function Queue({ panel }: { panel: Panel }) {
  const t = useTexts('applications');
  const path = usePath();
  const query = useUrlQuery();
  const may = useMay();
  const narrowed = Object.fromEntries(
    ['search' as const, ...NOC_FILTERS].flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  );
  const counts = useAnswer(listNoc, { query: { limit: 1, ...narrowed } }).data?.counts;
  const columns = useNocColumns((row: NocRow) => ({ path, query: { ...query, id: row.id } }));
  const isMine = (query.desk ?? 'mine') === 'mine';
  const { bulk, dialog, running } = useBulk<NocRow>(listNoc, isMine ? OFFERS.desk : OFFERS.nothing);
  return (
    <div className={style.page}>
      <ListPage
        endpoint={listNoc}
        title={t(`desk.${panel}.title`)}
        about={t('desk.about')}
        searchLabel={t('words.search')}
        columns={columns}
        bulk={bulk}
        nameOf={(row) => row.number}
        filters={useNocFilters()}
        exports={useExports(listNocDownload, 'noc')}
        primary={<OnLeave />}
        fixed={query.desk ? {} : { desk: 'mine' }}
        tabs={{
          name: 'desk',
          noAll: true,
          items: [
            { value: 'mine', label: t('noc.tabs.mine'), count: counts?.mine },
            { value: 'chain', label: t('noc.tabs.chain'), count: counts?.chain },
            { value: 'decided', label: t('noc.tabs.decided'), count: counts?.decided },
          ],
        }}
        empty={{ title: t('desk.empty'), text: t('desk.empty_help') }}
      >
        <DelegationsOfMine />
        {running}
      </ListPage>
      {dialog}
      {panel === 'pd' && may('noc:desks') ? <DeskSetup /> : null}
    </div>
  );
}
