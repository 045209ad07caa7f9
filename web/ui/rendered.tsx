// <Rendered>: a text with formulas, as HTML from our server. Its look is in styles/rendered.css.

interface RenderedProps {
  /** A field of an answer of our API whose name is `html` or ends in it, never typed text. */
  html: string;
  /** A span where a div may not be, as in a label or a legend. */
  as?: 'div' | 'span';
  className?: string;
}

export function Rendered({ html, as: Element = 'div', className = '' }: RenderedProps) {
  return (
    <Element
      // Another text is another element, which is watched anew.
      key={html}
      ref={watchWidth}
      className={`rendered ${className}`}
      // Safe: the server lets only listed elements and attributes through (topics/render.ts), none
      // of which loads, links or runs anything. The pages' policy forbids inline scripts and
      // styles.
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Lets the keyboard reach what is wider than the page, to scroll it. Returns a way to stop. */
function watchWidth(container: HTMLElement | null): (() => void) | undefined {
  if (container === null) return undefined;
  const blocks = container.querySelectorAll<HTMLElement>('p, ul, ol, pre');
  const update = () => {
    for (const block of blocks) {
      // What scrolls has a padding at its end, which need not fit.
      const padding = Number.parseFloat(getComputedStyle(block).paddingInlineEnd);
      if (block.scrollWidth - padding > block.clientWidth) block.tabIndex = 0;
      else block.removeAttribute('tabindex');
    }
  };
  const observer = new ResizeObserver(update);
  observer.observe(container);
  document.fonts.addEventListener('loadingdone', update);
  return () => {
    observer.disconnect();
    document.fonts.removeEventListener('loadingdone', update);
  };
}
