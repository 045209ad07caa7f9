// <SlitHandles>: the two slits of the hero's figure, to be moved apart and together by whatever
// points. The keyboard has a slider.
import { type PointerEvent, useRef } from 'react';

import { AXIS, BARRIER } from './interference-figure.tsx';

/**
 * Around a slit, in the drawing's units: a finger's width where the figure is as small as on a
 * phone.
 */
const ROOM = 42;

interface SlitHandlesProps {
  /** In the drawing's units. */
  readonly separation: number;
  readonly onMove: (separation: number) => void;
}

/**
 * Keeps one finger on it from scrolling the page, which stays free everywhere else on the figure.
 * The parts of a drawing have no touch-action, and React's own listeners may not prevent anything.
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
  /** How far beside the slit it has been taken hold of. */
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
