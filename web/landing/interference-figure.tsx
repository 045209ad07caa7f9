// The hero's figure: waves through two slits, their bright lines and the pattern on the screen.
import type { ReactNode } from 'react';

import type { TwoSlits } from '../../domain/lessons/two-slits.ts';
import {
  antinode,
  brightLine,
  brightnessCurve,
  CURVE_HEIGHT,
  DISTANCE,
  ordersInSight,
  REACH,
  shades,
  SLIT_WIDTH,
} from './fringes.ts';

const WIDTH = 580;
const HEIGHT = 480;
export const AXIS = 226;
export const BARRIER = 96;
const SCREEN = BARRIER + DISTANCE;
const THICKNESS = 16;
const CURVE = SCREEN + THICKNESS + 8;
const TOP = AXIS - REACH;
const BOTTOM = AXIS + REACH;
/**
 * The unlit screen. The light on it is the same in both colour schemes, because light is brighter
 * than no light.
 */
const DARK = '#16213a';
/** The number of crests in front of the slits. */
const COMING = 4;

const screen = `M${SCREEN} ${TOP}h${THICKNESS}V${BOTTOM}h-${THICKNESS}Z`;
const percent = (part: number) => `${Number((part * 100).toFixed(1))}%`;
const rays = { stroke: 'var(--color-signal)', strokeWidth: 1.5, strokeDasharray: '7 5' } as const;
const length = (units: number) => Number(units.toFixed(1));

interface InterferenceFigureProps {
  label: string;
  /** In drawing units. */
  slits: TwoSlits;
  /** The colour of the light. */
  colour: string;
  /** Rendered on top: the handles. */
  children?: ReactNode;
}

export function InterferenceFigure({ label, slits, colour, children }: InterferenceFigureProps) {
  const { separation } = slits;
  const upper = length(AXIS - separation / 2);
  const lower = length(AXIS + separation / 2);
  const curve = brightnessCurve(slits, [CURVE, AXIS]);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      fill="none"
      className="h-auto w-full"
    >
      <defs>
        <LambdaShape />
        <clipPath id="between">
          <path d={`M${BARRIER} ${TOP}H${SCREEN}V${BOTTOM}H${BARRIER}Z`} />
        </clipPath>
        <Pattern slits={slits} colour={colour} />
      </defs>

      <Waves slits={slits} />
      <path d={`M${BARRIER} ${AXIS}H${SCREEN}`} {...rays} />
      {/* The upper half mirrors the lower one. */}
      <g id="below">
        <g {...rays}>
          {ordersInSight(slits).map((order) => (
            <path key={order} d={brightLine(slits, order, [BARRIER, AXIS])} />
          ))}
        </g>
        <path d={`${curve}H${CURVE}V${AXIS}Z`} fill="var(--color-signal)" opacity="0.14" />
        <path
          data-part="brightness"
          d={curve}
          stroke="var(--color-signal)"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </g>
      <use href="#below" transform={`matrix(1 0 0 -1 0 ${2 * AXIS})`} />
      <path
        d={`M${BARRIER} ${TOP}V${upper - SLIT_WIDTH / 2}m0 ${SLIT_WIDTH}V${lower - SLIT_WIDTH / 2}m0 ${SLIT_WIDTH}V${BOTTOM}`}
        stroke="var(--color-ink)"
        strokeWidth="7"
      />
      <path data-part="screen" d={screen} fill={DARK} />
      <path d={screen} fill="url(#pattern)" stroke="var(--color-ink)" />

      <Measures slits={slits} />
      {children}
    </svg>
  );
}

/** The light on the screen, from the axis downwards; the upper half mirrors it. */
function Pattern({ slits, colour }: Pick<InterferenceFigureProps, 'slits' | 'colour'>) {
  return (
    <linearGradient
      id="pattern"
      gradientUnits="userSpaceOnUse"
      spreadMethod="reflect"
      x1="0"
      x2="0"
      y1={AXIS}
      y2={BOTTOM}
      color={colour}
    >
      {shades(slits).map(({ at, brightness }) => (
        <stop
          key={at}
          offset={percent(at)}
          stopColor="currentColor"
          stopOpacity={Number(brightness.toFixed(2))}
        />
      ))}
    </linearGradient>
  );
}

