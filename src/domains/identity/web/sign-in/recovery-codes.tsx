/** Recovery codes, shown this once: to be copied, saved or printed before anything else is done. */
import { Button, Checkbox, Group } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { companyName } from '#web/config.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import style from './sign-in.module.css';

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void };

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const t = useTexts('identity');
  const company = companyName(useLanguage());
  const [isKept, setKept] = useState(false);
  const text = `${company}\n${t('recovery.title')}\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    await toast('success', t('recovery.copied'));
  };
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = 'recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className={style.recovery}>
      <ul className={style.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
          {t('recovery.save')}
        </Button>
        {navigator.clipboard ? (
          <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
            {t('recovery.copy')}
          </Button>
        ) : null}
      </Group>
      <Checkbox
        label={t('recovery.kept')}
        checked={isKept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <Button disabled={!isKept} onClick={onKept}>
        {t('recovery.go_on')}
      </Button>
    </div>
  );
}
