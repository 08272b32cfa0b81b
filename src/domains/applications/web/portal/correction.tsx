/** Answering a correction: only what was asked for, each with its reason; then back to who asked. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { PART_NAMES, type PartName } from '../../intake/parts.rules.ts';
import { resubmitApplication } from '../../review/contract.ts';
import { useDocumentLinks } from '../papers/use-document-links.ts';
import { NamedFields } from '../parts/named-fields.tsx';
import { PartDialog } from '../parts/part-dialog.tsx';
import { PaperSlot } from './paper-slot.tsx';
import style from './portal.module.css';

export function Correction({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const { day } = useFormats();
  const urlOf = useDocumentLinks(application.id);
  const [edited, setEdited] = useState<PartName | null>(null);
  const resubmit = useAction(resubmitApplication, { onDone: () => toast('success', t('done.resubmit')) });
  const { recorrection, expiresOn, id, version, documents } = application;
  if (!recorrection) return null;
  const open = recorrection.items.filter((item) => !item.corrected).length;
  const send = async () => {
    if (await confirm('submit')) resubmit.run({ params: { id }, body: { version } });
  };
  return (
    <section className={style.next} data-tone="amber">
      <h2>{t('tracker.correct_title')}</h2>
      <p>{recorrection.reason}</p>
      {expiresOn ? (
        <p className={style.strong}>{t('tracker.correct_until', { day: day(expiresOn) })}</p>
      ) : null}
      <ul className={style.slots}>
        {recorrection.items.map((item) => {
          const part = PART_NAMES.find((name) => name === item.part);
          return (
            <li key={item.kind ?? item.part} className={style.correctItem}>
              <div className={style.headLine}>
                <b>{item.kind ? t(`kinds.${item.kind}`) : t(`parts.${item.part}`)}</b>
                <StateChip tone={item.corrected ? 'green' : 'amber'}>
                  {t(item.corrected ? 'tracker.corrected' : 'tracker.to_correct')}
                </StateChip>
              </div>
              <p>{item.remark}</p>
              <NamedFields item={item} />
              {item.kind ? (
                <ul className={style.slots}>
                  <PaperSlot
                    kind={item.kind}
                    applicationId={id}
                    isCorrection
                    papers={documents.filter(
                      (paper) =>
                        paper.kind === item.kind &&
                        (paper.state === 'SUBMITTED' || paper.state === 'ACCEPTED'),
                    )}
                    urlOf={urlOf}
                  />
                </ul>
              ) : null}
              {part ? (
                <Button variant="default" className={style.thumb} onClick={() => setEdited(part)}>
                  {t('tracker.edit_part', { part: t(`parts.${part}`) })}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      <Button
        fullWidth
        size="lg"
        disabled={open > 0}
        loading={resubmit.isRunning}
        onClick={() => void send()}
      >
        {t('actions.resubmit')}
      </Button>
      {open > 0 ? <p className={style.soft}>{t('tracker.items_left', { count: open })}</p> : null}
      {edited ? (
        <PartDialog part={edited} application={application} close={() => setEdited(null)} onlyAsked />
      ) : null}
    </section>
  );
}
