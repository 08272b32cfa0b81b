/** Which columns a list shows, in which order, and how high its rows are. Every change shows at once. */
import { ActionIcon, Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Dialog } from '../../dialog.tsx';
import style from '../list-tools.module.css';
import { DENSITIES, type Density, isArranged, isShown, moved, ordered } from './arrangement.rules.ts';
import type { ArrangedList } from './preferences.ts';
import { arrangeColumns, chooseDensity, resetColumns } from './preferences-sync.ts';

type Named = { key: string; title: string; startsHidden?: boolean };
type ColumnsDialogProps = {
  arranged: ArrangedList;
  columns: readonly Named[];
  isPhone: boolean;
  close: () => void;
};

type LineProps = {
  column: Named;
  index: number;
  count: number;
  isShown: boolean;
  show: (isShown: boolean) => void;
  moveTo: (key: string, place: number) => void;
  dragged: string | null;
  drag: (key: string | null) => void;
};

/** A column that can be taken to its place with the mouse, or moved with the buttons at its end. */
function Line({ column, index, count, isShown, show, moveTo, dragged, drag }: LineProps) {
  const t = useTexts('lists');
  const { key, title: name } = column;
  const over = (event: DragEvent) => {
    if (!dragged) return;
    event.preventDefault();
    if (dragged !== key) moveTo(dragged, index);
  };
  return (
    <li
      className={style.column}
      data-dragged={dragged === key || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        drag(key);
      }}
      onDragOver={over}
      onDragEnd={() => drag(null)}
      onDrop={(event) => event.preventDefault()}
    >
      <IconGripVertical size={16} className={style.grip} aria-hidden="true" />
      <Checkbox
        className={style.columnName}
        size="sm"
        label={name}
        aria-label={t('columns.show', { name })}
        checked={isShown}
        onChange={(event) => show(event.currentTarget.checked)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('columns.earlier', { name })}
        disabled={index === 1}
        onClick={() => moveTo(key, index - 1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('columns.later', { name })}
        disabled={index === count - 1}
        onClick={() => moveTo(key, index + 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </li>
  );
}

export function ColumnsDialog({ arranged, columns, isPhone, close }: ColumnsDialogProps) {
  const t = useTexts('lists');
  const { list, view, arrangement } = arranged;
  const [dragged, setDragged] = useState<string | null>(null);
  const [announced, setAnnounced] = useState('');
  const all = ordered(columns, arrangement);
  const [first, ...others] = all;
  const keys = all.map(({ key }) => key);
  const hidden = others.filter((column) => !isShown(column, arrangement)).map(({ key }) => key);
  const show = (key: string, isWanted: boolean) => {
    const left = hidden.filter((column) => column !== key);
    void arrangeColumns(list, view, { order: keys, hidden: isWanted ? left : [...left, key] });
  };
  const moveTo = (key: string, to: number) => {
    const order = moved(all, key, to);
    const name = all.find((column) => column.key === key)?.title ?? key;
    setAnnounced(t('columns.moved', { name, place: order.indexOf(key) + 1, count: order.length }));
    void arrangeColumns(list, view, { order, hidden });
  };
  return (
    <Dialog title={t('columns.title')} close={close} size="sm">
      <div className={style.panel}>
        {isPhone ? null : (
          <div>
            <p className={style.label} id="row-height">
              {t('columns.height')}
            </p>
            <SegmentedControl
              fullWidth
              aria-labelledby="row-height"
              value={arrangement.density}
              onChange={(value) => void chooseDensity(view, value as Density)}
              data={DENSITIES.map((value) => ({ value, label: t(`columns.${value}`) }))}
            />
          </div>
        )}
        <p className={style.about}>{t('columns.about')}</p>
        <ol className={style.columnList}>
          {first ? (
            <li className={style.column} data-fixed>
              <span className={style.columnName}>{first.title}</span>
              <span className={style.about}>{t('columns.always')}</span>
            </li>
          ) : null}
          {others.map((column, index) => (
            <Line
              key={column.key}
              {...{ column, moveTo, dragged, drag: setDragged }}
              index={index + 1}
              count={all.length}
              isShown={!hidden.includes(column.key)}
              show={(isWanted) => show(column.key, isWanted)}
            />
          ))}
        </ol>
        <p className={style.spoken} role="status">
          {announced}
        </p>
        <Button
          variant="default"
          disabled={!isArranged(arrangement)}
          onClick={() => void resetColumns(list, view)}
        >
          {t('columns.reset')}
        </Button>
      </div>
    </Dialog>
  );
}
