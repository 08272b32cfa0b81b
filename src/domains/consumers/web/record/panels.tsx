/** Pieces of a consumer's page that other domains bring: those that the person may see, each loaded when shown. */
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { loadChunk } from '#web/chunk.ts';
import type { ConsumerPanel } from '#web/navigation/pages.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/texts/texts.ts';
import { RecordSkeleton, type RecordTab } from '#web/ui/record/record-page.tsx';
import { wiring } from '#web/wiring.ts';
import type { ConsumerRecord } from '../../contract.ts';

type Piece = LazyExoticComponent<ComponentType<{ consumerId: string }>>;
const pieces = new Map<ConsumerPanel, Piece>();

function pieceOf(panel: ConsumerPanel): Piece {
  const known = pieces.get(panel);
  if (known) return known;
  const piece = lazy(() => loadChunk(() => panel.load().then((component) => ({ default: component }))));
  pieces.set(panel, piece);
  return piece;
}

function Panel({ panel, consumerId }: { panel: ConsumerPanel; consumerId: string }) {
  const Shown = pieceOf(panel);
  return (
    <Suspense fallback={<RecordSkeleton />}>
      <Shown consumerId={consumerId} />
    </Suspense>
  );
}

function usePanels(place: ConsumerPanel['place']): ConsumerPanel[] {
  const may = useMay();
  return wiring().consumerPanels.filter((panel) => panel.place === place && may(panel.permission));
}

/** The sheets of the overview. */
export function OverviewPanels({ consumerId }: { consumerId: string }) {
  return usePanels('overview').map((panel) => <Panel key={panel.id} panel={panel} consumerId={consumerId} />);
}

/** The tabs with their counts. */
export function usePanelTabs(consumer: ConsumerRecord): RecordTab[] {
  const language = useLanguage();
  const counts = new Map<string, number>(consumer.holdings.map(({ kind, count }) => [kind, count]));
  return usePanels('tab').map((panel) => ({
    id: panel.id,
    title: panel.title[language],
    ...(panel.count ? { count: counts.get(panel.count) ?? 0 } : {}),
    content: () => <Panel panel={panel} consumerId={consumer.id} />,
  }));
}
