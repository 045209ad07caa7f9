// <Quantity>: a number with its power of ten and its unit, as it was read.
import { Fragment } from 'react';

import { Rendered } from '../../ui/rendered.tsx';
import type { Reading } from './reading.ts';

interface QuantityProps {
  readonly reading: Reading;
  /** The unit printed beside the field, for an answer typed without one. */
  readonly unitHtml: string | null;
}

export function Quantity({ reading: { mantissa, exponent, units }, unitHtml }: QuantityProps) {
  return (
    <span className="figures">
      {mantissa}
      {exponent !== null && (
        <>
          {' × 10'}
          <sup>{signed(exponent)}</sup>
        </>
      )}{' '}
      {units.map((unit, index) => (
        <Fragment key={unit}>
          {index > 0 && ' or '}
          <UnitText unit={unit} />
        </Fragment>
      ))}
      {units.length === 0 && unitHtml !== null && (
        <Rendered as="span" className="inline!" html={unitHtml} />
      )}
    </span>
  );
}

const signed = (power: number | string) => String(power).replace('-', '−');

/** 'm s^-1' with its powers raised. */
function UnitText({ unit }: { readonly unit: string }) {
  return unit.split(' ').map((factor, index) => {
    const [symbol, power] = factor.split('^');
    return (
      <Fragment key={factor}>
        {index > 0 && ' '}
        {symbol}
        {power !== undefined && <sup>{signed(power)}</sup>}
      </Fragment>
    );
  });
}
