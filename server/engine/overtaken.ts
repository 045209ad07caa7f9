// The error that makes a transaction run again.
import { Refusal } from '../../domain/errors.ts';

/**
 * What the transaction chose is gone by the time it is held, so `transact` undoes it and does it
 * again. After several attempts the caller is refused.
 */
export class Overtaken extends Refusal {
  constructor() {
    super('service_unavailable');
    this.name = 'Overtaken';
  }
}
