/** The papers: looked at one by one, found good or asked for again, older versions below the newest. */
import { Button, Group, UnstyledButton } from '@mantine/core';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import {
  APPLICANTS_KINDS,
  attachedKinds,
  DOCUMENT_KIND_NAMES,
  type DocumentKind,
} from '../../documents.rules.ts';
import { DocumentInput } from '../papers/document-input.tsx';
import { DocumentState } from '../papers/document-state.tsx';
import type { Paper } from '../papers/paper-view.tsx';
import { CheckButtons } from './check-buttons.tsx';
import { PaperViewer } from './paper-viewer.tsx';
import style from './record.module.css';

type DocumentsTabProps = {
  application: ApplicationDetail;
  ask: () => void;
};

export function DocumentsTab({ application, ask }: DocumentsTabProps) {
  const t = useTexts('applications');
  const [shown, setShown] = useState<string | null>(null);
  const papers = application.documents.filter((paper) => paper.state !== 'REPLACED');
  const older = application.documents.filter((paper) => paper.state === 'REPLACED');
  const missing = application.neededDocuments.filter(
    (kind) => !papers.some((paper) => paper.kind === kind && paper.state !== 'RETURNED'),
  );
  const canAsk = application.can.recorrection?.allowed ?? false;
  const returned = papers.filter((paper) => paper.state === 'RETURNED').length;
  const unlooked = papers.filter((paper) => paper.state === 'SUBMITTED').length;
  return (
    <>
      <Sheet
        title={t('tabs.documents')}
        {...(unlooked > 0
          ? {
              action: (
                <Button variant="default" onClick={() => setShown(firstUnlooked(papers))}>
                  {t('check.review', { count: unlooked })}
                </Button>
              ),
            }
          : {})}
      >
        {papers.length === 0 ? (
          <NothingYet title={t('documents.none')} text={t('documents.none_help')} />
        ) : null}
        <ul className={style.papers}>
          {papers.map((paper) => (
            <PaperLine key={paper.id} paper={paper} open={() => setShown(paper.id)}>
              <CheckButtons application={application} paper={paper} />
            </PaperLine>
          ))}
          {missing.map((kind) => (
            <li key={kind} className={style.paper}>
              <span className={style.paperName}>{t(`kinds.${kind}`)}</span>
              <StateChip tone="red">{t('documents.missing')}</StateChip>
            </li>
          ))}
        </ul>
        {returned > 0 && canAsk ? (
          <Group mt="md">
            <Button onClick={ask}>{t('check.ask_count', { count: returned })}</Button>
          </Group>
        ) : null}
      </Sheet>
      {older.length > 0 ? (
        <Sheet title={t('documents.older')}>
          <ul className={style.papers}>
            {older.map((paper) => (
              <PaperLine key={paper.id} paper={paper} open={() => setShown(paper.id)} />
            ))}
          </ul>
        </Sheet>
      ) : null}
      <AttachSheet application={application} />
      <PaperViewer
        application={application}
        papers={application.documents}
        shown={shown}
        setShown={setShown}
      />
    </>
  );
}

const firstUnlooked = (papers: readonly Paper[]) =>
  papers.find((paper) => paper.state === 'SUBMITTED')?.id ?? null;

type PaperLineProps = { paper: Paper; open: () => void; children?: ReactNode };

function PaperLine({ paper, open, children }: PaperLineProps) {
  const t = useTexts('applications');
  const { instant, fileSize, number } = useFormats();
  const Icon = paper.mediaType.startsWith('image/') ? IconPhoto : IconFileText;
  return (
    <li className={style.paper}>
      <UnstyledButton className={style.paperButton} onClick={open}>
        <Icon size={22} stroke={1.5} aria-hidden="true" />
        <span>
          <span className={style.paperName}>{t(`kinds.${paper.kind}`)}</span>
          <span className={style.soft}>
            {[
              fileSize(paper.bytes),
              instant(paper.uploadedAt),
              ...(paper.versionNo > 1 ? [t('documents.version', { number: number(paper.versionNo) })] : []),
            ].join(' · ')}
          </span>
          {paper.state === 'RETURNED' && paper.remark ? (
            <span className={style.returned}>{paper.remark}</span>
          ) : null}
          {paper.checkedBy && paper.checkedAt ? (
            <span className={style.soft}>
              {t('check.checked', { name: paper.checkedBy, at: instant(paper.checkedAt) })}
            </span>
          ) : null}
        </span>
      </UnstyledButton>
      {children}
      <DocumentState state={paper.state} checkedAt={paper.checkedAt} />
    </li>
  );
}

/** Staff attach the papers of their own steps; before the review also those of the applicant. */
function AttachSheet({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const [kind, setKind] = useState<DocumentKind | undefined>();
  const may = useMay();
  const { can, state } = application;
  const attached = can.attach?.allowed ? attachedKinds(state, may) : [];
  const kinds = DOCUMENT_KIND_NAMES.filter(
    (kind) => attached.includes(kind) || (can.edit?.allowed && APPLICANTS_KINDS.includes(kind)),
  );
  if (kinds.length === 0) return null;
  const choice = {
    id: 'attach',
    valueOf: () => kind,
    change: (_: 'kind', value: unknown) => setKind(value as DocumentKind | undefined),
    leave: () => undefined,
    problemOf: () => undefined,
  };
  return (
    <Sheet title={t('actions.attach')}>
      <div className={style.attach}>
        <SelectField
          form={choice}
          name="kind"
          label={t('documents.kind')}
          options={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        />
        {kind ? (
          <DocumentInput
            key={kind}
            applicationId={application.id}
            kind={kind}
            label={t(`kinds.${kind}`)}
            onDone={() => setKind(undefined)}
          />
        ) : null}
      </div>
    </Sheet>
  );
}
