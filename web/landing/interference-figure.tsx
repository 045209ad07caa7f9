// The hero's figure: waves through two slits, their bright lines and the pattern on the screen, drawn from the equations.
import { antinode, intensity, slits } from './two-slits.ts';

const WIDTH = 580;
const HEIGHT = 480;
const AXIS = 226;
const BARRIER = 96;
const SCREEN = BARRIER + slits.distance;
const THICKNESS = 12;
const CURVE = { start: SCREEN + 20, height: 84 } as const;
const EDGE = 16;
/** The screen in the dark, and the light on it: the same in both colour schemes, for light is brighter than no light. */
const DARK = '#16213a';
const LIGHT = '#ffc4a6';
const WAVES = 15;
/** Of the bright lines below the axis; those above mirror them. */
const ORDERS = [1, 2] as const;
const DRAWN_FROM = 4;
const DRAWN_EVERY = 20.1;

const upper = AXIS - slits.separation / 2;
const lower = AXIS + slits.separation / 2;
const bright = AXIS + antinode(1, slits.distance);
const bottom = HEIGHT - EDGE - 28;
const screen = `M${SCREEN} ${EDGE}h${THICKNESS}V${bottom}h-${THICKNESS}Z`;

function along(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

/** Without the digits that nobody sees. */
const short = (value: number) => String(Number(value.toFixed(1))).replace(/^(-?)0\./, '$1.');
/** A sign parts numbers as well as a space does. */
const terse = (numbers: readonly number[]) => numbers.map(short).join(' ').replaceAll(' -', '-');

/** From each point to the next, which takes fewer digits than where each point is. */
function line(points: readonly (readonly [number, number])[]): string {
  let [fromX, fromY] = [0, 0];
  return points
    .map(([x, y], index) => {
      const step = [x - fromX, y - fromY].map((length) => Number(length.toFixed(1)));
      // What is drawn, rounding and all, is what the next step goes on from.
      fromX += step[0] ?? 0;
      fromY += step[1] ?? 0;
      return `${index === 0 ? 'm' : ' '}${terse(step)}`;
    })
    .join('')
    .replaceAll(' -', '-');
}

function crests(centre: number): string {
  return Array.from({ length: WAVES }, (_, index) => {
    const radius = (index + 1) * slits.wavelength;
    return `M${BARRIER} ${centre - radius}a${radius} ${radius} 0 0 1 0 ${2 * radius}`;
  }).join('');
}

/** The graph of the brightness as a cubic spline with the true slopes: no corners, however far apart the points are. */
function graph(heights: readonly number[]): string {
  const [first = 0] = heights;
  const place = (y: number) => CURVE.height * intensity(y - AXIS);
  const slope = (y: number) => (place(y + NEARBY) - place(y - NEARBY)) / (2 * NEARBY);
  const parts = heights.slice(1).map((y, index) => {
    const before = heights[index] ?? first;
    const arm = (y - before) / 3;
    const [beforeX, x] = [place(before), place(y)];
    const end = [x - beforeX - slope(y) * arm, 2 * arm, x - beforeX, y - before];
    // The next arms mirror these.
    return index === 0 ? `c${terse([slope(before) * arm, arm, ...end])}` : `s${terse(end)}`;
  });
  return `M${terse([CURVE.start + place(first), first])}${parts.join('')}`;
}

const NEARBY = 0.01;
const fringe = (slits.wavelength * slits.distance) / slits.separation;
/** Six points for each fringe: between them neither straight shades nor the spline miss the equation by what an eye sees. */
const STEP = fringe / 6;
const curve = graph([...along(EDGE, bottom, STEP), bottom]);

export function InterferenceFigure({ label }: { readonly label: string }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      fill="none"
      className="h-auto w-full"
    >
      <defs>
        <clipPath id="between">
          <path d={`M${BARRIER} ${EDGE}H${SCREEN}V${bottom}H${BARRIER}Z`} />
        </clipPath>
        {/* From the axis downwards; upwards the light is the same. */}
        <linearGradient
          id="pattern"
          gradientUnits="userSpaceOnUse"
          spreadMethod="reflect"
          x1="0"
          x2="0"
          y1={AXIS}
          y2={bottom}
        >
          {[...along(AXIS, bottom, STEP), bottom].map((y) => (
            <stop
              key={y}
              offset={`${short(((y - AXIS) / (bottom - AXIS)) * 100)}%`}
              stopColor={LIGHT}
              stopOpacity={Number(intensity(y - AXIS).toFixed(2))}
            />
          ))}
        </linearGradient>
      </defs>

      <g stroke="var(--color-ink)">
        <path
          d={along(BARRIER - 4 * slits.wavelength, BARRIER - 1, slits.wavelength)
            .map((x) => `M${x} ${EDGE}V${bottom}`)
            .join('')}
          opacity="0.55"
        />
        <g clipPath="url(#between)" opacity="0.42">
          <path id="crests" d={crests(upper)} />
          <use href="#crests" y={slits.separation} />
        </g>
      </g>
      <g stroke="var(--color-signal)" strokeWidth="1.5" strokeDasharray="7 5">
        <path d={`M${BARRIER + DRAWN_FROM} ${AXIS}H${SCREEN}`} />
        <g id="bright">
          {ORDERS.map((order) => (
            <path
              key={order}
              d={line(
                along(DRAWN_FROM, slits.distance, DRAWN_EVERY).map((x) => [
                  BARRIER + x,
                  AXIS + antinode(order, x),
                ]),
              )}
            />
          ))}
        </g>
        <use href="#bright" transform={`matrix(1 0 0 -1 0 ${2 * AXIS})`} />
      </g>
      <path
        d={`M${BARRIER} ${EDGE}V${upper - slits.width / 2}M${BARRIER} ${upper + slits.width / 2}V${lower - slits.width / 2}M${BARRIER} ${lower + slits.width / 2}V${bottom}`}
        stroke="var(--color-ink)"
        strokeWidth="7"
      />
      <path data-part="screen" d={screen} fill={DARK} />
      <path d={screen} fill="url(#pattern)" stroke="var(--color-ink)" />
      <path d={`${curve}V${bottom}H${CURVE.start}V${EDGE}Z`} fill="var(--color-signal)" opacity="0.14" />
      <path data-part="brightness" d={curve} stroke="var(--color-signal)" strokeWidth="2.5" />

      <Measures />
    </svg>
  );
}

