// The reason why an upgrade ends, as a sentence for the operator.
export class UpgradeFault extends Error {}
