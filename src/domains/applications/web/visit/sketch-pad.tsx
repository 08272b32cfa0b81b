/** A sketch of the plot, the road and the pipe, drawn with a finger, a pen or the mouse: sent as a picture beside the photos. */
import { Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { NativeDialog } from '#web/layout/native-dialog.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { SKETCH_NAME } from './sketch-name.ts';
import style from './visit.module.css';

const WIDTH = 1200;
const HEIGHT = 900;
const PEN = 5;
const GRID = 60;

type Point = { x: number; y: number };
type Stroke = readonly Point[];

function draw(canvas: HTMLCanvasElement, strokes: readonly Stroke[]) {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = '#e3e7ee';
  context.lineWidth = 1;
  context.beginPath();
  for (let x = GRID; x < WIDTH; x += GRID) {
    context.moveTo(x, 0);
    context.lineTo(x, HEIGHT);
  }
  for (let y = GRID; y < HEIGHT; y += GRID) {
    context.moveTo(0, y);
    context.lineTo(WIDTH, y);
  }
  context.stroke();
  context.strokeStyle = '#10141d';
  context.lineWidth = PEN;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [first, ...rest] of strokes) {
    if (!first) continue;
    context.beginPath();
    context.moveTo(first.x, first.y);
    // A tap is a point.
    for (const { x, y } of rest.length > 0 ? rest : [first]) context.lineTo(x, y);
    context.stroke();
  }
}

type PadProps = { close: () => void; take: (sketch: File) => Promise<unknown> };

function Pad({ close, take }: PadProps) {
  const t = useTexts('applications');
  const common = useTexts('common');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const drawing = useRef(false);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, strokes);
  }, [strokes]);
  const pointOf = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return { x: ((event.clientX - left) / width) * WIDTH, y: ((event.clientY - top) / height) * HEIGHT };
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    const point = pointOf(event);
    setStrokes((drawn) => [...drawn, [point]]);
  };
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!drawing.current) return;
    const point = pointOf(event);
    setStrokes((drawn) => [...drawn.slice(0, -1), [...(drawn.at(-1) ?? []), point]]);
  };
  const end = () => {
    drawing.current = false;
  };
  const save = () =>
    canvas.current?.toBlob(async (blob) => {
      if (!blob) return;
      await take(new File([blob], SKETCH_NAME, { type: 'image/png' }));
      close();
    }, 'image/png');
  // A drawing is not gone by a slip: Cancel is the button for it.
  const closeIfEmpty = () => {
    if (strokes.length === 0) close();
  };
  return (
    <NativeDialog label={t('sketch.title')} close={closeIfEmpty} stays className={style.pad}>
      <h2>{t('sketch.title')}</h2>
      <p className={style.padHelp}>{t('sketch.help')}</p>
      <canvas
        ref={canvas}
        className={style.paper}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={t('sketch.title')}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <Group gap="xs" justify="space-between">
        <Button
          variant="default"
          disabled={strokes.length === 0}
          leftSection={<IconArrowBackUp size={17} aria-hidden="true" />}
          onClick={() => setStrokes((drawn) => drawn.slice(0, -1))}
        >
          {t('sketch.undo')}
        </Button>
        <Group gap="xs">
          <Button variant="subtle" color="gray" onClick={close}>
            {common('actions.cancel')}
          </Button>
          <Button disabled={strokes.length === 0} onClick={save}>
            {t('sketch.keep')}
          </Button>
        </Group>
      </Group>
    </NativeDialog>
  );
}

/** The button that opens the pad. */
export function Sketch({ take }: Pick<PadProps, 'take'>) {
  const t = useTexts('applications');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        leftSection={<IconPencil size={17} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('sketch.draw')}
      </Button>
      {isOpen ? <Pad close={() => setOpen(false)} take={take} /> : null}
    </>
  );
}
