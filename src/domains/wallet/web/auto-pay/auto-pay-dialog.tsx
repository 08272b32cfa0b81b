/** A household says when its bills are paid from the wallet, and up to how much. */
import { Alert } from '@mantine/core';
import { GoLink } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { leftOutOf, TRIGGERS } from '../../auto-pay/auto-pay.rules.ts';
import { type AutoPayConnection, updateAutoPay } from '../../auto-pay/contract.ts';
import { amountOf } from '../dialog-parts.tsx';
import style from '../wallet.module.css';

/** @property connection null: for all that the household has @property connections which it is for */
export type AutoPayDialogProps = {
  connection: AutoPayConnection | null;
  connections: readonly AutoPayConnection[];
  close: () => void;
};

export function AutoPayDialog({ connection, connections, close }: AutoPayDialogProps) {
  const t = useTexts('wallet');
  const { digits } = useFormats();
  const place = usePlace();
  const wish = connection?.wish;
  const form = useForm(updateAutoPay, {
    initial: {
      when: wish?.trigger === 'FIXED_DAY' ? { trigger: 'FIXED_DAY', day: wish.day } : { trigger: 'ON_BILL' },
      ceilingMinor: wish?.ceilingMinor,
    },
    extra: { on: true, ...(connection ? { connectionId: connection.connectionId } : {}) },
    onDone: () => {
      close();
      return toast('success', t('auto.started'));
    },
  });
  const ceiling = amountOf(form.valueOf('ceilingMinor'));
  return (
    <FormDialog
      title={t('auto.dialog')}
      {...(connection
        ? {
            subject: {
              what: t('auto.connection', { number: digits(connection.number) }),
              which: place(connection),
            },
          }
        : {})}
      close={close}
    >
      <FormBody
        form={form}
        submit={ceiling ? t('auto.submit', { ceiling }) : t('auto.submit_none')}
        cancel={close}
      >
        {connection ? null : <p>{t('auto.all_about', { count: connections.length })}</p>}
        <RadioField
          form={form}
          name="when.trigger"
          label={t('auto.when')}
          required
          options={TRIGGERS.map((value) => ({ value, label: t(`auto.triggers.${value}`) }))}
        />
        {form.valueOf('when.trigger') === 'FIXED_DAY' ? (
          <WholeField form={form} name="when.day" label={t('auto.day')} help={t('auto.day_help')} required />
        ) : null}
        <MoneyField
          form={form}
          name="ceilingMinor"
          label={t('auto.ceiling')}
          help={t('auto.ceiling_help')}
          required
        />
        {ceiling ? <LeftOutBills connections={connections} ceilingMinor={ceiling} /> : null}
      </FormBody>
    </FormDialog>
  );
}

/** What is open now and would stay open, before it is confirmed: why, and the way to pay it. */
function LeftOutBills({
  connections,
  ceilingMinor,
}: {
  connections: readonly AutoPayConnection[];
  ceilingMinor: number;
}) {
  const t = useTexts('wallet');
  const { money, month, digits } = useFormats();
  const bills = connections.flatMap(({ connectionId, open }) =>
    open.map((bill) => ({ ...bill, connectionId })),
  );
  const left = leftOutOf(bills, ceilingMinor);
  if (left.length === 0) return null;
  return (
    <Alert color="yellow">
      <b>{t('auto.left_out', { count: left.length })}</b>
      <ul className={style.lines}>
        {bills.map((bill) => {
          const reason = left.find(({ id }) => id === bill.id)?.reason;
          return reason ? (
            <li key={bill.id}>
              <span className={style.wish}>
                <b>
                  {month(bill.period)} · {money(bill.openMinor)}
                </b>
                <span>
                  {t('auto.bill', { number: digits(bill.number) })}
                  {bill.overdue ? ` · ${t('auto.overdue')}` : ''}
                </span>
                <span>{t(`auto.left.${reason}`)}</span>
              </span>
              <GoLink
                to="/pay"
                query={{ connectionId: bill.connectionId, bill: bill.number }}
                className={style.wayOn}
              >
                {t('auto.pay_now')}
              </GoLink>
            </li>
          ) : null;
        })}
      </ul>
    </Alert>
  );
}
