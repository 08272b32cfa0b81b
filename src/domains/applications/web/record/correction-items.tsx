/** What the applicant is asked to put right: parts and papers, each with its remark. */
import { ActionIcon, Checkbox, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import { fieldId } from '#web/ui/form/field.ts';
import { AddLine } from '#web/ui/form/lines/add-line.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, type DocumentKind } from '../../documents.rules.ts';
import { PART_FIELDS, PART_NAMES, type PartField, type PartName } from '../../intake/parts.rules.ts';
import { returnedKinds } from '../../review/returned-papers.rules.ts';
import { FIELD_LABELS } from '../parts/field-label.ts';
import style from './record.module.css';

export type CorrectionItem = {
  part: PartName | 'document';
  kind?: DocumentKind | null;
  /** Of the part; none: the part as a whole. */
  fields?: PartField[];
  remark: string;
};

const KINDS = DOCUMENT_KIND_NAMES.filter((kind) => DOCUMENT_KINDS[kind].by === 'applicant');
const keyOf = (item: CorrectionItem) => item.kind ?? item.part;

/** What the papers that the reviewer returned say is wrong with them. */
export const itemsOf = ({ documents }: ApplicationDetail): CorrectionItem[] =>
  returnedKinds(documents).map((item) => ({ part: 'document', ...item }));

/** What a desk has approved is not corrected any more. */
const openFieldsOf = ({ approvedFields }: ApplicationDetail, part: PartName): PartField[] =>
  PART_FIELDS[part].filter((field) => !approvedFields[part].includes(field));

const partsOf = (application: ApplicationDetail): PartName[] =>
  PART_NAMES.filter((part) => openFieldsOf(application, part).length > 0);

type CorrectionItemsProps = { form: FormFields<string>; application: ApplicationDetail };

export function CorrectionItems({ form, application }: CorrectionItemsProps) {
  const t = useTexts('applications');
  const common = useTexts('common');
  const items = (form.valueOf('items') ?? []) as CorrectionItem[];
  const problem = form.problemOf('items');
  const add = (value: string) => {
    const part = PART_NAMES.find((name) => name === value);
    const kind = KINDS.find((name) => name === value);
    const item: CorrectionItem | null = part
      ? { part, remark: '' }
      : kind
        ? { part: 'document', kind, remark: '' }
        : null;
    if (item) form.change('items', [...items, item]);
  };
  const addId = fieldId(form.id, 'items');
  const lineOf = (value: string) => {
    const index = items.findIndex((item) => keyOf(item) === value);
    return index < 0 ? undefined : fieldId(form.id, `items.${index}.remark`);
  };
  const label = (item: CorrectionItem) => (item.kind ? t(`kinds.${item.kind}`) : t(`parts.${item.part}`));
  return (
    <div className={style.items}>
      {items.map((item, index) => (
        <div key={keyOf(item)} className={style.item}>
          <TextField
            form={form}
            name={`items.${index}.remark`}
            label={label(item)}
            placeholder={t('correction.item_remark')}
            required
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`${common('actions.remove')}: ${label(item)}`}
            onClick={() => {
              document.getElementById(addId)?.focus();
              form.change(
                'items',
                items.filter((other) => other !== item),
              );
            }}
          >
            <IconTrash size={17} />
          </ActionIcon>
          {item.part === 'document' ? null : (
            <Checkbox.Group
              className={style.itemFields}
              label={t('correction.fields', { part: label(item) })}
              description={t('correction.fields_help')}
              value={item.fields ?? []}
              onChange={(fields) => form.change(`items.${index}.fields`, fields)}
            >
              <Group gap="xs" mt={6}>
                {openFieldsOf(application, item.part).map((field) => (
                  <Checkbox key={field} value={field} label={t(FIELD_LABELS[field])} />
                ))}
              </Group>
            </Checkbox.Group>
          )}
        </div>
      ))}
      <AddLine
        id={addId}
        label={t('correction.add')}
        placeholder={t('correction.choose')}
        error={problem ? t('correction.none') : null}
        add={add}
        lineOf={lineOf}
        options={[
          {
            group: t('correction.parts'),
            items: partsOf(application).map((name) => ({ value: name, label: t(`parts.${name}`) })),
          },
          {
            group: t('parts.document'),
            items: KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
          },
        ]}
      />
    </div>
  );
}
