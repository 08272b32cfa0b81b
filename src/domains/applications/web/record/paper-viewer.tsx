/** Papers one after the other, with what may be decided about each; arrow keys move between them. */
import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { DocumentState } from '../papers/document-state.tsx';
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
  const move = (by: number) => setShown(papers[(index + by + papers.length) % papers.length]?.id ?? null);
  if (!paper) return null;
  return (
    <Dialog
      close={() => setShown(null)}
      size="xl"
      title={t(`kinds.${paper.kind}`)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        if (event.key === 'ArrowLeft') move(-1);
      }}
    >
      <PaperView key={paper.id} paper={paper} />
      <Group justify="space-between" mt="md" gap="xs">
        <Button variant="default" leftSection={<IconChevronLeft size={16} />} onClick={() => move(-1)}>
          {t('check.previous')}
        </Button>
        <Group gap="xs" justify="center" className={style.verdict}>
          <span className={style.soft}>
            {t('check.of', { index: number(index + 1), count: number(papers.length) })}
          </span>
          <DocumentState state={paper.state} />
          <CheckButtons key={paper.id} application={application} paper={paper} onDone={() => move(1)} />
        </Group>
        <Button variant="default" rightSection={<IconChevronRight size={16} />} onClick={() => move(1)}>
          {t('check.next')}
        </Button>
      </Group>
    </Dialog>
  );
}
