// <CropDialog>: which part of a picture is shown, chosen by dragging or with three sliders.
import { useEffect, useRef, useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CENTRED, type Crop, dragged, MAX_ZOOM, rectOf } from './crop.ts';
import { type ChosenPicture, drawPart } from './read-picture.ts';

interface CropDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly chosen: ChosenPicture;
  /** Width by height; null keeps the shape of the picture. */
  readonly shape: number | null;
  readonly isBusy: boolean;
  readonly onUse: (rect: ReturnType<typeof rectOf>) => void;
  readonly onClose: () => void;
  /** What takes the focus afterwards. */
  readonly nextFocus: () => HTMLElement | null;
}

/** Sharp on any screen, and quick to draw. */
const SHOWN_WIDTH = 800;

const sliders = [
  { key: 'zoom', label: 'Zoom', min: 1, max: MAX_ZOOM },
  { key: 'across', label: 'Left to right', min: 0, max: 1 },
  { key: 'down', label: 'Top to bottom', min: 0, max: 1 },
] as const;

export function CropDialog(props: CropDialogProps) {
  const { open, title, chosen, isBusy, onUse, onClose, nextFocus } = props;
  const { bitmap } = chosen;
  const shape = props.shape ?? bitmap.width / bitmap.height;
  const [crop, setCrop] = useState<Crop>(CENTRED);
  const canvas = useRef<HTMLCanvasElement>(null);
  const rect = rectOf(bitmap, shape, crop);
  useEffect(() => {
    if (canvas.current !== null) drawPart(canvas.current, chosen, rect);
  });
  return (
    <Dialog
      open={open}
      title={title}
      description="Drag the picture, or use the sliders."
      width="wide"
      nextFocus={nextFocus}
      onOpenChange={(next) => {
        if (!next && !isBusy) onClose();
      }}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={isBusy} busyLabel="Uploading..." onClick={() => onUse(rect)}>
            Use this picture
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:items-center">
        <canvas
          ref={canvas}
          // A canvas is an image only by its role.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="img"
          aria-label="The part that is kept"
          width={SHOWN_WIDTH}
          height={Math.round(SHOWN_WIDTH / shape)}
          className="mx-auto max-h-[45dvh] max-w-full cursor-move touch-none rounded-md border border-line bg-faint"
          onPointerDown={({ currentTarget, pointerId }) =>
            currentTarget.setPointerCapture(pointerId)
          }
          onPointerMove={({ currentTarget, pointerId, movementX, movementY }) => {
            if (!currentTarget.hasPointerCapture(pointerId)) return;
            const by = {
              across: movementX / currentTarget.clientWidth,
              down: movementY / currentTarget.clientHeight,
            };
            setCrop((before) => dragged(bitmap, shape, before, by));
          }}
        />
        <div className="grid gap-2">
          {sliders.map(({ key, label, min, max }) => (
            <label key={key} className="block font-bold">
              {label}
              <input
                type="range"
                className="slider"
                min={min}
                max={max}
                step={0.01}
                value={crop[key]}
                onChange={({ target }) => setCrop({ ...crop, [key]: target.valueAsNumber })}
              />
            </label>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
