import type { Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../port.ts'
import type { SmartApiMarket } from '../smartapi/SmartApiConfig.ts'
import type { SmartApiHttp } from '../smartapi/SmartApiHttp.ts'
import type { TokenSource } from '../smartapi/SmartApiSession.ts'

/** An account at the broker under check. */
export interface Patient {
  readonly market: SmartApiMarket
  readonly http: SmartApiHttp
  readonly clientCode: string
  readonly session: TokenSource
  /** From where the broker takes orders, as registered with it; null: not given. */
  readonly registered: string | null
  readonly contracts: () => Promise<readonly OptionContract[]>
  /** Market time. */
  readonly marketNow: () => Instant
  /** Whether indices are expected to tick at this moment. */
  readonly indexMoves: () => boolean
  /** Real time. */
  readonly now: () => Instant
}
