import * as fast from 'fast-technical-indicators'
import { peers, prices, type Peer } from './Peer.ts'

/** A second Supertrend to agree with, because technicalindicators has none. */
export const FAST_TECHNICAL_INDICATORS_PEERS: readonly Peer[] = peers(
  'fast-technical-indicators',
  { name: 'supertrend', parameters: [10, 3] },
  500,
  (candles) => fast.supertrend({ period: 10, multiplier: 3, ...prices(candles) }),
  { value: (row) => row.supertrend, direction: (row) => row.direction },
)
