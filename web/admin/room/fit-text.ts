// fitText(share): a ref for a box whose text becomes as large as fits.

/** In rem: text that does not fit at this size makes its box longer. */
const MIN = 1.125;
/** Between two sizes that nobody tells apart, in px. */
const STEP = 0.5;

/**
 * Sets the font size of a box of a given height. `share` is the largest size, of the window's
 * height; a narrow window takes its width instead. A box whose text is too long at the smallest
 * size gets `data-long`, and has to grow.
 */
export function fitText(share: number): (box: HTMLElement | null) => (() => void) | undefined {
  return (box) => {
    if (box === null) return undefined;
    let frame = 0;
    const fit = () => {
      const min = MIN * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      let fitting = min;
      let tooLarge = Math.max(min, Math.min(innerHeight, innerWidth * 0.6) * share) + STEP;
      box.removeAttribute('data-long');
      while (tooLarge - fitting > STEP) {
        const middle = (fitting + tooLarge) / 2;
        if (fits(box, middle)) fitting = middle;
        else tooLarge = middle;
      }
      if (!fits(box, fitting)) box.dataset['long'] = '';
    };
    // A change of size while the sizes are being told is an error to browsers.
    const fitSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fit);
    };
    fit();
    const observer = new ResizeObserver(fitSoon);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    document.fonts.addEventListener('loadingdone', fitSoon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fitSoon);
    };
  };
}

/** A wide formula scrolls within its block. */
function fits(box: HTMLElement, px: number): boolean {
  box.style.fontSize = `${px}px`;
  const blocks = [box, ...box.querySelectorAll<HTMLElement>('p, ul, ol, pre')];
  return (
    box.scrollHeight <= box.clientHeight &&
    blocks.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  );
}
