/** The action of a row that gives it to another officer, for who has it and for who manages the desks. */
import { IconArrowForwardUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import type { listNoc } from '../../noc/contract.ts';

const ApplicationStep = onDemand(() =>
  import('../over/application-step.tsx').then((file) => file.ApplicationStep),
);

type Row = RowOf<typeof listNoc>;

export function useForward() {
  const t = useTexts('applications');
  const may = useMay();
  const [forwarded, setForwarded] = useState<string | null>(null);
  const actions = (row: Row) =>
    row.deskRole && row.state === 'WAITING_FOR_REVIEW' && !row.overlay && (row.mine || may('noc:desks'))
      ? [
          {
            label: t('actions.noc-forward'),
            icon: <IconArrowForwardUp size={16} />,
            run: () => setForwarded(row.id),
          },
        ]
      : [];
  const dialog = forwarded ? (
    <ApplicationStep applicationId={forwarded} step="noc-forward" close={() => setForwarded(null)} />
  ) : null;
  return { actions, dialog };
}
