/** Choosing one paper of an application and sending it, as what its kind accepts. */
import type { ReactNode } from 'react';
import { changeShown, upload } from '#web/calls/upload.ts';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { DOCUMENT_KINDS, type DocumentKind, PASSPORT_SIZE } from '../../documents.rules.ts';
import { editDocument } from '../../intake/contract.ts';
import { correctDocument } from '../../review/contract.ts';

export type Uploaded = { id: string; version: number };
type DocumentInputProps = {
  applicationId: string;
  kind: DocumentKind;
  label: ReactNode;
  /** The paper was asked for again. */
  isCorrection?: boolean;
  /** Only pictures, several at once: of a visit. */
  photos?: boolean;
  /** Awaited before the file is sent. */
  before?: () => Promise<unknown>;
  /** Gets the sending, until its `onDone` is over. */
  during?: (sending: Promise<unknown>) => void;
  onDone?: (uploaded: Uploaded) => unknown;
};

export function DocumentInput({ applicationId, kind, label, ...how }: DocumentInputProps) {
  const send = async (file: File, onProgress: (share: number) => void, idempotencyKey: string) => {
    await how.before?.();
    const sending = upload(
      how.isCorrection ? correctDocument : editDocument,
      { query: { applicationId, kind } },
      { files: { file }, onProgress, idempotencyKey },
    ).then(how.onDone);
    how.during?.(sending);
    await sending;
    await changeShown();
  };
  return (
    <FileUpload
      label={label}
      accepts={how.photos ? 'image' : DOCUMENT_KINDS[kind].accepts}
      many={how.photos ?? false}
      send={send}
      {...(kind === 'PassportImg' ? { required: PASSPORT_SIZE } : {})}
    />
  );
}
