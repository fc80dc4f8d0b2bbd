import type { Logger } from 'pino'
import type { Instant } from '../../../schema/time.ts'
import type { InstallationAccount } from '../../broker/accounts/InstallationAccount.ts'
import { TokenLife } from '../../broker/accounts/TokenLife.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import type { BrokerAccounts } from '../../store/BrokerAccounts.ts'
import { CLOCK_BEAT_MS } from '../beginBeats.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly accounts: BrokerAccounts
  readonly installation: InstallationAccount
  readonly leads: () => boolean
  readonly time: EngineClock
  readonly now: () => Instant
  readonly log: Logger
}

/** Looks after the sessions at the broker: of the account that feeds the market data, and of users. */
export const accountSessionsPart = definePart({
  open: ({ accounts, leads, log }: Needs) => ({ tokenLife: new TokenLife({ accounts, isMine: leads, log }) }),
  hears: ({ installation }) => ({ 'broker.changed': () => installation.onChanged() }),
  run: ({ installation, tokenLife, time, now }) => {
    const onTime = () => {
      installation.onTime(now())
      tokenLife.onTime(now(), time.now(), time.session())
    }
    return { beats: [{ everyMs: CLOCK_BEAT_MS, do: onTime }], stop: () => tokenLife.stop() }
  },
})
