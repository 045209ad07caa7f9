// <SlitHandles>: drags the two slits of the hero's figure apart and together with any pointer. The
// keyboard has a slider.
import { type PointerEvent, useRef } from 'react';

import { AXIS, BARRIER } from './interference-figure.tsx';

/**
 * The hit area around a slit, in drawing units: a finger's width on the small figure of a phone.
 */
const ROOM = 42;

interface SlitHandlesProps {
  /** In drawing units. */
  readonly separation: number;
  readonly onMove: (separation: number) => void;
}

/**
 * Stops a drag on the handle from scrolling the page, which can still be scrolled everywhere else
 * on the figure. SVG elements have no touch-action, and React's listeners are passive.
 */
function holdPage(handle: SVGElement | null): (() => void) | undefined {
  if (handle === null) return undefined;
  const hold = (event: TouchEvent) => {
    if (event.touches.length === 1) event.preventDefault();
  };
  handle.addEventListener('touchstart', hold, { passive: false });
  return () => handle.removeEventListener('touchstart', hold);
}

export function SlitHandles(props: SlitHandlesProps) {
  return (
    <>
      <Handle side={-1} {...props} />
      <Handle side={1} {...props} />
    </>
  );
}

function Handle({ side, separation, onMove }: SlitHandlesProps & { readonly side: -1 | 1 }) {
  /** The pointer's offset from the slit at the start of the drag. */
  const held = useRef(0);
  const slit = AXIS + (side * separation) / 2;
  const heightOf = ({ clientY, currentTarget }: PointerEvent<SVGElement>) => {
    const toPage = currentTarget.ownerSVGElement?.getScreenCTM();
    return toPage ? (clientY - toPage.f) / toPage.d : slit;
  };
  return (
    <path
      data-part="handle"
      d={`M${BARRIER - ROOM} ${AXIS}V${slit + side * ROOM}H${BARRIER + ROOM}V${AXIS}Z`}
      ref={holdPage}
      className="cursor-ns-resize"
      pointerEvents="all"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = heightOf(event) - slit;
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        onMove(2 * side * (heightOf(event) - held.current - AXIS));
      }}
    />
  );
}
