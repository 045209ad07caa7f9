// <When>: an instant as 'Sat 28 Nov, 09:05', with the year where it is not this one.
import { formatWhen } from '../../../domain/near-dates.ts';
import { HOUR_MS } from '../../../domain/time.ts';
import { useNow } from '../hooks/hooks.ts';

interface WhenProps {
  /** ISO 8601. */
  at: string;
}

export function When({ at }: WhenProps) {
  return (
    <time dateTime={at} className="figures whitespace-nowrap">
      {formatWhen(Date.parse(at), useNow(HOUR_MS))}
    </time>
  );
}
