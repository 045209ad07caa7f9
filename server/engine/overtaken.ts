// The error that makes a transaction retry.
import { Refusal } from '../../domain/errors.ts';

/**
 * The rows that the transaction chose changed before it locked them. `transact` rolls back and
 * retries; after several attempts the caller gets a refusal.
 */
export class OvertakenError extends Refusal {
  constructor() {
    super('service_unavailable');
    this.name = 'OvertakenError';
  }
}
