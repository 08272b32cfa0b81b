/** One kind of paper in the consumer's form: what is there, and the button to choose it. */
import { UnstyledButton } from '@mantine/core';
import { IconCircleCheck, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DOCUMENT_KINDS, type DocumentKind } from '../../documents.rules.ts';
import { DocumentInput, type Uploaded } from '../papers/document-input.tsx';
import type { Paper } from '../papers/paper-view.tsx';
import style from './portal.module.css';

type PaperSlotProps = {
  kind: DocumentKind;
  applicationId: string;
  papers: readonly Paper[];
  urlOf: (id: string) => string | undefined;
  isCorrection?: boolean;
  before?: () => Promise<unknown>;
  during?: (sending: Promise<unknown>) => void;
  /** Takes a paper out again, if that may still be done. */
  remove?: (paper: Paper) => unknown;
  onDone?: (uploaded: Uploaded) => unknown;
};

/** A tap shows the whole of what was sent. */
function Thumbnail({ paper, url, show }: { paper: Paper; url: string | undefined; show: () => void }) {
  const t = useTexts('applications');
  const form = useTexts('application_form');
  const label = form('show_sent', { kind: t(`kinds.${paper.kind}`) });
  if (url && paper.mediaType.startsWith('image/')) {
    return (
      <UnstyledButton aria-label={label} onClick={show}>
        <img className={style.thumbnail} src={url} alt="" />
      </UnstyledButton>
    );
  }
  if (url) {
    return (
      <a className={style.thumbnail} href={url} target="_blank" rel="noreferrer" aria-label={label}>
        <IconFileText size={24} stroke={1.4} aria-hidden="true" />
      </a>
    );
  }
  return (
    <span className={style.thumbnail}>
      <IconFileText size={24} stroke={1.4} aria-hidden="true" />
    </span>
  );
}

export function PaperSlot({
  kind,
  applicationId,
  papers,
  urlOf,
  isCorrection,
  before,
  during,
  remove,
  onDone,
}: PaperSlotProps) {
  const t = useTexts('applications');
  const form = useTexts('application_form');
  const { fileSize } = useFormats();
  const isMany = 'many' in DOCUMENT_KINDS[kind];
  const [isChanging, setIsChanging] = useState(papers.length === 0);
  const [seenId, setSeen] = useState<string | null>(null);
  const seenUrl = seenId ? urlOf(seenId) : undefined;
  const shown = isChanging || papers.length === 0 || (isCorrection ?? false);
  return (
    <li className={style.slot}>
      {papers.map((paper) => (
        <div key={paper.id} className={style.paper}>
          <Thumbnail paper={paper} url={urlOf(paper.id)} show={() => setSeen(paper.id)} />
          <div className={style.paperFacts}>
            <span className={style.paperName}>{t(`kinds.${kind}`)}</span>
            <span className={style.soft}>
              {paper.fileName} · {fileSize(paper.bytes)}
            </span>
          </div>
          {remove ? (
            <UnstyledButton
              className={style.link}
              aria-label={`${form('remove')}: ${paper.fileName}`}
              onClick={() => void remove(paper)}
            >
              {form('remove')}
            </UnstyledButton>
          ) : null}
          <IconCircleCheck className={style.tick} size={22} aria-label={form('done')} />
        </div>
      ))}
      {shown ? (
        <DocumentInput
          applicationId={applicationId}
          kind={kind}
          label={t(`kinds.${kind}`)}
          {...(isCorrection ? { isCorrection } : {})}
          {...(before ? { before } : {})}
          {...(during ? { during } : {})}
          onDone={(uploaded) => {
            setIsChanging(false);
            return onDone?.(uploaded);
          }}
        />
      ) : (
        <UnstyledButton className={style.link} onClick={() => setIsChanging(true)}>
          {form(isMany ? 'add_another' : 'replace')}
        </UnstyledButton>
      )}
      {seenUrl ? (
        <Dialog title={t(`kinds.${kind}`)} close={() => setSeen(null)}>
          <img className={style.sent} src={seenUrl} alt={t(`kinds.${kind}`)} />
        </Dialog>
      ) : null}
    </li>
  );
}
