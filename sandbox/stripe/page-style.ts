// The checkout page's styles. Light and dark follow the system; text contrast is at least 7:1.

export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --side: #f4f3ee; --ink: #16202e; --soft: #46505e; --line: #c9ccd1; --control: #767f8a;
  --accent: #1f3fae; --on-accent: #ffffff; --accent-deep: #172f85; --notice: #fff1c9; --on-notice: #4a3500;
  --alert: #fdeaea; --on-alert: #8a1010;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161d; --side: #1a202a; --ink: #f1f3f6; --soft: #b9c1cc; --line: #39424f; --control: #8993a1;
    --accent: #a9bdff; --on-accent: #0d1536; --accent-deep: #c9d6ff; --notice: #3d3009; --on-notice: #ffe7a3;
    --alert: #451616; --on-alert: #ffd3d3;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.5;
  font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif; }
.notice { background: var(--notice); color: var(--on-notice); margin: 0; padding: .5rem 1rem; text-align: center; font-weight: 600; }
main { display: grid; }
section { padding: 1.75rem 1.25rem; min-width: 0; }
section > * { max-width: 27rem; margin-inline: auto; }
.bought { background: var(--side); }
h1 { font-size: 1rem; font-weight: 600; color: var(--soft); margin-block: 0; }
.total { font-size: 2.5rem; font-weight: 700; letter-spacing: -.02em; line-height: 1.2; margin-block: .25rem 1.25rem;
  font-variant-numeric: tabular-nums; }
h2 { font-size: 1.125rem; margin-block: 0 1rem; }
ul { list-style: none; padding: 0; margin-block: 0; }
li { display: flex; justify-content: space-between; gap: 1rem; padding-block: .75rem; border-top: 1px solid var(--line); }
li > span { min-width: 0; overflow-wrap: anywhere; }
li small, .soft { display: block; color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
li .price { flex: none; white-space: nowrap; font-variant-numeric: tabular-nums; }
li.sum { font-weight: 700; }
.card { display: flex; justify-content: space-between; align-items: center; gap: 1rem; border: 1px solid var(--control);
  border-radius: .5rem; padding: .75rem 1rem; margin-block: 0 1rem; font-variant-numeric: tabular-nums; }
.alert { background: var(--alert); color: var(--on-alert); border-radius: .5rem; padding: .75rem 1rem; margin-block: 0 1rem; }
.alert strong { display: block; }
form { display: grid; gap: .75rem; }
label { display: grid; gap: .25rem; }
input { font: inherit; min-height: 3rem; padding: .625rem 1rem; border-radius: .5rem; border: 1px solid var(--control);
  background: transparent; color: var(--ink); min-width: 0; }
form + form { margin-block-start: 1.75rem; }
fieldset { border: 0; padding: 0; margin: 1rem 0 0; display: grid; gap: .5rem; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; color: var(--soft); font-size: .875rem; }
button, .button { font: inherit; font-weight: 600; min-height: 3rem; padding: .625rem 1rem; border-radius: .5rem; cursor: pointer;
  border: 1px solid var(--control); background: transparent; color: var(--ink); text-align: center; text-decoration: none;
  display: block; width: 100%; }
button:hover, .button:hover { border-color: var(--ink); }
.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.main:hover { background: var(--accent-deep); border-color: var(--accent-deep); }
fieldset button { font-weight: 500; min-height: 2.75rem; }
.back { display: block; width: fit-content; margin: 1.25rem auto 0; padding: .625rem; color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.one { max-width: 34rem; margin-inline: auto; width: 100%; padding-block: 4rem; }
.one h1 { font-size: 1.75rem; color: var(--ink); line-height: 1.25; margin-block-end: .5rem; }
.one p { margin-block: 0 1.5rem; }
@media (min-width: 60rem) {
  body { min-height: 100vh; display: grid; grid-template-rows: auto 1fr; }
  main.two { grid-template-columns: 1fr 1fr; }
  main.two > section { padding: 4rem 3rem; }
  main.two > .bought > * { margin-inline: auto 0; width: 100%; }
  main.two > .pay > * { margin-inline: 0 auto; width: 100%; }
  main.two > .pay > .back { width: fit-content; margin-inline: 0; padding-inline: 0; }
}
`;
