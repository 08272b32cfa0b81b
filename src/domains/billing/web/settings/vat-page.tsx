/** VAT by date: what is billed today, a change with its preview, and the changes that were planned. */

import { DatedPage } from '#domains/settings/web/config/dated-page.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { approveVat, listVat, withdrawVat } from '../../settings/contract.ts';
import style from './settings.module.css';
import { VatForm } from './vat-form.tsx';
import { useVatLines } from './vat-lines.ts';
import { VatPreview } from './vat-preview.tsx';

type State = EndpointAnswer<typeof listVat>;

export function VatPage() {
  const t = useTexts('settings');
  const found = useAnswer(listVat);
  return (
    <DatedPage
      found={found}
      title={t('config.vat.title')}
      about={t('config.vat.about')}
      planTitle={t('config.vat.new')}
      above={(state) => <BilledToday state={state} />}
      form={(state) => <VatForm state={state} />}
      linesOf={useVatLines(found.data?.categories ?? [])}
      approve={approveVat}
      withdraw={withdrawVat}
      aboutWaiting={({ validFrom, value }) =>
        validFrom < today() ? null : <VatPreview validFrom={validFrom} value={value} />
      }
    />
  );
}

function BilledToday({ state }: { state: State }) {
  const t = useTexts('settings');
  const language = useLanguage();
  const { digits } = useFormats();
  const kinds = ['water', 'fixed', 'minimum', 'sewer'] as const;
  return (
    <Sheet title={t('config.vat.by_category')}>
      <p className={style.quiet}>{t('config.vat.by_category_about')}</p>
      <div className={style.scroll}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">{t('config.vat.category')}</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col" className={style.number}>
                  {t(`config.vat.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {state.billed.map((row) => (
              <tr key={row.category}>
                <td>{language === 'bn' ? row.nameBn : row.nameEn}</td>
                {kinds.map((kind) => (
                  <td key={kind} className={style.number}>
                    {digits(`${row[`${kind}Percent`]}%`)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}
