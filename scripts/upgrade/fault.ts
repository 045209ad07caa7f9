// A reason for which an upgrade ends, as a sentence for the operator.
export class UpgradeFault extends Error {}
