/** Applicant, owner, plumber and building as typed; staff edit them before the review. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { PART_NAMES, type PartName } from '../../intake/parts.rules.ts';
import { PartDialog } from '../parts/part-dialog.tsx';
import { PartFacts } from '../parts/part-facts.tsx';

export function PartsTab({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const common = useTexts('common');
  const [edited, setEdited] = useState<PartName | null>(null);
  const { can, recorrection, parts } = application;
  const asked = new Set(recorrection?.items.map((item) => item.part));
  const canEdit = (part: PartName) =>
    (can.edit?.allowed ?? false) || ((can.correct?.allowed ?? false) && asked.has(part));
  const shown = PART_NAMES.filter((part) => part !== 'owner' || parts.applicant.isOwner === false);
  return (
    <>
      {shown.map((part) => (
        <Sheet
          key={part}
          title={t(`parts.${part}`)}
          action={
            canEdit(part) ? (
              <Button size="compact-sm" variant="subtle" onClick={() => setEdited(part)}>
                {common('actions.edit')}
              </Button>
            ) : null
          }
        >
          <PartFacts part={part} application={application} />
        </Sheet>
      ))}
      {edited ? <PartDialog part={edited} application={application} close={() => setEdited(null)} /> : null}
    </>
  );
}
