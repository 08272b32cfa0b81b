/** One application at one's own desk: papers on the left, facts, chain, remarks and the decision on the right. */
import { Button } from '@mantine/core';
import { IconArrowForwardUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, usePath, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { StepOver } from '#web/ui/over/step-over.ts';
import { CopyNumber, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { TabStrip } from '#web/ui/tab-strip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { getApplication } from '../../contract.ts';
import { LAND_KINDS } from '../../documents.rules.ts';
import { listNoc } from '../../noc/contract.ts';
import { ChainStepper } from '../chain-stepper.tsx';
import { useOver } from '../over/use-over.tsx';
import { NocLetterButton } from '../papers/noc-letter-button.tsx';
import { PaperComments } from '../papers/paper-comments.tsx';
import { PaperView } from '../papers/paper-view.tsx';
import { PartFacts } from '../parts/part-facts.tsx';
import { RemarkList } from '../record/remark-list.tsx';
import { StateOf } from '../words.tsx';
import { Decision } from './decision.tsx';
import style from './desk.module.css';
import { HeldHere, HoldButton } from './hold-button.tsx';

const ForwardDialog = onDemand(() => import('./forward-dialog.tsx').then((file) => file.ForwardDialog));

const QUEUE = { desk: 'mine', limit: 100 } as const;

/** Neighbours in one's own queue, so that one works through it without going back. */
function useNeighbours(id: string) {
  const rows = useAnswer(listNoc, { query: QUEUE }).data?.items ?? [];
  const index = rows.findIndex((row) => row.id === id);
  return { previous: rows[index - 1]?.id, next: index < 0 ? rows[0]?.id : rows[index + 1]?.id };
}

export function DecisionView({ id }: { id: string }) {
  const found = useAnswer(getApplication, { params: { id } });
  if (found.error && !found.data) return <FailedPage error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  return <AtDesk application={found.data} />;
}

function AtDesk({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const path = usePath();
  const go = useGo();
  const query = useUrlQuery();
  const place = usePlace();
  const nameIn = useNameIn();
  const { id, number, version, can } = application;
  const desk = application.chain.find((step) => step.state === 'OPEN');
  // The dialog stays and tells it, if no desk has the application any more.
  const [forwarding, setForwarding] = useState<typeof desk>();
  const over = useOver('noc-forward', application);
  const { previous, next } = useNeighbours(id);
  const { id: _, ...queue } = query;
  const open = (other: string | undefined) => go(path, { ...queue, id: other });
  return (
    <div className={style.page}>
      <div className={style.bar}>
        <GoLink to={path} query={queue} className={style.back}>
          <IconChevronLeft size={17} aria-hidden="true" />
          {t('desk.back')}
        </GoLink>
        <HoldButton application={application} />
        {can['noc-forward']?.allowed && desk ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowForwardUp size={15} />}
            onClick={() => setForwarding(desk)}
          >
            {t('actions.noc-forward')}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="default"
          disabled={!previous}
          leftSection={<IconChevronLeft size={15} />}
          onClick={() => open(previous)}
        >
          {t('desk.previous')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!next}
          rightSection={<IconChevronRight size={15} />}
          onClick={() => open(next)}
        >
          {t('desk.next')}
        </Button>
      </div>
      {forwarding ? (
        <StepOver value={over}>
          <ForwardDialog
            application={{
              ...{ id, version, number, deskRole: (desk ?? forwarding).roleCode },
              deskOfficerId: (desk ?? forwarding).officerId,
            }}
            close={() => setForwarding(undefined)}
            done={() => open(next)}
          />
        </StepOver>
      ) : null}
      <header>
        <div className={style.line}>
          {number ? <CopyNumber value={number} /> : null}
          <StateOf row={application} />
        </div>
        <h1>{nameIn(application.applicantName, application.applicantNameBn)}</h1>
        <p className={style.soft}>{place(application)}</p>
      </header>
      <HeldHere application={application} />
      <div className={style.columns}>
        <Papers application={application} />
        <div className={style.side}>
          <Decision application={application} done={() => open(next)} />
          <Sheet title={t('noc.chain')} action={<NocLetterButton application={application} />}>
            <ChainStepper chain={application.chain} />
          </Sheet>
          <Sheet title={t('noc.remarks')}>
            <RemarkList remarks={application.remarks} />
          </Sheet>
          <Sheet title={t('parts.applicant')}>
            <PartFacts part="applicant" application={application} />
          </Sheet>
          <Sheet title={t('parts.building')}>
            <PartFacts part="building" application={application} />
          </Sheet>
        </div>
      </div>
    </div>
  );
}

function Papers({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  // Land papers first: they are what the authority decides on.
  const papers = application.documents.filter((paper) => paper.state !== 'REPLACED');
  const ordered = [
    ...papers.filter((paper) => LAND_KINDS.includes(paper.kind)),
    ...papers.filter((paper) => !LAND_KINDS.includes(paper.kind)),
  ];
  const panelId = useId();
  const [chosen, setChosen] = useState(ordered[0]?.id);
  const paper = ordered.find((paper) => paper.id === chosen);
  return (
    <Sheet title={t('tabs.documents')}>
      <TabStrip
        label={t('tabs.documents')}
        items={ordered.map((paper) => ({ id: paper.id, title: t(`kinds.${paper.kind}`) }))}
        chosen={chosen ?? ''}
        choose={setChosen}
        panelId={panelId}
      />
      {paper ? (
        <div
          role="tabpanel"
          id={panelId}
          aria-labelledby={`${panelId}-${paper.id}`}
          className={style.shownPaper}
        >
          <PaperView key={paper.id} paper={paper} />
          <PaperComments application={application} paper={paper} />
        </div>
      ) : (
        <p className={style.soft}>{t('documents.none')}</p>
      )}
    </Sheet>
  );
}
