/** A form: one column of 640 px, an error summary with links on top, a button that says what it does. */
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import type { FieldError } from '#shared/errors.ts';
import type { CallError } from '../../calls/call-error.ts';
import { errorTextNow } from '../../calls/error-text.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Guarded, useGuardedByDialog } from '../dialog-guard.ts';
import { onDemand } from '../on-demand.tsx';
import { endsStep, useStepOver } from '../over/step-over.ts';
import { PageHead } from '../page-head.tsx';
import { fieldId } from './field.ts';
import { FilesUnderWay, useFilesUnderWay } from './files-under-way.ts';
import style from './form.module.css';
import { controlOf, namedProblems } from './problems/named-problems.ts';
import { problemText } from './problems/problem-text.ts';
import type { FormConflict, Typed } from './use-form.ts';

const OverEnd = onDemand(() => import('../over/over-note.tsx').then((file) => file.FormOverEnd));
const ConflictPanel = onDemand(() =>
  import('./conflict/conflict-panel.tsx').then((file) => file.ConflictPanel),
);

/** What the frame of a form needs of it. */
type AnyForm = {
  id: string;
  summary: readonly FieldError[];
  refusal: CallError | null;
  conflict: FormConflict | null;
  isRunning: boolean;
  /** Whether anything is lost with it, for a dialog around it. */
  guarded: Guarded;
  submit: () => Promise<void>;
  typed: () => Typed;
};

/** The summary has the focus after a refusal: "Go" of a phone sends once more from there. Its links stay links. */
function sendAgain(event: KeyboardEvent<HTMLDivElement>) {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

/** What is wrong, on top, each with a link to its field. */
function ErrorSummary({ form }: { form: AnyForm }) {
  const t = useTexts('common');
  const { summary, refusal } = form;
  if (summary.length === 0 && !refusal) return null;
  const named = namedProblems(form.id, summary);
  const words = new Map(form.typed().words);
  return (
    <Alert
      id={`${form.id}-summary`}
      tabIndex={-1}
      onKeyDown={sendAgain}
      role="alert"
      color="red"
      icon={<IconAlertTriangle size={20} />}
      title={refusal ? errorTextNow(refusal.code, refusal.params) : t('form.summary')}
    >
      {named.length > 0 ? (
        <ul className={style.summary}>
          {named.map(({ problem, label }) => (
            <li key={problem.path}>
              <a
                href={`#${fieldId(form.id, problem.path)}`}
                onClick={(event) => {
                  event.preventDefault();
                  // Asked only now: a field may have come with its problem.
                  controlOf(form.id, problem.path)?.focus();
                }}
              >
                {label ? `${label}: ` : null}
                {problemText(problem, words.get(problem.path)?.write)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}

const NOTHING: Guarded = { isChanged: false, letGo: () => undefined };

type FormBodyProps = {
  form: AnyForm;
  /** What the button does: "Record payment of ৳1,234". */
  submit: ReactNode;
  submitIcon?: ReactNode;
  danger?: boolean;
  /** Without any field it begins on Cancel: a stray Enter does not send it. So does what is dangerous. */
  isCareful?: boolean;
  cancel?: () => void;
  /** If what is sent takes something back itself, so that "Cancel" could mean both. */
  cancelLabel?: string;
  children: ReactNode;
};

/** The form itself, for a page, a dialog or a drawer. */
export function FormBody({
  form,
  submit,
  submitIcon,
  danger,
  isCareful = danger,
  cancel,
  cancelLabel,
  children,
}: FormBodyProps) {
  const t = useTexts('common');
  const over = useStepOver();
  // Nobody watches the record of this dialog: the refusal says that there is nothing to send any more.
  const refusal = over === undefined && endsStep(form.refusal) ? form.refusal : null;
  // What cannot be sent any more is not asked about when its dialog is closed.
  const isInDialog = useGuardedByDialog(over || refusal ? NOTHING : form.guarded);
  const files = useFilesUnderWay();
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!form.isRunning && files.count === 0) void form.submit();
  };
  const giveUp = () => {
    // A person who cancels a dialog means it; a page's cancel is a link away from it, which asks.
    if (isInDialog) form.guarded.letGo();
    cancel?.();
  };
  if (over || (refusal && isInDialog))
    return <OverEnd typed={form.typed()} refusal={refusal} close={cancel} />;
  return (
    // `post`: a browser that sent it without our code would never write it into the address.
    <form noValidate method="post" onSubmit={send} className={style.form}>
      <ErrorSummary form={form} />
      {form.conflict ? <ConflictPanel id={`${form.id}-summary`} conflict={form.conflict} /> : null}
      <FilesUnderWay value={files.tell}>{children}</FilesUnderWay>
      {files.count > 0 ? <p className={style.waits}>{t('form.waits_for_file')}</p> : null}
      <Group gap="xs" className={style.buttons}>
        <Button
          type="submit"
          loading={form.isRunning}
          disabled={files.count > 0}
          leftSection={submitIcon}
          color={danger ? 'red.8' : 'brand'}
          data-begins={isCareful ? undefined : true}
        >
          {submit}
        </Button>
        {cancel ? (
          <Button variant="subtle" color="gray" data-begins={isCareful || undefined} onClick={giveUp}>
            {cancelLabel ?? t('actions.cancel')}
          </Button>
        ) : null}
      </Group>
    </form>
  );
}

/** `before`: what comes between the heading and the form. */
type FormPageProps = FormBodyProps & { title: ReactNode; about?: ReactNode; before?: ReactNode };

/** A page that is a form. */
export function FormPage({ title, about, before, ...body }: FormPageProps) {
  return (
    <div className={style.page}>
      <PageHead title={title} about={about} />
      {before}
      <div className={style.sheet}>
        <FormBody {...body} />
      </div>
    </div>
  );
}

type FormSectionProps = { title: ReactNode; about?: ReactNode; children: ReactNode };

/** Fields that belong together, below a heading. */
export function FormSection({ title, about, children }: FormSectionProps) {
  return (
    <fieldset className={style.section}>
      <legend className={style.legend}>{title}</legend>
      {about ? <p className={style.about}>{about}</p> : null}
      {children}
    </fieldset>
  );
}

/** Fields side by side if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={style.row}>{children}</div>;
}
