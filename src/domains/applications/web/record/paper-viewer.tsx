/** Papers one after the other, with what may be decided about each; arrow keys move between them. */
import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { confirm } from '#web/state/confirm.ts';
import { hasUnsaved } from '#web/state/unsaved.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { DocumentState } from '../papers/document-state.tsx';
import { PaperComments } from '../papers/paper-comments.tsx';
import { type Paper, PaperView } from '../papers/paper-view.tsx';
import { CheckButtons } from './check-buttons.tsx';
import style from './record.module.css';

type PaperViewerProps = {
  application: ApplicationDetail;
  papers: readonly Paper[];
  /** Which of them is open. */
  shown: string | null;
  setShown: (id: string | null) => void;
};

export function PaperViewer({ application, papers, shown, setShown }: PaperViewerProps) {
  const t = useTexts('applications');
  const { number } = useFormats();
  const index = papers.findIndex((paper) => paper.id === shown);
  const paper = papers[index];
  const verdict = useRef<HTMLDivElement>(null);
  /** The version on which the shown paper was decided about. */
  const [decidedAt, setDecidedAt] = useState<number | null>(null);
  const move = async (by: number) => {
    if (hasUnsaved() && !(await confirm('leave'))) return;
    setShown(papers[(index + by + papers.length) % papers.length]?.id ?? null);
  };
  // Who has decided about one paper goes on with the next one by the same key, as soon as the page knows the version that it has made.
  useEffect(() => {
    if (decidedAt === null || application.version <= decidedAt) return;
    setDecidedAt(null);
    if (index < 0) return;
    setShown(papers[(index + 1) % papers.length]?.id ?? null);
    setTimeout(() => verdict.current?.querySelector('button')?.focus());
  }, [decidedAt, application.version, papers, index, setShown]);
  if (!paper) return null;
  return (
    <Dialog
      close={() => setShown(null)}
      size="xl"
      title={t(`kinds.${paper.kind}`)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') void move(1);
        if (event.key === 'ArrowLeft') void move(-1);
      }}
    >
      <PaperView key={paper.id} paper={paper} />
      <PaperComments application={application} paper={paper} />
      <Group justify="space-between" mt="md" gap="xs">
        <Button variant="default" leftSection={<IconChevronLeft size={16} />} onClick={() => void move(-1)}>
          {t('check.previous')}
        </Button>
        <Group ref={verdict} gap="xs" justify="center" className={style.verdict}>
          <span className={style.soft}>
            {t('check.of', { index: number(index + 1), count: number(papers.length) })}
          </span>
          <DocumentState state={paper.state} />
          <CheckButtons key={paper.id} application={application} paper={paper} onDone={setDecidedAt} />
        </Group>
        <Button variant="default" rightSection={<IconChevronRight size={16} />} onClick={() => void move(1)}>
          {t('check.next')}
        </Button>
      </Group>
    </Dialog>
  );
}
