/** Photos of a visit: who was there takes them, who decides opens them beside what was noted. */
import { UnstyledButton } from '@mantine/core';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { type Translate, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { ApplicationDetail } from '../../contract.ts';
import type { DocumentKind } from '../../documents.rules.ts';
import { DocumentInput } from '../papers/document-input.tsx';
import { PaperViewer } from '../record/paper-viewer.tsx';
import style from '../record/record.module.css';
import { SKETCH_NAME } from './sketch-name.ts';

/** Of the survey, and of the installation. */
export type PhotoKind = Extract<DocumentKind, 'survey_file' | 'new_meter_doc'>;
type PhotosProps = { application: ApplicationDetail; kind: PhotoKind };

/** "Sketch", or which photo it is. */
export const nameOfPhoto = (fileName: string, t: Translate<'applications'>, nth: string): string =>
  fileName === SKETCH_NAME ? t('sketch.name') : t('photos.nth', { number: nth });

/** Of those that the phone still keeps: they are counted on from those of the server. */
export function useNameOfUnsent(before: number): (fileName: string, index: number) => string {
  const t = useTexts('applications');
  const { number } = useFormats();
  return (fileName, index) => nameOfPhoto(fileName, t, number(before + index + 1));
}

/** Those of the newest versions, in their order. */
export const photosOf = (application: ApplicationDetail, kind: PhotoKind) =>
  application.documents
    .filter((paper) => paper.kind === kind && paper.state !== 'REPLACED')
    .toSorted((a, b) => a.versionNo - b.versionNo);

/** Nothing if there is none, or if the reader may not open the documents. */
export function Photos({ application, kind }: PhotosProps) {
  const t = useTexts('applications');
  const { instant, number } = useFormats();
  const [shown, setShown] = useState<string | null>(null);
  const papers = photosOf(application, kind);
  if (papers.length === 0) return null;
  return (
    <div>
      <h3 className={style.photosTitle}>{t('photos.title', { count: papers.length })}</h3>
      <ul className={style.photos}>
        {papers.map((paper, index) => {
          const Icon = paper.mediaType.startsWith('image/') ? IconPhoto : IconFileText;
          return (
            <li key={paper.id}>
              <UnstyledButton className={style.photo} onClick={() => setShown(paper.id)}>
                <Icon size={20} stroke={1.5} aria-hidden="true" />
                <span>
                  {nameOfPhoto(paper.fileName, t, number(index + 1))}
                  <span className={style.soft}>{`${instant(paper.uploadedAt)} · ${paper.uploadedBy}`}</span>
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <PaperViewer application={application} papers={papers} shown={shown} setShown={setShown} />
    </div>
  );
}

/** Each photo is kept as soon as it is sent, also if the form beside it never is. */
export function TakePhotos({ application, kind }: PhotosProps) {
  const t = useTexts('applications');
  return (
    <div className={style.takePhotos}>
      <Photos application={application} kind={kind} />
      {application.can.attach?.allowed ? (
        <DocumentInput applicationId={application.id} kind={kind} label={t(`photos.take.${kind}`)} photos />
      ) : null}
    </div>
  );
}
