/** The duplicate of a consumer: who looks like them is there at once, anybody else is searched for. */
import { TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getConsumer, listConsumers } from '../../contract.ts';
import { findTwins } from '../../record/contract.ts';
import { useName } from '../use-name.ts';
import style from './merge.module.css';

const TYPING_PAUSE_MS = 300;
const SHOWN = 8;

type Choice = { id: string; number: string; name: string; nameBn: string | null; phone: string };
type ChoiceProps = { choice: Choice; why?: ReactNode; choose: (id: string) => void };

function ChoiceLine({ choice, why, choose }: ChoiceProps) {
  const nameOf = useName();
  const { digits } = useFormats();
  return (
    <li>
      <UnstyledButton className={style.choice} onClick={() => choose(choice.id)}>
        <span>
          <b>{nameOf(choice)}</b>
          <span className={style.soft}>
            {digits(choice.number)} · {digits(choice.phone)}
            {why ? <> · {why}</> : null}
          </span>
        </span>
        <IconChevronRight size={18} aria-hidden="true" />
      </UnstyledButton>
    </li>
  );
}

type ChooseProps = { id: string; choose: (id: string) => void };

/** People of the register who may be the same person. */
function Twins({ id, choose }: ChooseProps) {
  const t = useTexts('consumers');
  const { data: own } = useAnswer(getConsumer, { params: { id } });
  const { name, nameBn, phone, nid, dateOfBirth } = own ?? {};
  const asked = {
    id,
    ...(name ? { name } : {}),
    ...(nameBn ? { nameBn } : {}),
    ...(phone ? { phone } : {}),
    ...(nid ? { nid } : {}),
    ...(dateOfBirth ? { dateOfBirth } : {}),
  };
  const { data } = useAnswer(findTwins, { query: asked }, { enabled: own !== undefined });
  if (!data || data.items.length === 0) return null;
  return (
    <Sheet title={t('merge.alike')}>
      <ul className={style.choices}>
        {data.items.map((twin) => (
          <ChoiceLine
            key={twin.id}
            choice={twin}
            why={twin.why.map((reason) => t(`twins.${reason}`)).join(', ')}
            choose={choose}
          />
        ))}
      </ul>
    </Sheet>
  );
}

export function ChooseOther({ id, choose }: ChooseProps) {
  const t = useTexts('consumers');
  const common = useTexts('common');
  const nameOf = useName();
  const own = useAnswer(getConsumer, { params: { id } });
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const found = useAnswer(
    listConsumers,
    { query: { search, limit: SHOWN + 1 } },
    { enabled: search.length > 1 },
  );
  if (own.error) return <FailedPage error={own.error} retry={() => void own.refetch()} />;
  if (!own.data) return <RecordSkeleton />;
  const others = (found.data?.items ?? []).filter((consumer) => consumer.id !== id).slice(0, SHOWN);
  return (
    <>
      <Twins id={id} choose={choose} />
      <Sheet title={t('merge.search_title', { name: nameOf(own.data) })}>
        <TextInput
          label={t('list.search')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoFocus
        />
        <ul className={style.choices} aria-live="polite">
          {others.map((other) => (
            <ChoiceLine key={other.id} choice={other} choose={choose} />
          ))}
          {search.length > 1 && found.data && others.length === 0 ? (
            <li className={style.soft}>{common('list.nothing_found')}</li>
          ) : null}
        </ul>
      </Sheet>
    </>
  );
}
