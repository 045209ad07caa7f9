// What a page of the app is: who may see it, its script, and what the script exports.
import type { ComponentType } from 'react';
import type { LoaderFunctionArgs } from 'react-router';

import type { Audience } from '../../domain/endpoint.ts';

/**
 * Who may see a page: anybody; someone with a session ('family', 'admin'); a parent but no student;
 * a parent or the tutor; or people without a session, while others are redirected to their home
 * page.
 */
export type Guard = 'anybody' | Audience | 'parent' | 'parent-or-admin' | 'no-family' | 'no-admin';

/** The parameters in the address. */
export interface PageAddress {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

export interface PageModule {
  readonly default: ComponentType;
  /** Redirects addresses that this page does not serve. */
  readonly loader?: (args: LoaderFunctionArgs) => Response | null;
  /** Starts the queries of the page as it opens, for those who may see it. */
  readonly start?: (opened: PageAddress) => void;
}

export interface Page {
  /** The first part of the browser tab's title, the same in the app and in the prerendered HTML. */
  readonly title: string;
  readonly guard: Guard;
  readonly load: () => Promise<PageModule>;
}
