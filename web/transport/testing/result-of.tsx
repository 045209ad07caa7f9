// resultOf(client, hook): calls a hook of the query layer without a browser.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

/** What a hook returns in a page of this client. */
export function resultOf<Result>(client: QueryClient, hook: () => Result): Result {
  const results: Result[] = [];
  function Page(): ReactNode {
    results.push(hook());
    return null;
  }
  renderToString(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  const [result] = results;
  if (result === undefined) throw new Error('The page was not rendered.');
  return result;
}
