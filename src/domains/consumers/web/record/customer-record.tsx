/** One consumer: who they are, what they owe, and in tabs everything that belongs to them. */
import { Alert, Avatar } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Money } from '#web/ui/figures.tsx';
import { RecordPage, RecordSkeleton, type RecordTab } from '#web/ui/record/record-page.tsx';
import { type ConsumerRecord, getConsumer } from '../../contract.ts';
import { ConsumerState } from '../consumer-state.tsx';
import { recordPath } from '../record-path.ts';
import { useName } from '../use-name.ts';
import { History } from './history.tsx';
import { Overview } from './overview.tsx';

import { usePanelTabs } from './panels.tsx';
import style from './record.module.css';
import { type Step, StepDialog } from './step-dialog.tsx';
import { useSteps } from './use-steps.ts';

function MergedNotice({ consumer }: { consumer: ConsumerRecord }) {
  const t = useTexts('consumers');
  const nameOf = useName();
  const { digits } = useFormats();
  const { mergedInto, mergedFrom, statusReason } = consumer;
  if (mergedInto) {
    return (
      <Alert color="violet" icon={<IconArrowMerge size={20} />}>
        <b>{t('record.merged_title')}</b> · {t('record.merged_into')}{' '}
        <GoLink to={recordPath(mergedInto.id)}>
          {digits(mergedInto.number)} {nameOf(mergedInto)}
        </GoLink>
        {statusReason ? ` · ${statusReason}` : null}
      </Alert>
    );
  }
  if (mergedFrom.length === 0) return null;
  return (
    <p className={style.note}>
      <IconArrowMerge size={16} aria-hidden="true" /> {t('record.merged_from')}{' '}
      {mergedFrom.map(({ id, number }, index) => (
        <span key={id}>
          {index > 0 ? ', ' : null}
          <GoLink to={recordPath(id)}>{digits(number)}</GoLink>
        </span>
      ))}
    </p>
  );
}

function Record({ consumer }: { consumer: ConsumerRecord }) {
  const t = useTexts('consumers');
  const may = useMay();
  const nameOf = useName();
  const { digits } = useFormats();
  const [step, setStep] = useState<Step | null>(null);
  const { actions, more } = useSteps(consumer, setStep);
  const name = nameOf(consumer);
  const history: RecordTab[] = may('logs:view')
    ? [{ id: 'history', title: t('record.history'), content: () => <History consumer={consumer} /> }]
    : [];
  const tabs: RecordTab[] = [
    { id: 'overview', title: t('record.overview'), content: () => <Overview consumer={consumer} /> },
    ...usePanelTabs(consumer),
    ...history,
  ];
  return (
    <>
      <RecordPage
        number={consumer.number}
        title={
          <span className={style.name}>
            <Avatar src={consumer.account?.imageLink ?? null} name={name} size={44} color="brand" alt="" />
            {name}
          </span>
        }
        place={<a href={`tel:${consumer.phone}`}>{digits(consumer.phone)}</a>}
        state={<ConsumerState status={consumer.status} />}
        {...(consumer.status === 'merged'
          ? {}
          : { figure: { label: t('record.due'), value: <Money minor={consumer.dueMinor} /> } })}
        actions={actions}
        more={more}
        notice={<MergedNotice consumer={consumer} />}
        tabs={tabs}
      />
      {step ? <StepDialog step={step} consumer={consumer} close={() => setStep(null)} /> : null}
    </>
  );
}

export function CustomerRecord() {
  const { data, error, refetch } = useAnswer(getConsumer, { params: { id: usePathParam() } });
  if (error) return <FailedPage error={error} retry={() => void refetch()} />;
  if (!data) return <RecordSkeleton />;
  return <Record consumer={data} />;
}
