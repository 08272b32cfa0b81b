/** Puts what is at the desk on hold, or lets it go on. What the office holds goes on by the office, and says so. */
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useTexts } from '#web/texts/texts.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { Held } from '../portal/held.tsx';
import style from './desk.module.css';

const RemarkDialog = onDemand(() => import('../record/remark-dialog.tsx').then((file) => file.RemarkDialog));

type Props = { application: ApplicationDetail };

export function HoldButton({ application }: Props) {
  const t = useTexts('applications');
  // The one that was opened, also after somebody else held it or let it go on.
  const [asked, setAsked] = useState<'hold' | 'resume' | null>(null);
  const step = application.overlay ? 'resume' : 'hold';
  const Icon = step === 'hold' ? IconPlayerPause : IconPlayerPlay;
  return (
    <>
      {application.can[step]?.allowed ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon size={15} />}
          onClick={() => setAsked(step)}
        >
          {t(`actions.${step}`)}
        </Button>
      ) : null}
      {asked ? <RemarkDialog step={asked} application={application} close={() => setAsked(null)} /> : null}
    </>
  );
}

/** Since when, why and by whom; also why this desk does not let it go on. */
export function HeldHere({ application }: Props) {
  const { overlay, can } = application;
  if (!overlay) return null;
  const reason = can.resume?.reason;
  return (
    <div>
      <Held overlay={overlay} application={application} className={style.held} />
      {reason ? <p className={style.soft}>{errorTextNow(`applications.${reason}`)}</p> : null}
    </div>
  );
}
