import type { CandleColumns, Interval } from '../../schema/market/candles.ts'
import { parseRuleSet, parseRuleText } from '../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import { STRATEGY_TEMPLATES } from '../../schema/rules/templates.ts'
import { istIso } from '../../schema/time.ts'
import { evaluate, LONG } from '../analysis/evaluate.ts'
import { Series } from '../analysis/Series.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { parseInterval, parseOptions, required } from './options.ts'
import { readCandles, readText } from './readCandles.ts'
import { BACKTEST_USAGE } from './usage.ts'

const NOTE = 'signals on index closes; no option premiums, no charges'

/** `time`: start of the bar, IST. `price`: close of the index, rupees. */
interface Signal {
  readonly time: string
  readonly side: 'LONG' | 'SHORT'
  readonly price: number
}

/** `backtest`: every signal of a strategy on a candle file, and a summary, as text or JSON. */
export async function backtest(args: readonly string[]): Promise<string> {
  const options = parseOptions(args, {
    candles: { type: 'string' },
    strategy: { type: 'string' },
    interval: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  })
  if (options.help) return BACKTEST_USAGE
  const interval = options.interval === undefined ? undefined : parseInterval(options.interval)
  const strategy = required(options.strategy, '--strategy')
  const file = required(options.candles, '--candles')
  const rules = await readRules(strategy, interval)
  const candles = await readCandles(file, rules.interval)

  const signals = signalsOn(rules, candles)
  const long = signals.filter(({ side }) => side === 'LONG').length
  const summary = {
    strategy,
    interval: rules.interval,
    candles: candles.time.length,
    from: istIso(candles.time[0]!),
    to: istIso(candles.time.at(-1)!),
    signals: signals.length,
    long,
    short: signals.length - long,
    note: NOTE,
  }
  if (options.json) return `${JSON.stringify({ signals, summary }, null, 2)}\n`
  return [
    ...signals.map(({ time, side, price }) => `${time}  ${side.padEnd(5)}  ${price.toFixed(2)}`),
    `${summary.strategy} on ${summary.candles} ${summary.interval} bars from ${summary.from} to ${summary.to}`,
    `${summary.signals} signals: ${summary.long} long, ${summary.short} short (${NOTE})`,
    '',
  ].join('\n')
}

function signalsOn(rules: RuleSet, candles: CandleColumns): Signal[] {
  const signals: Signal[] = []
  evaluate(rules, new Series(candles, rules.interval)).forEach((signal, i) => {
    if (signal === 0) return
    signals.push({ time: istIso(candles.time[i]!), side: signal === LONG ? 'LONG' : 'SHORT', price: candles.close[i]! })
  })
  return signals
}

/** The rules of a built-in strategy or of a .json file, for bars of `interval` when one is given. */
async function readRules(strategy: string, interval: Interval | undefined): Promise<RuleSet> {
  const template = STRATEGY_TEMPLATES.find(({ slug }) => slug === strategy)
  if (!template && !strategy.endsWith('.json')) {
    const names = STRATEGY_TEMPLATES.map(({ slug }) => slug).join(', ')
    throw new UsageError(`--strategy must be ${names} or a .json file, not "${strategy}"`)
  }
  const rules = template ? parseRuleSet(template.rules, interval) : parseRuleText(await readText(strategy), interval)
  if (!rules.ok)
    throw new CommandFailure(rules.error.map(({ path, message }) => `${strategy}: ${path ? `${path}: ` : ''}${message}`).join('\n'))
  return rules.value
}
