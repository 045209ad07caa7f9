// The landing page with what it needs around it; it stands alone, without the app's router.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';

import { ReadyMark } from '../app/ready.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Landing } from './landing.tsx';

// An offline browser gets the connection error instead of waiting without a word.
const offlineToo = { networkMode: 'always' } as const;
const client = new QueryClient({ defaultOptions: { queries: offlineToo, mutations: offlineToo } });

export function LandingRoot(words: ComponentProps<typeof Landing>) {
  return (
    <QueryClientProvider client={client}>
      <ErrorBoundary>
        <Landing {...words} />
        <ReadyMark />
      </ErrorBoundary>
      <Toasts />
    </QueryClientProvider>
  );
}
