// <Pager>: steps through the pages of a long list that is already loaded.
import { Button } from './button.tsx';

interface PagerProps {
  /** Names the list, e.g. 'Enquiries'. */
  label: string;
  /** Starts at 0. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** The items of a page, and the number of pages: at least one. */
export function pageOf<Item>(items: readonly Item[], page: number, size: number) {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const current = Math.min(page, pages - 1);
  return { slice: items.slice(current * size, (current + 1) * size), page: current, pages };
}

/** Renders nothing if there is only one page. */
export function Pager({ label, page, pages, onPage }: PagerProps) {
  if (pages === 1) return null;
  return (
    <nav
      aria-label={`Pages of ${label}`}
      className="flex flex-wrap items-center justify-between gap-3"
    >
      <p className="figures" aria-live="polite">
        Page {page + 1} of {pages}
      </p>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          aria-label="Previous page"
          aria-disabled={page === 0 || undefined}
          onClick={() => onPage(Math.max(0, page - 1))}
        >
          ←
        </Button>
        <Button
          variant="secondary"
          aria-label="Next page"
          aria-disabled={page === pages - 1 || undefined}
          onClick={() => onPage(Math.min(pages - 1, page + 1))}
        >
          →
        </Button>
      </div>
    </nav>
  );
}
