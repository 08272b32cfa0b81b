/** Puts tariffs into the product's own tables: three statements for any number of versions, then approved. */
import { all, type Db, execute, sql, transaction } from '#platform/database/db.ts';
import type { Block } from './charge-curve.ts';

export type ImportedTariff = {
  category: string;
  name: string;
  effectiveFrom: string;
  currency: string;
  /** Decimals of the money unit: 2 for cents, 6 if a calculation is compared unrounded. */
  moneyScale: number;
  unitLitres: string;
  fixedAmount: string;
  blocks: Block[];
  sewerPercent?: string;
  minimumPerDay?: string;
};

/** A number of a file as the decimal it stands for, free of binary noise. */
export const decimal = (value: number) => value.toFixed(10).replace(/\.?0+$/, '');

export function insertTariffs(db: Db, tariffs: ImportedTariff[]): Promise<void> {
  const rows = JSON.stringify(
    tariffs.map(({ blocks, ...tariff }) => ({
      ...tariff,
      sewerPercent: tariff.sewerPercent ?? '0',
      minimumPerDay: tariff.minimumPerDay ?? '0',
      blocks: blocks.map(({ from, to, rate }) => ({
        from: decimal(from),
        to: to === null ? null : decimal(to),
        rate: decimal(rate),
      })),
    })),
  );
  return transaction(db, async (tx) => {
    await execute(
      tx,
      sql`insert into billing.tariff_categories (code, name_en, name_bn)
      select distinct t.category, t.category, t.category from jsonb_to_recordset(${rows}::jsonb) as t (category text)
      on conflict do nothing`,
    );
    const inserted = await all<{ id: string }>(
      tx,
      sql`insert into billing.tariff_versions (category, name, effective_from, currency, money_scale, unit_litres,
          water_mode, fixed_amount, sewer_percent, minimum_mode, minimum_per, minimum_amount)
        select t.category, t.name, t."effectiveFrom", t.currency, t."moneyScale", t."unitLitres", 'blocks', t."fixedAmount",
          t."sewerPercent", case when t."minimumPerDay" > 0 then 'floor' else 'none' end, 'day', t."minimumPerDay"
        from jsonb_to_recordset(${rows}::jsonb) as t (category text, name text, "effectiveFrom" date, currency text,
          "moneyScale" int, "unitLitres" numeric, "fixedAmount" numeric, "sewerPercent" numeric, "minimumPerDay" numeric)
        returning id`,
    );
    await execute(
      tx,
      sql`insert into billing.tariff_blocks (version_id, from_quantity, to_quantity, rate)
      select v.id, b."from", b."to", b.rate
      from jsonb_to_recordset(${rows}::jsonb) as t (category text, "effectiveFrom" date, blocks jsonb)
      join billing.tariff_versions v on v.category = t.category and v.effective_from = t."effectiveFrom"
      cross join jsonb_to_recordset(t.blocks) as b ("from" numeric, "to" numeric, rate numeric)`,
    );
    await execute(
      tx,
      sql`update billing.tariff_versions set state = 'APPROVED', approved_at = now()
      where id = any (${inserted.map(({ id }) => id)}::uuid[])`,
    );
  });
}
