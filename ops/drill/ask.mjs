// Calls an address with a word at its end and waits for the answer: how a shell script asks the
// drill for something.
// @ts-check
const [address = '', word = ''] = process.argv.slice(2);
const { ok } = await fetch(address + word);
process.exitCode = ok ? 0 : 1;
