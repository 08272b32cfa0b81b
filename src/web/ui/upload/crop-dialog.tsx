/** Choosing the part of a picture that is kept: by mouse, finger or keyboard (arrows, a slider for the zoom). */
import 'react-easy-crop/react-easy-crop.css';
import { Button, Group, Modal, Slider, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { useTexts } from '../../texts/texts.ts';
import { useFocusBack } from '../use-focus-back.ts';
import { cropped, type Size } from './file-checks.ts';
import style from './upload.module.css';

type CropDialogProps = { file: File; required: Size; onDone: (file: File) => void; onCancel: () => void };

export function CropDialog({ file, required, onDone, onCancel }: CropDialogProps) {
  const t = useTexts('common');
  const own = useTexts('frame');
  useFocusBack();
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const use = async () => {
    if (area) onDone(await cropped(file, area, required));
  };
  return (
    <Modal
      opened
      onClose={onCancel}
      title={<b>{own('crop.title')}</b>}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <Text c="dimmed" mb="sm">
        {own('crop.help')}
      </Text>
      <div className={style.crop}>
        <Cropper
          image={address}
          crop={place}
          zoom={zoom}
          disableAutomaticStylesInjection
          aspect={required.width / required.height}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <Slider
        mt="md"
        thumbLabel={own('crop.zoom')}
        min={1}
        max={4}
        step={0.05}
        label={null}
        value={zoom}
        onChange={setZoom}
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button onClick={() => void use()} disabled={!area}>
          {own('crop.use')}
        </Button>
      </Group>
    </Modal>
  );
}
