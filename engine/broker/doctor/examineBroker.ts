import type { ReadinessState } from '../../../schema/brokerReadiness.ts'
import { judgeAddress, judgeClock, type Verdict } from '../../../schema/judgeReadiness.ts'
import { clockAhead } from '../smartapi/clockAhead.ts'
import { outgoingAddress } from '../smartapi/outgoingAddress.ts'
import { accountChecks } from './accountChecks.ts'
import { doubtful, findingOf, fine, type Check, type Finding, type Found } from './Finding.ts'
import { marketChecks } from './marketChecks.ts'
import type { Patient } from './Patient.ts'
import { socketChecks } from './socketChecks.ts'

/**
 * Checks an account at the broker, one check after the other: read-only, never an order. Without a session it ends after the first check
 * and those that need none.
 */
export async function* examineBroker(patient: Patient): AsyncGenerator<Finding> {
  const [signIn, ...account] = accountChecks(patient)
  const signedIn = await findingOf(signIn!)
  yield signedIn
  const inside = signedIn.state === 'fail' ? [] : [...account, ...marketChecks(patient), ...socketChecks(patient)]
  for (const check of [...inside, ...machineChecks(patient)]) yield await findingOf(check)
}

/** What the broker's answers say of this machine. */
function machineChecks({ http, market, registered, now }: Patient): readonly Check[] {
  return [
    { subject: 'clock', run: async () => found(judgeClock(http.dated && clockAhead(http.dated, now(), performance.now()))) },
    {
      subject: 'address',
      run: async () => found(judgeAddress({ registered, outgoing: await outgoingAddress(market.restUrl, market.family), refusal: null })),
    },
    {
      subject: 'limits',
      run: async () =>
        http.throttled === 0
          ? fine('no call was turned away as one too many')
          : doubtful(
              `${http.throttled} calls were turned away as too many: something else uses this client code, or the limits are lower than known`,
            ),
    },
  ]
}

const STATES: Readonly<Record<ReadinessState, Found['state']>> = { READY: 'ok', UNKNOWN: 'warn', ATTENTION: 'fail' }

function found({ state, text }: Verdict): Found {
  return { state: STATES[state], text }
}
