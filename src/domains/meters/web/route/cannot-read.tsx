/** Why a meter cannot be read: one of a fixed list, with a remark if it is another reason. */
import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { CANNOT_READ, type CannotRead as Reason } from '../../visits/visit.rules.ts';
import { REASON_NAMES } from '../../visits/visit-names.rules.ts';
import style from './route.module.css';
import type { Value } from './route-keeper.ts';

/** The reason in the language of the screen. */
export function useReasonName(): (reason: Reason) => string {
  const language = useLanguage();
  return (reason) => REASON_NAMES[reason][language === 'bn' ? 1 : 0];
}

type CannotReadProps = { save: (value: Value) => unknown; close: () => void; children: ReactNode };

/** @param props.children the photo */
export function CannotRead({ save, close, children }: CannotReadProps) {
  const t = useTexts('meters');
  const common = useTexts('common');
  const nameOf = useReasonName();
  const [reason, setReason] = useState<Reason | null>(null);
  const [remark, setRemark] = useState('');
  const [isTried, setTried] = useState(false);
  const isRemarkMissing = reason === 'OTHER' && remark.trim() === '';
  const submit = () => {
    setTried(true);
    if (reason && !isRemarkMissing) void save({ reason, remark: remark.trim() });
  };
  return (
    <div className={style.cannot}>
      <Radio.Group
        label={t('route.cannot_title')}
        value={reason}
        onChange={(value) => setReason(value as Reason)}
        error={isTried && !reason ? t('route.reason_needed') : null}
      >
        <Stack gap={0}>
          {CANNOT_READ.map((value) => (
            <Radio key={value} value={value} label={nameOf(value)} className={style.reason} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t('route.cannot_remark')}
        value={remark}
        maxLength={300}
        required={reason === 'OTHER'}
        error={isTried && isRemarkMissing ? t('route.remark_needed') : null}
        onChange={(event) => setRemark(event.currentTarget.value)}
      />
      {children}
      <div className={style.acts}>
        <Button size="lg" onClick={submit}>
          {t('route.cannot_save')}
        </Button>
        <Button size="lg" variant="default" onClick={close}>
          {common('actions.cancel')}
        </Button>
      </div>
    </div>
  );
}
