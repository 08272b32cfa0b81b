/** A consumer writes to the utility: about one of their own connections or applications, or about nothing of these. */
import { listOwnerApplications } from '#domains/applications/owners/contract.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { selectedApplication } from '#web/session/session.ts';
import { usePersisted } from '#web/state/persisted.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { createTicket } from '../../steps/contract.ts';
import { CategoryField } from './category-field.tsx';
import { FilesField } from './files-field.tsx';

const ALL = { limit: 5000, offset: 1 };

export function AskDialog({ close }: { close: () => void }) {
  const t = useTexts('support');
  const go = useGo();
  const place = usePlace();
  const { digits } = useFormats();
  const { about = '' } = useUrlQuery();
  const selected = usePersisted(selectedApplication);
  const { data, isPending } = useAnswer(listOwnerApplications, { query: ALL }, { afterActs: 'when-shown' });
  const form = useForm(createTicket, {
    initial: {
      ...{ categoryId: '', applicationId: selected?.applicationId ?? '', subject: '', text: '' },
      ...{ aboutNumber: about, files: [] },
    },
    onDone: ({ id }) => {
      close();
      go('/support-ticket-details', { ticketId: id });
      return toast('success', t('ask.sent'));
    },
  });
  const options = (data?.items ?? []).map((option) => ({
    value: option.applicationId,
    label: `${place({ sectorNumber: option.sectorNo, roadNumber: option.smallRoadNo, plotNumber: option.plotNo })}${
      option.customerId ? ` · ${digits(option.customerId)}` : ''
    }`,
  }));
  return (
    <FormDialog title={t('ask.title')} close={close}>
      <FormBody form={form} submit={t('ask.submit')} cancel={close}>
        <p>{t('ask.about')}</p>
        <CategoryField form={form} />
        {options.length > 0 || isPending ? (
          <SelectField
            form={form}
            name="applicationId"
            label={t('ask.connection')}
            options={options}
            isLoading={isPending}
            placeholder={t('ask.no_connection')}
          />
        ) : null}
        <TextField
          form={form}
          name="subject"
          label={t('ask.subject')}
          help={t('ask.subject_help')}
          required
        />
        <LongTextField form={form} name="text" label={t('ask.text')} help={t('ask.text_help')} required />
        <TextField
          form={form}
          name="aboutNumber"
          label={t('ask.about_number')}
          help={t('ask.about_number_help')}
          inputMode="numeric"
        />
        <FilesField form={form} />
      </FormBody>
    </FormDialog>
  );
}
