import { useEffect, useState } from 'react'
import { addPrice, type ChartCandle } from '../../charts/ChartCandle.ts'
import type { TradeCardView } from '../../ui/TradeCard.tsx'

const BARS = 44
const TICKS_PER_BAR = 12
const TICK_MS = 500
const SESSION_START = Date.parse('2026-01-05T04:30:00Z')

/** A reproducible random walk (mulberry32), so that the illustration is the same for everybody. */
function randomWalk(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296 - 0.5
  }
}

interface Walk {
  readonly tick: number
  readonly level: number
  readonly candles: readonly ChartCandle[]
}

function step({ tick, level, candles }: Walk, random: () => number): Walk {
  // The pull back to the middle keeps the picture within its frame, however long the page stays open.
  const next = level + random() * 6 + (24_500 - level) * 0.004
  const at = SESSION_START + (tick * 60_000) / TICKS_PER_BAR
  const formed = addPrice(candles.slice(-1), next, at, 1)
  return { tick: tick + 1, level: next, candles: [...candles.slice(0, -1), ...formed].slice(-BARS) }
}

/** What buying and selling its lot is charged, about: rupees. */
const ROUND_TRIP = 69

/** Made-up candles that move gently, and a made-up trade that moves with them. Still under reduced motion. */
export function useIllustration(): { readonly candles: readonly ChartCandle[]; readonly trade: TradeCardView } {
  const [random] = useState(() => randomWalk(20))
  const [walk, setWalk] = useState(() => {
    let start: Walk = { tick: 0, level: 24_460, candles: [] }
    for (let tick = 0; tick < BARS * TICKS_PER_BAR; tick++) start = step(start, random)
    return start
  })
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = window.setInterval(() => setWalk((current) => step(current, random)), TICK_MS)
    return () => window.clearInterval(timer)
  }, [random])

  const entry = 118.4
  const quantity = 75
  // An at-the-money option moves about half as far as its index.
  const ltp = Math.round((entry + 14 + (walk.level - 24_500) * 0.5) * 20) / 20
  const pnl = Math.round((ltp - entry) * 100 * quantity) / 100
  return {
    candles: walk.candles,
    trade: {
      contract: 'Nifty 50 · 24,500 CE',
      expiry: '2026-01-06',
      symbol: 'NIFTY06JAN2624500CE',
      strategy: 'EMA Crossover',
      mode: 'PAPER',
      optionType: 'CE',
      signal: 'LONG',
      status: 'ACTIVE',
      entry,
      target: 177.6,
      stopLoss: 88.8,
      quantity,
      pnl,
      net: Math.round((pnl - ROUND_TRIP) * 100) / 100,
      entryTime: new Date(SESSION_START + 24 * 60_000).toISOString(),
      exitTime: null,
      exit: null,
      ltp,
    },
  }
}
