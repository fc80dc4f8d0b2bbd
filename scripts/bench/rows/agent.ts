import { analyse } from '../../../engine/analysis/agent/analyse.ts'
import { LONGEST_LOOKBACK, SHORTEST_LOOKBACK } from '../../../engine/analysis/agent/agentModel.ts'
import { realisedPricing } from '../../../engine/analysis/agent/agentPricing.ts'
import { searchAnalogues } from '../../../engine/analysis/agent/searchAnalogues.ts'
import { SessionIndex, type SessionCloses } from '../../../engine/analysis/agent/SessionIndex.ts'
import { sessionsOf } from '../../../engine/analysis/agent/testing/walkMarket.ts'
import { SyntheticSource } from '../../../engine/sandbox/sources/SyntheticSource.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '../../../schema/market/indices.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { percentile } from '../measuring/percentile.ts'

const SESSIONS = 1_640
const BEFORE = '2026-11-20'
const WARM_UPS = 10
const ROUNDS = 60
const EXPERIENCE = { similarityFloor: 0.5, alpha: 0.2, calibration: null }
const LOOKBACKS = Array.from({ length: LONGEST_LOOKBACK - SHORTEST_LOOKBACK + 1 }, (_, i) => SHORTEST_LOOKBACK + i)

/** A look of the research agent at six and a half years of minutes, on one thread; milliseconds of processor time. */
export async function agent(): Promise<BenchRow[]> {
  const source = new SyntheticSource(1)
  const markets = INDEX_SYMBOLS.map((symbol) => {
    const sessions = sessionsOf(source, symbol, BEFORE, SESSIONS + 1)
    return { symbol, index: SessionIndex.build(sessions.slice(0, -1)), today: sessions.at(-1)! }
  })
  const { index, today } = markets[0]!
  // Minutes of a session one after the other, so that no two windows are the same.
  const windowAt = (round: number) => today.closes.slice(100 + round, 150 + round).map(Math.log)
  const search = times((round) => searchAnalogues(index, windowAt(round)))
  const analyses = [20, 50, 100, 200].map((lookback) => times((round) => look(index, 'NIFTY', today, lookback, 220 + round)))
  const [middle, slow] = [
    Math.max(...analyses.map((each) => percentile(each, 0.5))),
    Math.max(...analyses.map((each) => percentile(each, 0.95))),
  ]
  const all = cpuMs(() => {
    for (const market of markets) for (const lookback of LOOKBACKS) look(market.index, market.symbol, market.today, lookback, 300)
  })
  const windows = (lookback: number) => (SESSIONS * (375 - 30 - lookback)).toLocaleString('en-US')
  const fast = percentile(search, 0.5)
  return [
    {
      what: `agent: the fifty most similar of ${windows(50)} windows of 50 candles, exactly`,
      ours: `${fast.toFixed(1)} ms`,
      peer: '',
      ratio: '',
      wanted: '≤ 12 ms',
      reached: fast <= 12,
    },
    {
      what: 'agent: an analysis, both sides priced, slowest of lookbacks 20, 50, 100 and 200',
      ours: `p50 ${middle.toFixed(1)} ms, p95 ${slow.toFixed(1)} ms`,
      peer: '',
      ratio: '',
      wanted: 'p50 ≤ 25 ms, p95 ≤ 40 ms',
      reached: middle <= 25 && slow <= 40,
    },
    {
      what: 'agent: all 724 analyses that one scan can need, on one thread',
      ours: `${(all / 1_000).toFixed(1)} s`,
      peer: '',
      ratio: '',
      wanted: '≤ 20 s',
      reached: all <= 20_000,
    },
  ]
}

function look(index: SessionIndex, symbol: IndexSymbol, { date, closes }: SessionCloses, lookback: number, candles: number): void {
  const soFar = closes.subarray(0, candles)
  const pricing = realisedPricing(index, symbol, date, soFar.at(-1)!)
  const { findings } = analyse(index, { date, closes: soFar, sessionMinutes: closes.length }, lookback, pricing, EXPERIENCE)
  if (!findings) throw new Error(`nothing was found with a lookback of ${lookback}`)
}

function times(work: (round: number) => unknown): number[] {
  for (let round = 0; round < WARM_UPS; round++) work(round)
  return Array.from({ length: ROUNDS }, (_, round) => cpuMs(() => work(WARM_UPS + round)))
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
