/** One paper that is opened: a picture to enlarge and turn, a PDF in the browser's own viewer, other files to open. */
import { Button, Group } from '@mantine/core';
import { IconExternalLink, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import type { ApplicationDetail } from '../../contract.ts';
import style from './paper-view.module.css';
import { useOpenedDocument } from './use-opened-document.ts';

export type Paper = ApplicationDetail['documents'][number];
const ZOOMS = [1, 1.6, 2.6];
const QUARTER_TURN = 90;

export function PaperView({ paper }: { paper: Paper }) {
  const t = useTexts('applications');
  const opened = useOpenedDocument(paper.id);
  // A newer link is for another tab: what is on the screen is not read again.
  const shown = useRef<string>(undefined);
  shown.current ??= opened.url;
  const url = shown.current;
  const [zoom, setZoom] = useState(0);
  const [turned, setTurned] = useState(0);
  const isImage = paper.mediaType.startsWith('image/');
  const isPdf = paper.mediaType === 'application/pdf';
  const scale = ZOOMS[zoom] ?? 1;
  const content = () => {
    if (!url) return null;
    if (isImage) {
      return (
        <div className={style.scroll}>
          <img
            src={url}
            alt={t(`kinds.${paper.kind}`)}
            style={{ width: `${scale * 100}%`, transform: `rotate(${turned}deg)` }}
          />
        </div>
      );
    }
    if (isPdf) return <iframe className={style.pdf} src={url} title={paper.fileName} />;
    return <p className={style.plain}>{t('documents.no_preview')}</p>;
  };
  return (
    <div className={style.paper}>
      <Group gap={6} className={style.tools}>
        <span className={style.name}>{paper.fileName}</span>
        {isImage ? (
          <>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={zoom === ZOOMS.length - 1 ? <IconZoomOut size={16} /> : <IconZoomIn size={16} />}
              onClick={() => setZoom((zoom + 1) % ZOOMS.length)}
            >
              {t('documents.zoom')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconRotateClockwise size={16} />}
              onClick={() => setTurned(turned + QUARTER_TURN)}
            >
              {t('documents.turn')}
            </Button>
          </>
        ) : null}
        {url ? (
          <Button
            component="a"
            href={opened.url}
            onPointerEnter={opened.renew}
            onFocus={opened.renew}
            target="_blank"
            rel="noreferrer"
            size="compact-sm"
            variant="default"
            leftSection={<IconExternalLink size={16} />}
          >
            {t('documents.open_new')}
          </Button>
        ) : null}
      </Group>
      {content()}
    </div>
  );
}
