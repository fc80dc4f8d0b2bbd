import { describeLeftOut } from '../../schema/market/SessionSieve.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import { istIso } from '../../schema/time.ts'
import { evaluate, sideOf } from '../analysis/rules/evaluate.ts'
import { Series } from '../analysis/rules/Series.ts'
import type { CandleFile } from './readCandles.ts'

const NOTE = 'signals on index closes; no option premiums, no charges'

/** `time`: start of the bar, IST. `price`: close of the index, rupees. */
interface ListedSignal {
  readonly time: string
  readonly side: ReturnType<typeof sideOf>
  readonly price: number
}

/** Every signal of a strategy on bars of its interval, and a summary, as text or JSON. */
export function listSignals(strategy: string, rules: RuleSet, { candles: bars, ...leftOut }: CandleFile, json: boolean): string {
  const signals: ListedSignal[] = []
  evaluate(rules, new Series(bars, rules.interval)).forEach((signal, i) => {
    if (signal === 0) return
    signals.push({ time: istIso(bars.time[i]!), side: sideOf(signal), price: bars.close[i]! })
  })
  const count = (of: ListedSignal['side']) => signals.filter(({ side }) => side === of).length
  const sides = { long: count('LONG'), short: count('SHORT'), neutral: count('NEUTRAL') }
  const summary = {
    strategy,
    interval: rules.interval,
    candles: bars.time.length,
    from: istIso(bars.time[0]!),
    to: istIso(bars.time.at(-1)!),
    signals: signals.length,
    ...sides,
    note: NOTE,
    dropped: leftOut.dropped,
  }
  if (json) return `${JSON.stringify({ signals, summary }, null, 2)}\n`
  return [
    ...signals.map(({ time, side, price }) => `${time}  ${side.padEnd(5)}  ${price.toFixed(2)}`),
    `${summary.strategy} on ${summary.candles} ${summary.interval} bars from ${summary.from} to ${summary.to}`,
    `${summary.signals} signals: ${rules.enter ? 'all without a direction' : `${sides.long} long, ${sides.short} short`} (${NOTE})`,
    ...describeLeftOut(leftOut),
    '',
  ].join('\n')
}
