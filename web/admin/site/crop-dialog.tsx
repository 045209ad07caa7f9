// <CropDialog>: which part of a picture is shown, chosen by dragging or with three sliders.
import { useEffect, useRef, useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** The crop of a picture. The tutor sets its three numbers with a slider each. */
interface Crop {
  /** 1: as much as fits the shape. */
  readonly zoom: number;
  /** From 0, the left and upper edge, to 1. */
  readonly across: number;
  readonly down: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Rect extends Size {
  readonly left: number;
  readonly top: number;
}

export const CENTRED: Crop = { zoom: 1, across: 0.5, down: 0.5 };
const MAX_ZOOM = 4;
/** The width of the widest file that the server makes, in pixels. */
const MAX_WIDTH = 1280;

const within = (value: number) => Math.min(1, Math.max(0, value));

/** The part of the picture, in its pixels. `shape` is its width by its height. */
export function rectOf({ width, height }: Size, shape: number, crop: Crop): Rect {
  const widest = Math.min(width, height * shape);
  const size = { width: widest / crop.zoom, height: widest / shape / crop.zoom };
  return {
    ...size,
    left: (width - size.width) * crop.across,
    top: (height - size.height) * crop.down,
  };
}

interface Drag {
  /** How far, as parts of the frame's width and height. */
  across: number;
  down: number;
}

/** The crop once the picture has been dragged. It stops at its edges. */
export function dragged(picture: Size, shape: number, crop: Crop, by: Drag): Crop {
  const rect = rectOf(picture, shape, crop);
  const moved = (at: number, distance: number, room: number) =>
    room < 1 ? at : within(at - distance / room);
  return {
    ...crop,
    across: moved(crop.across, by.across * rect.width, picture.width - rect.width),
    down: moved(crop.down, by.down * rect.height, picture.height - rect.height),
  };
}

/** The size of the part when it is sent: never more pixels than it has. */
export function sizeToSend({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_WIDTH / width);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

interface CropDialogProps {
  open: boolean;
  title: string;
  chosen: ChosenPicture;
  /** Width by height; null keeps the shape of the picture. */
  shape: number | null;
  isBusy: boolean;
  onUse: (rect: ReturnType<typeof rectOf>) => void;
  onClose: () => void;
  /** What takes the focus afterwards. */
  nextFocus: () => HTMLElement | null;
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

/** A picture that the tutor has chosen. */
export interface ChosenPicture {
  /** Tells two choices apart. */
  readonly key: number;
  readonly bitmap: ImageBitmap;
  /** The type of what is sent: one that keeps transparency if the picture may have some. */
  readonly type: 'image/jpeg' | 'image/png';
}

let lastKey = 0;

const JPEG_QUALITY = 0.92;

/** What to do with a file that this browser cannot read. */
export const adviceOn = ({ name, type }: Pick<File, 'name' | 'type'>): string =>
  /hei[cf]/i.test(`${type} ${name}`)
    ? 'This is a HEIC picture. On your iPhone, choose Settings, Camera, Formats, Most Compatible, then take it again. Or open this page on the iPhone and choose the picture there: it then comes as a JPEG.'
    : 'This file is no picture that can be read. Choose a JPEG, PNG, WebP or AVIF file.';

/** Upright, as the camera was held. Null if this browser cannot read the file. */
export async function readPicture(file: File): Promise<ChosenPicture | null> {
  // A drawing has no size of its own, and can hold programs.
  if (/svg/i.test(file.type)) return null;
  try {
    const bitmap = await createImageBitmap(file);
    lastKey += 1;
    return { key: lastKey, bitmap, type: file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png' };
  } catch {
    return null;
  }
}

function drawPart(
  canvas: HTMLCanvasElement,
  { bitmap }: ChosenPicture,
  { left, top, width, height }: Rect,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, left, top, width, height, 0, 0, canvas.width, canvas.height);
}

/** The part of the picture as a file. */
export async function cutOut(chosen: ChosenPicture, rect: Rect): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, sizeToSend(rect));
  drawPart(canvas, chosen, rect);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture cannot be cut')) : resolve(blob)),
      chosen.type,
      JPEG_QUALITY,
    );
  });
}
