// The crop of a picture. The tutor sets its three numbers with a slider each.

export interface Crop {
  /** 1: as much as fits the shape. */
  readonly zoom: number;
  /** From 0, the left and upper edge, to 1. */
  readonly across: number;
  readonly down: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly left: number;
  readonly top: number;
}

export const CENTRED: Crop = { zoom: 1, across: 0.5, down: 0.5 };
export const MAX_ZOOM = 4;
/** The width of the widest file that the server makes, in pixels. */
const MAX_WIDTH = 1280;

const within = (value: number) => Math.min(1, Math.max(0, value));

/** The part of the picture, in its pixels. `shape` is its width by its height. */
export function rectOf({ width, height }: Size, shape: number, crop: Crop): Rect {
  const widest = Math.min(width, height * shape);
  const kept = { width: widest / crop.zoom, height: widest / shape / crop.zoom };
  return {
    ...kept,
    left: (width - kept.width) * crop.across,
    top: (height - kept.height) * crop.down,
  };
}

interface Drag {
  /** How far, as parts of the frame's width and height. */
  readonly across: number;
  readonly down: number;
}

/** The crop once the picture has been dragged. It stops at its edges. */
export function dragged(picture: Size, shape: number, crop: Crop, by: Drag): Crop {
  const kept = rectOf(picture, shape, crop);
  const moved = (at: number, distance: number, room: number) =>
    room < 1 ? at : within(at - distance / room);
  return {
    ...crop,
    across: moved(crop.across, by.across * kept.width, picture.width - kept.width),
    down: moved(crop.down, by.down * kept.height, picture.height - kept.height),
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
