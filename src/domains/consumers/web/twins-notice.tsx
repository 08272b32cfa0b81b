/** Who of the register may be the person that is being typed in. It warns and is in nobody's way. */
import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { findTwins } from '../record/contract.ts';
import style from './customer-list.module.css';
import { recordPath } from './record-path.ts';
import { useName } from './use-name.ts';

const TYPING_PAUSE_MS = 500;

type Typed = Partial<Record<'name' | 'nameBn' | 'phone' | 'nid' | 'dateOfBirth', string>>;

export function TwinsNotice({ id, typed }: { id: string | undefined; typed: Typed }) {
  const t = useTexts('consumers');
  const nameOf = useName();
  const { digits } = useFormats();
  const [asked] = useDebouncedValue(JSON.stringify(typed), TYPING_PAUSE_MS);
  const query = { ...(JSON.parse(asked) as Typed), ...(id ? { id } : {}) };
  const isWorthAsking = Boolean(query.phone || query.nid || query.dateOfBirth);
  const { data } = useAnswer(findTwins, { query }, { enabled: isWorthAsking });
  if (!isWorthAsking || !data || data.items.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconUsers size={20} />} role="status">
      <b>{t('twins.title', { count: data.items.length })}</b>
      <ul className={style.twins}>
        {data.items.map((twin) => (
          <li key={twin.id}>
            <GoLink to={recordPath(twin.id)}>
              {nameOf(twin)}, {digits(twin.number)}
            </GoLink>{' '}
            ({twin.why.map((reason) => t(`twins.${reason}`)).join(', ')})
          </li>
        ))}
      </ul>
    </Alert>
  );
}
