// How the acts of each kind are done in the product.
import type { ActKind, ActOf, Outcome } from './acts.ts';
import type { World } from './world.ts';

export type Performer<Kind extends ActKind> = (world: World, act: ActOf<Kind>) => Promise<Outcome>;
export type Performers<Kind extends ActKind> = { readonly [K in Kind]: Performer<K> };
