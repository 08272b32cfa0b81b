/** The key as apps take it: Latin signs in both languages, in groups that are easy to type, copied with a click. */
import { CopyButton, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import style from './sign-in.module.css';

export function CopySecret({ secret }: { secret: string }) {
  const t = useTexts('common');
  return (
    <CopyButton value={secret}>
      {({ copied, copy }) => {
        const Sign = copied ? IconCheck : IconCopy;
        return (
          <UnstyledButton className={style.key} onClick={copy} aria-label={`${t('actions.copy')} ${secret}`}>
            <code lang="en">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <Sign size={16} aria-hidden="true" />
            <span role="status">{copied ? t('actions.copied') : null}</span>
          </UnstyledButton>
        );
      }}
    </CopyButton>
  );
}
