/** What the people of a role have open and may not do any more, asked when it is to be shown. */
import { Alert } from '@mantine/core';
import { IconBriefcase } from '@tabler/icons-react';
import type { Permission } from '#shared/permissions.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { getLostWork, type Role } from '../contract.ts';

type LostWorkProps = {
  role: Pick<Role, 'id' | 'people'>;
  /** Words that are taken away; left out: the role is put out of use. */
  taken?: readonly Permission[];
};

export function LostWork({ role: { id, people }, taken }: LostWorkProps) {
  const t = useTexts('roles');
  const language = useLanguage();
  const { data, error, refetch } = useAnswer(
    getLostWork,
    { params: { id }, query: taken ? { taken: taken.join(',') } : {} },
    { staleTime: 0, enabled: people > 0 },
  );
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data?.items.length) return null;
  return (
    <Alert color="yellow" icon={<IconBriefcase size={20} aria-hidden="true" />}>
      <b>{t('matrix.hands_over')}</b>
      <ul>
        {data.items.map(({ kind, title, count, people }) => (
          <li key={kind}>
            {title[language]}: {t('matrix.work_of', { work: count, count: people })}
          </li>
        ))}
      </ul>
      <p>{t('matrix.hands_over_help')}</p>
    </Alert>
  );
}
