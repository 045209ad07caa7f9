// Invoices: the number that a payment gets with its credits, and what is shown of it.
import type { CreditPackage } from '../../domain/credits.ts';
import { Refusal } from '../../domain/errors.ts';
import {
  type Invoice,
  type InvoicedPayment,
  invoiceNumber,
  invoiceNumberOf,
  invoiceYear,
  type ReturnedMoney,
  type Seller,
} from '../../domain/invoice.ts';
import type { PaymentStatus } from '../../domain/payment.ts';
import { toIso } from '../../domain/time.ts';
import { readParents } from '../accounts/recipient-store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { holdPurchase, isGranted } from './held-purchase.ts';

/**
 * Gives a purchase that has just been granted the next number of the year, and returns it as it is written. The counter is the
 * last row that a transaction holds, behind every balance: whoever has it waits for nobody, so all payments can queue for it.
 */
export async function issueInvoice({ tx, now }: Work, purchaseId: string): Promise<string> {
  const year = invoiceYear(now);
  const { last: number } = await tx
    .insertInto('invoice_years')
    .values({ year, last: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((eb) => ({ last: eb('invoice_years.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  await tx.insertInto('invoices').values({ purchase_id: purchaseId, year, number, issued_at: now }).execute();
  return invoiceNumber({ year, number });
}

/** Numbers payments that were granted without: by an older process that went on running beside a newer one. */
export async function numberUnnumbered(context: Context): Promise<void> {
  const unnumbered = await context.database.db
    .selectFrom('purchases')
    .leftJoin('invoices', 'purchase_id', 'purchases.id')
    .select('id')
    .where('status', 'in', ['paid', 'refunded'])
    .where('number', 'is', null)
    .orderBy('created_at')
    .execute();
  for (const { id } of unnumbered)
    await transact(context, async (work) => {
      await holdPurchase(work, 'id', id);
      const numbered = await work.tx
        .selectFrom('invoices')
        .select('number')
        .where('purchase_id', '=', id)
        .executeTakeFirst();
      if (numbered === undefined) await issueInvoice(work, id);
    });
}

/** The payments of a family that were confirmed, the latest invoice first. */
export async function listInvoiced(db: Db, familyId: string): Promise<InvoicedPayment[]> {
  const rows = await db
    .selectFrom('purchases')
    .innerJoin('invoices', 'purchase_id', 'purchases.id')
    .select(['id', 'status', 'credits', 'amount', 'currency', 'year', 'number', 'issued_at'])
    .where('family_id', '=', familyId)
    .orderBy('year', 'desc')
    .orderBy('number', 'desc')
    .execute();
  return rows.map(({ year, number, issued_at, status, ...payment }) => ({
    ...payment,
    status: status === 'refunded' ? 'refunded' : 'paid',
    invoice: invoiceNumber({ year, number }),
    issued_at: toIso(issued_at),
  }));
}

interface Shop {
  readonly seller: Seller;
  readonly packages: readonly CreditPackage[];
}

/** What there is to show of a payment, of one family where it is named. Throws payment_not_found. */
export async function readInvoice(
  db: Db,
  { id, familyId }: { readonly id: string; readonly familyId?: string },
  { seller, packages }: Shop,
): Promise<{ status: PaymentStatus; invoice: Invoice | null }> {
  const row = await db
    .selectFrom('purchases')
    .leftJoin('invoices', 'purchase_id', 'purchases.id')
    .select(['family_id', 'status', 'credits', 'amount', 'currency', 'year', 'number', 'issued_at'])
    .where('id', '=', id)
    .$if(familyId !== undefined, (query) => query.where('family_id', '=', familyId ?? ''))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('payment_not_found');
  const { status, credits, amount, currency, issued_at } = row;
  const number = invoiceNumberOf(row);
  if (!isGranted(status) || number === null || issued_at === null) return { status, invoice: null };
  const [buyer] = await readParents(db, row.family_id);
  const isOnSale = (one: CreditPackage) =>
    one.credits === credits && one.price === amount && one.currency === currency;
  const invoice = {
    id,
    number,
    issued_at: toIso(issued_at),
    seller,
    buyer: buyer === undefined ? null : { name: buyer.name, email: buyer.email },
    credits,
    package: packages.find(isOnSale)?.name ?? null,
    amount,
    currency,
    returned: await listReturned(db, id),
  };
  return { status, invoice };
}

/** Refunds and lost disputes of a purchase, oldest first. */
async function listReturned(db: Db, purchaseId: string): Promise<ReturnedMoney[]> {
  const refunds = await db
    .selectFrom('purchase_refunds')
    .select(['total', 'refunded_at as at'])
    .where('purchase_id', '=', purchaseId)
    .orderBy('total')
    .execute();
  const lost = await db
    .selectFrom('disputes')
    .select(['amount', 'updated_at as at'])
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'lost')
    .orderBy('id')
    .execute();
  return [
    ...refunds.map(({ total, at }, place) => ({
      how: 'refund' as const,
      amount: total - (refunds[place - 1]?.total ?? 0),
      at,
    })),
    ...lost.map((dispute) => ({ how: 'dispute' as const, ...dispute })),
  ]
    .toSorted((a, b) => a.at - b.at)
    .map((one) => ({ ...one, at: toIso(one.at) }));
}
