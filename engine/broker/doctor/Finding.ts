import { BrokerError } from '../port.ts'

/** What one check found, or what to do, for the installation's operator. */
export interface Finding {
  readonly subject: string
  /** `warn`: it may be as it should, and a person must look. */
  readonly state: 'ok' | 'warn' | 'fail'
  readonly text: string
}

export type Found = Omit<Finding, 'subject'>

/** A question to the broker. Nothing that it does changes anything there. */
export interface Check {
  readonly subject: string
  /** Rejects with a BrokerError for what the broker refuses or does not answer. */
  readonly run: () => Promise<Found>
}

export const fine = (text: string): Found => ({ state: 'ok', text })
export const doubtful = (text: string): Found => ({ state: 'warn', text })
export const wrong = (text: string): Found => ({ state: 'fail', text })

const WHAT_TO_DO: Readonly<Record<BrokerError['kind'], string>> = {
  auth: 'connect the account again',
  throttled: 'something else uses up the limits of this client code: wait a minute, then run this again',
  unreachable: 'see whether this machine reaches the broker, then run this again',
  malformed: 'the broker says something else than Sakha knows: do not trade before that is understood',
  refused: 'the broker gives the reason',
}

/** What a check found; what the broker did not answer is a failure. */
export async function findingOf({ subject, run }: Check): Promise<Finding> {
  try {
    return { subject, ...(await run()) }
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    return { subject, ...wrong(`${error.message}; ${WHAT_TO_DO[error.kind]}`) }
  }
}
