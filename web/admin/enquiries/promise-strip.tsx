// <PromiseStrip>: how the promise of an answer within 24 hours is being kept.
import {
  RESPONSE_PROMISE_HOURS,
  RESPONSE_SHARE_DAYS,
  RESPONSE_WARNING_HOURS,
} from '../../../domain/limits.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import type { PromiseFigures } from './enquiry-words.ts';

export function PromiseStrip({ late, soon, share }: PromiseFigures) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4">
      <p>
        <b>Answered within {RESPONSE_PROMISE_HOURS} hours</b>{' '}
        <span className="text-pencil">in the last {RESPONSE_SHARE_DAYS} days: </span>
        {share === null ? (
          'nothing to answer yet'
        ) : (
          <span className="figures">
            <b>{share.percent} %</b> ({share.inTime} of {share.total})
          </span>
        )}
      </p>
      <p className="flex flex-wrap gap-2">
        {late > 0 && <Badge tone="negative">{late} late</Badge>}
        {soon > 0 && (
          <Badge tone="caution">
            {soon} due within {RESPONSE_WARNING_HOURS} hours
          </Badge>
        )}
        {late === 0 && soon === 0 && <Badge tone="positive">Nothing urgent</Badge>}
      </p>
    </Card>
  );
}
