import { BrokerError } from '../port.ts'

/** A call that provably never left this machine: nothing was done, and it may be made again. */
export class UnsentError extends BrokerError {}
