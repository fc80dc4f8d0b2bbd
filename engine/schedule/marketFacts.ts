import type { MarketFacts } from '../../schema/brokerReadiness.ts'
import { SESSION_LIMITS } from '../../schema/limits.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import type { MarketBroker } from '../broker/port.ts'
import type { EngineClock } from './EngineClock.ts'
import type { ContractList } from '../market/ContractList.ts'
import type { MarketData } from '../market/MarketData.ts'

export interface KnownMarket {
  readonly broker: Pick<MarketBroker, 'feed'>
  readonly market: Pick<MarketData, 'lastTickAt' | 'feedFaults'>
  readonly contracts: Pick<ContractList, 'countFor'>
  readonly time: Pick<EngineClock, 'now' | 'session' | 'dayCovered' | 'indexMoves'>
  /** Real time. */
  readonly now: () => Instant
}

/** What the engine knows of its market at this moment, for those who want to know whether they are ready for the open. */
export function marketFacts(known: KnownMarket): MarketFacts {
  const { contracts, time } = known
  return {
    feed: feedOf(known),
    contracts: contracts.countFor(istDate(time.now())),
    hasSession: time.session() !== null,
    isCovered: time.dayCovered(),
  }
}

function feedOf({ broker, market, time, now }: KnownMarket): MarketFacts['feed'] {
  if (broker.feed.state.kind !== 'connected') return 'DISCONNECTED'
  if (!time.indexMoves()) return 'IDLE'
  if (now() - (market.lastTickAt ?? 0) > SESSION_LIMITS.staleFeedMs) return 'SILENT'
  return market.feedFaults.length > 0 ? 'PARTIAL' : 'TICKING'
}
