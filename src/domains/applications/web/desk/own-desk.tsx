/** Above the queue: who has one's own desk, and in whose place one decides. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { listDesks } from '../../noc/contract.ts';
import { DelegationLine } from './delegation-line.tsx';

const DelegationDialog = onDemand(() =>
  import('./delegation-dialog.tsx').then((file) => file.DelegationDialog),
);

/** The quiet button of an officer who will be away. */
export function OnLeave() {
  const t = useTexts('applications');
  const own = useAnswer(listDesks).data?.items.find(({ mine }) => mine);
  const [isOpen, setOpen] = useState(false);
  if (!own) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('delegation.on_leave')}
      </Button>
      {isOpen ? <DelegationDialog desk={own} close={() => setOpen(false)} /> : null}
    </>
  );
}

export function DelegationsOfMine() {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const { day } = useFormats();
  const desks = useAnswer(listDesks).data?.items ?? [];
  const lines = desks.flatMap((desk) =>
    desk.delegations.flatMap((delegation) => {
      const { id, deputyName, officerName, firstDay, lastDay, inForce, mine } = delegation;
      const days = { from: day(firstDay), until: day(lastDay) };
      if (desk.mine) {
        const text = t(inForce ? 'delegation.yours_now' : 'delegation.yours_later', {
          ...days,
          name: deputyName,
        });
        return [<DelegationLine key={id} delegation={delegation} text={text} mayEnd />];
      }
      if (!mine) return [];
      const text = t(inForce ? 'delegation.deputy_now' : 'delegation.deputy_later', {
        ...days,
        name: officerName,
        desk: roleName(desk.roleCode, desk.name),
      });
      return [<DelegationLine key={id} delegation={delegation} text={text} mayEnd={false} />];
    }),
  );
  return lines.length > 0 ? <div>{lines}</div> : null;
}
