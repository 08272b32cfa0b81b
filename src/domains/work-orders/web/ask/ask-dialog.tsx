/** A household asks for a repair at one of its own connections. */
import { listSharedAccess } from '#domains/meters/sharing/contract.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { selectedApplication } from '#web/session/session.ts';
import { usePersisted } from '#web/state/persisted.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { CheckField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, PhoneField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { createOrder } from '../../steps/contract.ts';
import { CategoryField } from './category-field.tsx';

type Choice = { value: string; label: string };

export function AskDialog({ close }: { close: () => void }) {
  const t = useTexts('work-orders');
  const place = usePlace();
  const { digits } = useFormats();
  const selected = usePersisted(selectedApplication);
  const { data, error, refetch } = useAnswer(listSharedAccess);
  // Nothing is repaired at a closed one, nor at one that has another owner by now.
  const own = (data?.given ?? []).filter(({ isClosed }) => !isClosed);
  // Of several places nobody guesses: a crew would drive to the wrong house.
  const only = own.length === 1 ? own[0] : undefined;
  const chosen = own.find(({ connectionId }) => connectionId === selected?.connectionId) ?? only;
  const connections = own.map((connection) => ({
    value: connection.number,
    label: `${digits(connection.number)} · ${place(connection)}`,
  }));
  return (
    <FormDialog title={t('ask.title')} close={close}>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <RecordSkeleton />
      ) : own.length > 0 ? (
        <AskForm connections={connections} chosen={chosen?.number ?? ''} close={close} />
      ) : (
        <p>{t('ask.no_connection')}</p>
      )}
    </FormDialog>
  );
}

type AskFormProps = { connections: Choice[]; chosen: string; close: () => void };

function AskForm({ connections, chosen, close }: AskFormProps) {
  const t = useTexts('work-orders');
  const go = useGo();
  const form = useForm(createOrder, {
    initial: { categoryId: '', connectionNumber: chosen, description: '', phone: '', anyway: false },
    answers: { anyway: ['connectionNumber', 'categoryId'] },
    onDone: ({ id }) => {
      close();
      go(`/work-order-list/${id}`);
      return toast('success', t('ask.sent'));
    },
  });
  const runningId = form.problemOf('anyway')?.params?.id;
  return (
    <FormBody form={form} submit={t('ask.submit')} cancel={close}>
      <p>{t('ask.about')}</p>
      <CategoryField form={form} />
      <SelectField
        form={form}
        name="connectionNumber"
        label={t('ask.own_connection')}
        options={connections}
        required
      />
      <LongTextField
        form={form}
        name="description"
        label={t('ask.description')}
        help={t('ask.description_help')}
        required
      />
      <PhoneField form={form} name="phone" label={t('ask.phone')} help={t('ask.phone_help')} />
      {form.problemOf('anyway') || form.valueOf('anyway') ? (
        <>
          {runningId ? <GoLink to={`/work-order-list/${runningId}`}>{t('ask.running')}</GoLink> : null}
          <CheckField form={form} name="anyway" label={t('ask.anyway')} />
        </>
      ) : null}
    </FormBody>
  );
}