/** The crests in front of the slits, and behind each of them. */
function Waves({ slits: { wavelength, separation } }: Pick<InterferenceFigureProps, 'slits'>) {
  const upper = length(AXIS - separation / 2);
  return (
    <g stroke="var(--color-ink)">
      <path
        d={Array.from(
          { length: COMING },
          (_, index) => `M${length(BARRIER - (COMING - index) * wavelength)} ${TOP}V${BOTTOM}`,
        ).join('')}
        opacity="0.55"
      />
      <g clipPath="url(#between)" opacity="0.42">
        <g id="crests">
          {Array.from(
            { length: Math.ceil(Math.hypot(DISTANCE, REACH) / wavelength) },
            (_, index) => (
              <circle key={index} cx={BARRIER} cy={upper} r={length((index + 1) * wavelength)} />
            ),
          )}
        </g>
        <use href="#crests" y={length(separation)} />
      </g>
    </g>
  );
}

/** The symbols that physicists use for the lengths. */
function Measures({ slits }: { slits: TwoSlits }) {
  const { wavelength, separation } = slits;
  const [upper, lower] = [length(AXIS - separation / 2), length(AXIS + separation / 2)];
  const bright = length(AXIS + antinode(slits, 1, DISTANCE));
  const besides = BARRIER - 14;
  const foot = BOTTOM + 13;
  const crest = length(BARRIER - 2 * wavelength);
  const right = CURVE + CURVE_HEIGHT + 7;
  return (
    <g className="font-display text-[19px] font-semibold italic max-sm:text-[25px]">
      <g stroke="var(--color-ink)" strokeWidth="1.5">
        <path d={`M${besides} ${upper}V${lower}`} />
        <path d={`M${BARRIER} ${foot - 5}v10m0-5H${SCREEN}m0-5v10`} />
        <path d={`M${crest} ${foot - 5}v10m0-5h-${length(wavelength)}m0-5v10`} />
        <path d={`M${right - 5} ${AXIS}h10m-5 0V${bright}m-5 0h10`} />
      </g>
      {/* Marks where the slits can be dragged. */}
      <path
        d={`M${besides} ${upper}h0M${besides} ${lower}h0`}
        stroke="var(--color-signal)"
        strokeWidth="11"
        strokeLinecap="round"
      />
      <g transform={`translate(${length(crest - wavelength / 2 + 5)} ${foot + 26})`}>
        <Lambda />
      </g>
      <g transform={`translate(${right + 17} ${length((AXIS + bright) / 2 + 6)})`}>
        <Lambda />
      </g>
      <g
        fill="var(--color-ink)"
        stroke="var(--color-paper)"
        strokeWidth="6"
        paintOrder="stroke"
        strokeLinejoin="round"
      >
        <text x={besides - 10} y={AXIS + 6} textAnchor="end">
          d
        </text>
        <text x={(BARRIER + SCREEN) / 2} y={foot + 6} textAnchor="middle">
          D
        </text>
        <text x={right + 17} y={length((AXIS + bright) / 2 + 6)}>
          D/d
        </text>
      </g>
    </g>
  );
}

/** Render it once in the page, among a drawing's definitions. */
function LambdaShape() {
  return (
    <path
      id="lambda"
      d="M-9.5-12.6c2-1.2 3.4-.4 4.2 2.1l2.7 8.4c.4 1.3 1.1 2 2.4 1.5M-4.6-8-10 0"
      stroke="var(--color-ink)"
      strokeLinecap="round"
      strokeWidth="1.9"
    />
  );
}

/** For drawings, beside letters of 19 px; its baseline ends at 0, 0. */
function Lambda() {
  return <use href="#lambda" className="max-sm:[scale:1.3]" />;
}

/**
 * The letter λ as a drawing: the page's fonts have no Greek, and a browser takes long to find one
 * that does.
 *
 * For running text; hidden from screen readers, which get a word instead.
 */
export function LambdaLetter() {
  return (
    <svg
      viewBox="-11 -14 12 15"
      aria-hidden="true"
      fill="none"
      className="inline-block h-[0.8em] align-baseline"
    >
      <use href="#lambda" />
    </svg>
  );
}
