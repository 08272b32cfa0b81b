/**
 * The floating Recent Downloads panel (spec §2 Header). Below the page there is room for it, so that everything can be
 * scrolled out from under it. On a phone a download is one line above the page, which goes when it is done; the list is
 * there when somebody asks for it.
 */
import { ActionIcon, Progress } from '@mantine/core';
import {
  IconFileTypePdf,
  IconFileTypeXls,
  IconMinus,
  IconPhoto,
  IconWindowMaximize,
  IconX,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import type { DownloadItem } from '../calls/download-history.ts';
import { downloadHistory, removeDownload, showDownloads } from '../calls/downloads.ts';
import { usePersisted } from '../state/persisted.ts';
import { useTexts } from '../texts/texts.ts';
import { useFormats } from '../texts/use-formats.ts';
import style from './downloads-panel.module.css';

function FileIcon({ extension }: { extension: string }) {
  if (extension === 'pdf')
    return <IconFileTypePdf size={26} stroke={1.5} className={style.pdf} aria-hidden="true" />;
  if (extension === 'xlsx')
    return <IconFileTypeXls size={26} stroke={1.5} className={style.xlsx} aria-hidden="true" />;
  return <IconPhoto size={26} stroke={1.5} className={style.other} aria-hidden="true" />;
}

/** Received and total size while pending; total size and Done; or that it was cancelled. */
function useStatus(item: DownloadItem): string {
  const t = useTexts('frame');
  const { fileSize } = useFormats();
  if (item.uploadSuccess === 'Cancel') return t('downloads.canceled');
  if (item.uploadSuccess === 'Done') return `${fileSize(item.totalSize)} · ${t('downloads.done')}`;
  const received = fileSize(item.receivedSize);
  return item.totalSize > 0
    ? t('downloads.pending', { received, total: fileSize(item.totalSize) })
    : t('downloads.pending_open', { received });
}

const COLOUR = { Pending: 'brand', Done: 'teal', Cancel: 'gray' };

function Item({ item }: { item: DownloadItem }) {
  const t = useTexts('frame');
  const status = useStatus(item);
  const isPending = item.uploadSuccess === 'Pending';
  const unknown = isPending && item.totalSize === 0;
  return (
    <li className={style.item}>
      <FileIcon extension={item.fileExe} />
      <div className={style.facts}>
        <div className={style.name} title={item.name}>
          {item.name}
        </div>
        <Progress
          value={unknown ? 100 : item.progress}
          animated={unknown}
          striped={unknown}
          color={COLOUR[item.uploadSuccess]}
          size={4}
          aria-label={t('downloads.progress', { name: item.name })}
        />
        <div className={style.status}>{status}</div>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t(isPending ? 'downloads.cancel' : 'downloads.remove', { name: item.name })}
        onClick={() => void removeDownload(item.id)}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}

export function DownloadsPanel() {
  const t = useTexts('frame');
  const common = useTexts('common');
  const { items, minimised } = usePersisted(downloadHistory);
  return (
    <section
      className={`${style.panel} no-print`}
      aria-label={t('downloads.title')}
      data-downloads={minimised ? 'small' : 'list'}
    >
      <header className={style.head}>
        <h2 className={style.title}>{t('downloads.title')}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(minimised ? 'downloads.restore' : 'downloads.minimise')}
          aria-expanded={!minimised}
          onClick={() => void showDownloads({ minimised: !minimised })}
        >
          {minimised ? <IconWindowMaximize size={16} /> : <IconMinus size={16} />}
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={common('actions.close')}
          onClick={() => void showDownloads({ open: false })}
        >
          <IconX size={16} />
        </ActionIcon>
      </header>
      {minimised ? null : items.length === 0 ? (
        <p className={style.none}>{t('downloads.none')}</p>
      ) : (
        <ul className={style.list} aria-live="polite">
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** How long the line says that it is done. */
const DONE_MS = 2500;

export function DownloadsLine() {
  const t = useTexts('frame');
  const { items } = usePersisted(downloadHistory);
  const item = items.find(({ uploadSuccess }) => uploadSuccess === 'Pending') ?? items[0];
  const isOver = item?.uploadSuccess !== 'Pending';
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => void showDownloads({ open: false }), DONE_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return item ? <Line item={item} label={t('downloads.title')} /> : null;
}

function Line({ item, label }: { item: DownloadItem; label: string }) {
  const t = useTexts('frame');
  const status = useStatus(item);
  const isPending = item.uploadSuccess === 'Pending';
  return (
    <section className={`${style.line} no-print`} aria-label={label} data-downloads="line">
      <p className={style.lineText} role="status">
        <span className={style.name}>{item.name}</span>
        <span className={style.status}>{status}</span>
      </p>
      {isPending ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('downloads.cancel', { name: item.name })}
          onClick={() => void removeDownload(item.id)}
        >
          <IconX size={18} />
        </ActionIcon>
      ) : null}
    </section>
  );
}
