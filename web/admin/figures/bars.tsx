// <Bars>: two numbers for each week or month as bars: one outlined, one filled. The table beneath a
// plot says the same, so that screen readers skip the picture.
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useCallback, useState } from 'react';

interface BarRow {
  readonly key: string;
  /** Under the bar, unless bars are too narrow for all labels. */
  readonly label: string;
  readonly outlined: number;
  readonly filled: number;
  /** What a mouse over the bars shows, and what is said of a single row in place of a picture. */
  readonly words: string;
}

interface BarsProps {
  rows: readonly BarRow[];
  /** Whether the bars stand side by side; otherwise the filled one is inside the other. */
  beside?: boolean;
  /** A value of the axis in words. */
  format: (value: number) => string;
}

const HEIGHT_EM = 14;
const TICKS = 4;
/** Bars are no wider, in em: a few of them do not become blocks. */
const MAX_BAR_EM = 7;
/** In em of the labels' text. */
const WIDTH_OF_LETTER = 0.6;
const labelClass = 'fill-pencil figures font-sans';

export function Bars({ rows, beside = false, format }: BarsProps) {
  const [ref, size] = useSize();
  const [only] = rows;
  if (only !== undefined && rows.length === 1) return <p>{only.words}.</p>;
  return (
    <div ref={ref} className="min-h-56 text-sm" aria-hidden="true">
      {size !== null && <Picture {...{ rows, beside, format, ...size }} />}
    </div>
  );
}

interface PictureProps extends Required<BarsProps> {
  width: number;
  em: number;
}

function Picture({ rows, beside, format, width, em }: PictureProps) {
  const values = rows.flatMap(({ outlined, filled }) => [outlined, filled]);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const y = scaleLinear({ domain: [low, high], nice: TICKS, range: [HEIGHT_EM * em, 0] });
  const ticks = y.ticks(TICKS).filter((tick) => high > TICKS || Number.isInteger(tick));
  const letters = Math.max(...ticks.map((tick) => format(tick).length));
  const left = (letters * WIDTH_OF_LETTER + 1) * em;
  const longest = Math.max(...rows.map(({ label }) => label.length)) * WIDTH_OF_LETTER * em;
  // The last label is centred under its bar, which may be narrower.
  const right = Math.max(1, (longest - (0.75 * (width - left)) / rows.length) / 2);
  const x = scaleBand({
    domain: rows.map(({ key }) => key),
    range: [left, width - right],
    paddingInner: 0.25,
    paddingOuter: 0.1,
  });
  const labels = new Map(rows.map(({ key, label }) => [key, label]));
  const each = Math.ceil((longest + 0.75 * em) / x.step());
  const band = Math.min(x.bandwidth(), MAX_BAR_EM * em);
  const indent = (x.bandwidth() - band) / 2;
  const top = em;
  const height = top + HEIGHT_EM * em + 2.25 * em;
  const spanOf = (value: number) => ({
    y: top + y(Math.max(value, 0)),
    height: Math.abs(y(value) - y(0)),
  });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="block h-auto w-full">
      <AxisLeft
        scale={y}
        top={top}
        left={left}
        tickValues={ticks}
        tickFormat={(value) => format(value.valueOf())}
        hideAxisLine
        tickLength={0}
        tickLabelProps={{ className: labelClass, fontSize: em, dx: -0.5 * em, dy: 0.3 * em }}
        tickLineProps={{ className: 'stroke-line' }}
      />
      {ticks.map((tick) => (
        <line
          key={tick}
          x1={left}
          x2={width}
          y1={top + y(tick)}
          y2={top + y(tick)}
          className={tick === 0 ? 'stroke-rule' : 'stroke-line'}
        />
      ))}
      {rows.map(({ key, outlined, filled, words }) => {
        const start = (x(key) ?? 0) + indent;
        const own = beside ? band / 2 - 1 : band;
        return (
          <g key={key}>
            <title>{words}</title>
            <Bar x={start} width={own} {...spanOf(outlined)} className="fill-sheet stroke-rule" />
            <Bar
              x={beside ? start + band / 2 + 1 : start}
              width={own}
              {...spanOf(filled)}
              className="fill-ink"
            />
          </g>
        );
      })}
      <AxisBottom
        scale={x}
        top={top + HEIGHT_EM * em}
        // Counted from the latest, which always has its label.
        tickValues={rows
          .filter((_, at) => (rows.length - 1 - at) % each === 0)
          .map(({ key }) => key)}
        tickFormat={(key) => labels.get(key) ?? ''}
        hideAxisLine
        hideTicks
        tickLabelProps={{ className: labelClass, fontSize: em, textAnchor: 'middle' }}
      />
    </svg>
  );
}

interface Size {
  readonly width: number;
  /** Pixels per 'em' of its text: plots leave as much room as their labels take. */
  readonly em: number;
}

/** const [ref, size] = useSize(): the width of an element in pixels, and the size of its text. */
function useSize(): [(element: HTMLElement | null) => (() => void) | undefined, Size | null] {
  const [size, setSize] = useState<Size | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      const em = Number.parseFloat(getComputedStyle(element).fontSize);
      if (width > 0) setSize({ width, em });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