/** The letters that physicists give to the lengths. */
function Measures() {
  const besides = BARRIER - 14;
  const foot = bottom + 13;
  const crest = BARRIER - 2 * slits.wavelength;
  const right = CURVE.start + CURVE.height + 7;
  return (
    <g className="font-display text-[19px] font-semibold italic max-sm:text-[25px]">
      <g stroke="var(--color-ink)" strokeWidth="1.5">
        <path d={`M${besides - 5} ${upper}h10m-5 0V${lower}m-5 0h10`} />
        <path d={`M${BARRIER} ${foot - 5}v10m0-5H${SCREEN}m0-5v10`} />
        <path d={`M${crest} ${foot - 5}v10m0-5h-${slits.wavelength}m0-5v10`} />
        <path d={`M${right - 5} ${AXIS}h10m-5 0V${bright}m-5 0h10`} />
      </g>
      <Lambda x={crest - slits.wavelength / 2 + 5} y={foot + 26} />
      <Lambda x={right + 17} y={(AXIS + bright) / 2 + 6} />
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
        <text x={right + 17} y={(AXIS + bright) / 2 + 6}>
          D/d
        </text>
      </g>
    </g>
  );
}

/** Drawn, because the page's fonts have no Greek and a browser's search for one that has is long. Its foot ends at x, y. */
function Lambda({ x, y }: { readonly x: number; readonly y: number }) {
  const strokes = `M${x - 9.5} ${y - 12.6}c2-1.2 3.4-.4 4.2 2.1l2.7 8.4c.4 1.3 1.1 2 2.4 1.5M${x - 4.6} ${y - 8}L${x - 10} ${y}`;
  return (
    <g strokeLinecap="round" className="origin-bottom-right [transform-box:fill-box] max-sm:scale-130">
      <path d={strokes} stroke="var(--color-paper)" strokeWidth="8" />
      <path d={strokes} stroke="var(--color-ink)" strokeWidth="1.9" />
    </g>
  );
}
