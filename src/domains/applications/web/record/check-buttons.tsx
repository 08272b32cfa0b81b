/** Accept or return one paper. A returned one says what is wrong; the correction asks for all of them together. */
import { Button, Group, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { HoldsChanges } from '#web/ui/holds-changes.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { DOCUMENT_KINDS } from '../../documents.rules.ts';
import { checkDocument } from '../../review/contract.ts';
import type { Paper } from '../papers/paper-view.tsx';
import style from './record.module.css';

type CheckButtonsProps = {
  application: ApplicationDetail;
  paper: Paper;
  /** @param version on which it was decided */
  onDone?: (version: number) => void;
};

export function CheckButtons({ application, paper, onDone }: CheckButtonsProps) {
  const t = useTexts('applications');
  const [remark, setRemark] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const check = useAction(checkDocument, {
    onDone: (_, input) => {
      setRemark(null);
      if (input.body) onDone?.(input.body.version);
      return toast('success', t(input.body?.verdict === 'accept' ? 'check.accepted' : 'check.returned'));
    },
  });
  const { id: applicationId, version, can } = application;
  if (!can['check-document']?.allowed || paper.state === 'REPLACED') return null;
  const about = { applicationId, version, documentId: paper.id };
  if (remark !== null) {
    const send = () => {
      if (check.isRunning) return;
      setIsMissing(remark.trim() === '');
      if (remark.trim()) check.run({ body: { ...about, verdict: 'return', remark } });
    };
    return (
      <Group gap="xs" className={style.checking} align="flex-start">
        <HoldsChanges isChanged={remark.trim() !== ''} />
        <TextInput
          aria-label={t('check.what_is_wrong')}
          placeholder={t('check.what_is_wrong')}
          value={remark}
          error={isMissing ? t('errors.remark_required') : null}
          maxLength={300}
          autoFocus
          onChange={(event) => setRemark(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') send();
            event.stopPropagation();
          }}
        />
        <Button color="red.8" loading={check.isRunning} onClick={send}>
          {t('check.return')}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setRemark(null)}>
          {t('check.keep')}
        </Button>
      </Group>
    );
  }
  return (
    <Group gap={6}>
      {paper.state === 'ACCEPTED' ? null : (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCheck size={15} />}
          loading={check.isRunning}
          onClick={() => check.run({ body: { ...about, verdict: 'accept' } })}
        >
          {t('check.accept')}
        </Button>
      )}
      {paper.state === 'RETURNED' || DOCUMENT_KINDS[paper.kind].by !== 'applicant' ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={style.return}
          leftSection={<IconArrowBackUp size={15} />}
          onClick={() => setRemark('')}
        >
          {t('check.return')}
        </Button>
      )}
    </Group>
  );
}
