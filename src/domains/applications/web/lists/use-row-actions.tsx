/** What can be done with an application from a list or a board: each leads to its page or opens the step's own dialog. */
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type GoQuery, useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { RowAction } from '#web/ui/list/rows/row-menu.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { OPEN_STATES, type State } from '../../application.rules.ts';
import type { ApplicationItem } from '../../contract.ts';
import { recordPath } from './columns.tsx';

const ApplicationStep = onDemand(() =>
  import('../over/application-step.tsx').then((file) => file.ApplicationStep),
);

/** The tab in which the work on a record begins. */
const START: Partial<Record<State, GoQuery>> = {
  PENDING: { tab: 'documents' },
  WAITING_FOR_REVIEW: { tab: 'noc' },
  READY_TO_SURVEY: { tab: 'survey' },
  READY_TO_PAY: { tab: 'note' },
  READY_FOR_METER_INSTALLATION: { tab: 'connection' },
};

/** @param isMaterials the list of surveys with their materials: work begins at the survey, in any state */
export function useRowActions(isMaterials = false): {
  actions: (row: ApplicationItem) => RowAction[];
  dialog: ReactNode;
} {
  const t = useTexts('applications');
  const go = useGo();
  const may = useMay();
  const [assigned, setAssigned] = useState<string | null>(null);
  const actions = (row: ApplicationItem) => [
    ...(may('demand-notes:pay-counter') && row.state === 'READY_TO_PAY'
      ? [{ label: t('actions.pay'), run: () => go('/take-payment', { applicationId: row.id }) }]
      : []),
    {
      label: t(isMaterials ? 'lists.work.READY_TO_SURVEY' : `lists.work.${row.state}`),
      icon: <IconExternalLink size={16} />,
      run: () => go(recordPath(row).path, isMaterials ? { tab: 'survey' } : START[row.state]),
    },
    ...(may('payments:view') && row.paidMinor && row.number
      ? [
          {
            label: t('lists.receipts'),
            run: () =>
              go('/payment-history', { page: 1, source: 'APPLICATION_SURVEY', search: row.number ?? '' }),
          },
        ]
      : []),
    ...(may('applications:assign') && OPEN_STATES.includes(row.state)
      ? [{ label: t('actions.assign'), run: () => setAssigned(row.id) }]
      : []),
  ];
  return {
    actions,
    dialog: assigned ? (
      <ApplicationStep applicationId={assigned} step="assign" close={() => setAssigned(null)} />
    ) : null,
  };
}
