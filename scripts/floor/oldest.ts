// The oldest browsers that the product supports: docs/browsers.md.

/** The names are those of MDN's compatibility data. */
export const oldest = { safari_ios: 16.4, chrome: 109, firefox: 115 } as const;

/** What the bundler writes newer syntax for, by its own names. */
export const buildTarget = ['ios16.4', 'safari16.4', 'chrome109', 'firefox115'];
