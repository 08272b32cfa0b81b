/** A consumer says how a resolved ticket was dealt with, which closes it. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { TicketDetail } from '../../contract.ts';
import { updateTicketStatus } from '../../steps/contract.ts';

const STARS = [5, 4, 3, 2, 1] as const;

export function Rate({ ticket }: { ticket: TicketDetail }) {
  const t = useTexts('support');
  const { number } = useFormats();
  const form = useForm(updateTicketStatus, {
    initial: { remark: '' },
    input: { query: { ticketId: ticket.id, status: 'CLOSED' } },
    extra: { version: ticket.version },
    noGuard: 'a choice of stars is made again at once',
    onDone: () => toast('success', t('rate.thanks')),
  });
  // The choice is a text, the contract's field a number.
  const asText: FormFields<'stars'> = {
    ...form,
    valueOf: (name) => String(form.valueOf(name) ?? ''),
    change: (name, value) => form.change(name, Number(value)),
    leave: form.leave,
    problemOf: form.problemOf,
  };
  return (
    <Sheet title={t('rate.title')}>
      <FormBody form={form} submit={t('rate.submit')}>
        <p>{t('rate.about')}</p>
        <RadioField
          form={asText}
          name="stars"
          label={t('rate.stars')}
          options={STARS.map((stars) => ({
            value: String(stars),
            label: `${number(stars)} · ${t(`rate.stars_${stars}`)}`,
          }))}
          required
        />
        <LongTextField form={form} name="remark" label={t('rate.remark')} />
      </FormBody>
    </Sheet>
  );
}
