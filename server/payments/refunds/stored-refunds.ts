// The refunds of payments, as they are stored.
import type { RefundMaker, RefundState } from '../../../domain/payments/refund.ts';
import type { Db } from '../../engine/database.ts';

export interface StoredRefund {
  readonly id: string;
  readonly payment_id: string;
  readonly made_by: RefundMaker;
  readonly credits: number | null;
  readonly amount: number;
  readonly state: RefundState;
  readonly provider_id: string | null;
  readonly created_at: number;
}

/** The refunds of a payment, oldest first. */
export const readRefunds = (db: Db, paymentId: string): Promise<StoredRefund[]> =>
  refundRows(db).where('payment_id', '=', paymentId).execute();

/** The refunds of payments, oldest first. */
export const refundRows = (db: Db) =>
  db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'made_by', 'credits', 'amount', 'state', 'provider_id'])
    .select('created_at')
    .orderBy('created_at')
    .orderBy('id');
