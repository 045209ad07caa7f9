// The one error that ends a command before it has begun: its message is the sentence that people see.
export class Complaint extends Error {}
