// The parameters that all lists have: a time span and a page.
import { missing } from './failure.ts';
import type { Params } from './params.ts';

/** The `created` bounds of a list; times are whole seconds since the epoch. */
export function readCreated(params: Params): (object: { created: number }) => boolean {
  const bounds = { min: 0, max: Number.MAX_SAFE_INTEGER };
  const range = params.nested('created');
  const gte = range?.integer('gte', bounds) ?? 0;
  const lte = range?.integer('lte', bounds) ?? Infinity;
  return ({ created }) => created >= gte && created <= lte;
}

/** The page of `all` (newest first) selected by limit and starting_after. */
export function readPage<Item extends { readonly id: string }>(
  params: Params,
  url: string,
  all: Item[],
) {
  const limit = params.integer('limit', { min: 1, max: 100 }) ?? 10;
  const after = params.text('starting_after');
  const index = all.findIndex(({ id }) => id === after);
  if (after !== null && index < 0) throw missing('object', after, 'starting_after', 400);
  const data = all.slice(index + 1, index + 1 + limit);
  return { object: 'list', data, has_more: index + 1 + limit < all.length, url };
}
