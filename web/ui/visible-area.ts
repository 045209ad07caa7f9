// Publishes which part of the screen a phone's keyboard leaves visible. The keyboard covers the
// page without resizing it, so fixed elements would be beneath it.

/** Sets --visible-top, --visible-height and --keyboard on the page; returns how to stop. */
export function followVisibleArea(): () => void {
  const view = window.visualViewport;
  if (view === null) return () => undefined;
  const { style } = document.documentElement;
  const measure = () => {
    const covered = Math.round(window.innerHeight - view.height - view.offsetTop);
    // Somebody who has zoomed in sees a part of the page too, but moves it by hand.
    const isKeyboard = covered > 0 && !(view.scale > 1.01);
    const set = (name: string, px: number) =>
      isKeyboard ? style.setProperty(name, `${px}px`) : style.removeProperty(name);
    set('--keyboard', covered);
    set('--visible-top', Math.round(view.offsetTop));
    set('--visible-height', Math.round(view.height));
  };
  measure();
  view.addEventListener('resize', measure);
  view.addEventListener('scroll', measure);
  return () => {
    view.removeEventListener('resize', measure);
    view.removeEventListener('scroll', measure);
  };
}
