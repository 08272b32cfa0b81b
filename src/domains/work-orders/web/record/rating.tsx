/** How the work was: asked of the household after the closing, and read by it and by the office. */
import { IconStar } from '@tabler/icons-react';
import { DAY_MS, dayOf } from '#shared/dates.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { webConfig } from '#web/config.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Instant } from '#web/ui/figures.tsx';
import { type FieldProps, fieldId } from '#web/ui/form/field.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { OrderDetail } from '../../contract.ts';
import { rateOrder } from '../../steps/contract.ts';
import { DAYS_TO_RATE } from '../../work-order.rules.ts';
import { STARS, Stars } from '../stars.tsx';
import { useIsConsumer } from '../state-chip.tsx';
import style from '../work-orders.module.css';

export const hasRating = ({ can, ratings }: OrderDetail) => can.rate === 'yes' || ratings.length > 0;

export function Rating({ order }: { order: OrderDetail }) {
  const t = useTexts('work-orders');
  const isConsumer = useIsConsumer();
  return (
    <Sheet title={t(order.can.rate === 'yes' ? 'rate.title' : isConsumer ? 'rate.yours' : 'detail.ratings')}>
      <div className={style.parts}>
        {order.can.rate === 'yes' ? <RateForm order={order} /> : null}
        {order.ratings.map(({ id, stars, remark, at }) => (
          <div key={id} className={style.rating}>
            <span>
              <Stars count={stars} /> <Instant at={at} />
            </span>
            {remark ? <p className={style.sentence}>{remark}</p> : null}
          </div>
        ))}
      </div>
    </Sheet>
  );
}

function RateForm({ order }: { order: OrderDetail }) {
  const t = useTexts('work-orders');
  const { day } = useFormats();
  const form = useForm(rateOrder, {
    initial: { remark: '' },
    extra: { orderId: order.id, version: order.version },
    onDone: () => toast('success', t('rate.done')),
  });
  const last = new Date(Date.parse(order.closedAt ?? order.stateSince) + DAYS_TO_RATE * DAY_MS);
  return (
    <FormBody form={form} submit={t('rate.submit')}>
      <p className={style.sentence}>{t('rate.about', { day: day(dayOf(last, webConfig().timeZone)) })}</p>
      <StarsField form={form} name="stars" label={t('rate.stars')} />
      <LongTextField form={form} name="remark" label={t('rate.remark')} />
    </FormBody>
  );
}

/** Radio buttons: the arrows choose, and a screen reader says how many stars and what that means. */
function StarsField<Name extends string>({ form, name, label }: FieldProps<Name>) {
  const t = useTexts('work-orders');
  const value = Number(form.valueOf(name) ?? 0);
  const problem = form.problemOf(name);
  const chosen = STARS.find((star) => star === value);
  const id = fieldId(form.id, name);
  return (
    <fieldset className={style.choice} aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend>{label}</legend>
      <div className={style.choiceStars}>
        {STARS.map((star) => (
          <label key={star} className={style.star} data-on={star <= value || undefined}>
            <input
              type="radio"
              id={star === 1 ? id : `${id}-${star}`}
              name={id}
              value={star}
              checked={star === value}
              aria-label={`${t('rate.count', { count: star })}: ${t(`rate.words.s${star}`)}`}
              onChange={() => form.change(name, star)}
            />
            <IconStar size={30} stroke={1.6} aria-hidden="true" />
          </label>
        ))}
      </div>
      <p className={style.chosen} aria-hidden="true">
        {chosen ? t(`rate.words.s${chosen}`) : null}
      </p>
      {problem ? (
        <p id={`${id}-problem`} className={style.problem}>
          {errorTextNow(problem.code, problem.params)}
        </p>
      ) : null}
    </fieldset>
  );
}
