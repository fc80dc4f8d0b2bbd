/**
 * Independent npm libraries must give the same numbers, on synthetic candles and, when the folder exists, on real ones.
 * Where libraries seed an average differently, smoothing forgets it: they are compared from the bar where less than 1e-6 is left of it.
 */
import { describe, expect, it } from 'vitest'
import type { CandleColumns } from '../../../schema/market/candles.ts'
import { INDICATOR_NAMES, indicatorText, outputsOf } from '../../../schema/rules/indicators.ts'
import { FAST_TECHNICAL_INDICATORS_PEERS } from '../testing/fastTechnicalIndicatorsPeers.ts'
import type { Peer } from '../testing/Peer.ts'
import { plainColumns } from '../testing/plainColumns.ts'
import { randomWalk } from '../testing/randomWalk.ts'
import { realCandles } from '../testing/realCandles.ts'
import { TECHNICAL_INDICATORS_PEERS } from '../testing/technicalIndicatorsPeers.ts'
import { TRADING_SIGNALS_PEERS } from '../testing/tradingSignalsPeers.ts'

const TOLERANCE = 1e-6
const PEERS = [...TRADING_SIGNALS_PEERS, ...TECHNICAL_INDICATORS_PEERS, ...FAST_TECHNICAL_INDICATORS_PEERS]
const named = PEERS.map((peer) => ({ ...peer, title: `${indicatorText(peer.call)}.${peer.output}` }))

/** No library has an opening range; highest and lowest are proven against their definition. */
const WITHOUT_PEER = ['opening_range', 'highest', 'lowest']

function compare(peer: Peer, candles: CandleColumns): void {
  const ours = plainColumns(candles, peer.call)[peer.output]!
  const theirs = peer.compute(candles)
  const missing = ours.length - theirs.length
  const wrong: string[] = []
  for (let i = peer.warmUp; i < ours.length; i++) {
    const their = theirs[i - missing] ?? NaN
    if (!(Math.abs(ours[i]! - their) < TOLERANCE)) wrong.push(`bar ${i}: ${ours[i]} against ${their}`)
  }
  expect(wrong.slice(0, 3)).toEqual([])
}

it('every output of every indicator has a library to agree with', () => {
  const compared = new Set(PEERS.map(({ call, output }) => `${call.name}.${output}`))
  const all = INDICATOR_NAMES.filter((name) => !WITHOUT_PEER.includes(name)).flatMap((name) =>
    outputsOf(name).map((each) => `${name}.${each}`),
  )
  expect(all.filter((each) => !compared.has(each))).toEqual([])
})

describe('on synthetic candles', () => {
  const candles = randomWalk(6_000, 7)
  it.each(named)('$title agrees with $library to 1e-6', (peer) => compare(peer, candles))
})

const real = realCandles('NIFTY-1min-2024Q1')
describe.skipIf(!real)(
  real ? 'on the real NIFTY minutes of 2024 Q1' : 'on real candles: skipped, NIFTY-1min-2024Q1.csv.gz is not there',
  () => {
    it.each(named)('$title agrees with $library to 1e-6', (peer) => compare(peer, real ?? randomWalk(0, 0)))
  },
)
