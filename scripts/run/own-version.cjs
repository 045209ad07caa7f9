// Preloaded into npm while it installs. npm holds the `engines` of each package against the Node that it runs on itself, and
// leaves optional ones that do not fit out without a word: most native parts, on an older Node. The packages run on the
// project's own Node, so that is the version to hold them against.
Object.defineProperty(process, 'version', { value: process.env['OWN_NODE_VERSION'] });
