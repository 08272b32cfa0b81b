/** What the offices wrote about one document, the oldest first, and a line to write more. Households do not read it. */
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { HoldsChanges } from '#web/ui/holds-changes.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { commentDocument, commentDocumentAtDesk } from '../../review/contract.ts';
import style from './paper-comments.module.css';
import type { Paper } from './paper-view.tsx';

type PaperCommentsProps = { application: ApplicationDetail; paper: Paper };

export function PaperComments({ application, paper }: PaperCommentsProps) {
  const t = useTexts('applications');
  const may = useMay();
  const isOpen = application.state !== 'DRAFT' && !application.archived;
  const call = may('applications:accept')
    ? commentDocument
    : may('noc:remark')
      ? commentDocumentAtDesk
      : null;
  if (paper.comments.length === 0 && !(isOpen && call)) return null;
  return (
    <section className={style.comments} aria-label={t('comments.title')}>
      <Comments paper={paper} />
      {isOpen && call ? <Write key={paper.id} call={call} paper={paper} /> : null}
    </section>
  );
}

function Comments({ paper }: { paper: Paper }) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const { instant } = useFormats();
  if (paper.comments.length === 0) return null;
  return (
    <ul className={style.list}>
      {paper.comments.map(({ id, at, kind, name, roleCode, text }) => (
        <li key={id} className={style.comment}>
          <p>{text}</p>
          <div className={style.soft}>
            {[name, roleName(roleCode, roleCode), instant(at)].join(' · ')}{' '}
            {kind === 'return' ? <StateChip tone="red">{t('comments.reason')}</StateChip> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

type WriteProps = { call: typeof commentDocument; paper: Paper };

function Write({ call, paper }: WriteProps) {
  const t = useTexts('applications');
  const [text, setText] = useState('');
  const comment = useAction(call, {
    onDone: () => {
      setText('');
      return toast('success', t('comments.added'));
    },
  });
  const isEmpty = text.trim() === '';
  return (
    <div className={style.write}>
      <HoldsChanges isChanged={!isEmpty} />
      <Textarea
        label={t('comments.add')}
        description={t('comments.add_help')}
        value={text}
        maxLength={500}
        autosize
        minRows={1}
        onChange={(event) => setText(event.currentTarget.value)}
        // Arrow keys move between the papers.
        onKeyDown={(event) => event.stopPropagation()}
      />
      <Button
        variant="default"
        disabled={isEmpty}
        loading={comment.isRunning}
        onClick={() => comment.run({ body: { documentId: paper.id, text } })}
      >
        {t('comments.send')}
      </Button>
    </div>
  );
}
