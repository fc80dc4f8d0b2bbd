import { INTERVAL_MINUTES } from '../../../schema/market/candles.ts'
import { barsBack, comparisonsOf, conditionsOf, operandsOf } from '../../../schema/rules/comparisonsOf.ts'
import { parametersOf, type IndicatorCall, type IndicatorName, type IndicatorParameters } from '../../../schema/rules/indicators.ts'
import type { Operand, RuleSet } from '../../../schema/rules/RuleSet.ts'
import { emaKeep, timesUntil, TOLERANCE, wilderKeep } from '../streams/warmth.ts'

/** Of a session, 09:15 to 15:30. */
const SESSION_MINUTES = 375
/** The least that a market is taken to move in a bar, in parts of its price: twenty paise of 20,000 rupees. While it moves less, ratios of moves take longer. */
const LEAST_MOVE = 1e-5

/**
 * How many minutes of trading a rule set needs before it may signal: whole bars, the bar decided among them. An upper bound for markets that
 * move by a hundred-thousandth of the price in a bar; for Supertrend and other rules of turns an estimate, because nobody knows when the
 * market will turn. The streams (streams/) report when it has.
 */
export function warmUpMinutes(rules: RuleSet): number {
  return warmUpBars(rules) * INTERVAL_MINUTES[rules.interval]
}

/** The same in bars of the rules' interval. */
export function warmUpBars(rules: RuleSet): number {
  const minutes = INTERVAL_MINUTES[rules.interval]
  const needs = conditionsOf(rules)
    .flatMap(comparisonsOf)
    .flatMap((each) => operandsOf(each).map((operand) => operandBars(operand, minutes) + barsBack(each)))
  return Math.max(1, ...needs)
}

function operandBars(operand: Operand, barMinutes: number): number {
  switch (operand.kind) {
    case 'constant':
    case 'timeOfDay':
      return 0
    case 'time':
      return 1
    case 'price':
      return 1 + operand.offset
    case 'indicator':
      return indicatorBars(operand.call, barMinutes) + operand.offset
  }
}

type Bars<N extends IndicatorName> = (parameters: IndicatorParameters<N>, barMinutes: number) => number

/** How many bars the first warm value of an indicator needs, its own bar included. */
const BARS: { readonly [N in IndicatorName]: Bars<N> } = {
  sma: ({ period }) => period,
  ema: ({ period }) => period + timesUntil(emaKeep(period), TOLERANCE),
  wma: ({ period }) => period,
  // The rise and the fall are averages of moves, compared with one another.
  rsi: ({ period }) => period + 1 + timesUntil(wilderKeep(period), TOLERANCE * LEAST_MOVE),
  roc: ({ period }) => period + 1,
  cci: ({ period }) => period,
  stochastic: ({ period, smoothing, signal }) => period + smoothing + signal - 2,
  macd: macdBars,
  adx: adxBars,
  plus_di: directionalBars,
  minus_di: directionalBars,
  supertrend: ({ period, multiplier }) => atrBars(period, multiplier) + Math.ceil(TURN * (1 + multiplier) ** 2),
  atr: ({ period }) => atrBars(period, 1),
  bollinger: ({ period }) => period,
  keltner: ({ period, atr_period, multiplier }) =>
    Math.max(period + timesUntil(emaKeep(period), TOLERANCE / 2), atrBars(atr_period, 2 * multiplier)),
  vwap: (_, barMinutes) => SESSION_MINUTES / barMinutes,
  // Depends on where history begins, however long ago that was: never warm.
  obv: () => 1,
  opening_range: (_, barMinutes) => SESSION_MINUTES / barMinutes,
  highest: ({ period }) => period,
  lowest: ({ period }) => period,
}

/** A price that drifts comes as far as its bands, one after the other, in about so many bars for each square of their distance. */
const TURN = 12

/** `weight`: how many times the range counts in the result. */
function atrBars(period: number, weight: number): number {
  return period + 1 + timesUntil(wilderKeep(period), TOLERANCE / Math.max(1, weight))
}

function directionalBars({ period }: { readonly period: number }): number {
  return period + 1 + timesUntil(wilderKeep(period), (TOLERANCE * LEAST_MOVE) / 2)
}

/** An average of a ratio of averages: what is left of its beginning, counted bar by bar. */
function adxBars({ period }: { readonly period: number }): number {
  const keep = wilderKeep(period)
  let bars = 2 * period
  let ratio = 4 / LEAST_MOVE
  for (let average = 1; average > TOLERANCE; bars++) {
    ratio *= keep
    average = average * keep + Math.min(1, ratio) * (1 - keep)
  }
  return bars
}

/** An average of the difference of two averages: what is left of their beginning, counted bar by bar. */
function macdBars({ fast, slow, signal }: { readonly fast: number; readonly slow: number; readonly signal: number }): number {
  const keeps = [emaKeep(fast), emaKeep(slow)] as const
  const signalKeep = emaKeep(signal)
  let bars = Math.max(fast, slow) + signal - 1
  let [left, right, average] = [1, 1, 2]
  for (; left + right > TOLERANCE || average > TOLERANCE; bars++) {
    left *= keeps[0]
    right *= keeps[1]
    average = average * signalKeep + (left + right) * (1 - signalKeep)
  }
  return bars
}

/** How many bars the first warm value of an indicator needs, its own bar included, as warmUpMinutes counts them. */
export function indicatorBars({ name, parameters }: IndicatorCall, barMinutes: number): number {
  return barsOf(name, parameters, barMinutes)
}

function barsOf<N extends IndicatorName>(name: N, values: readonly number[], barMinutes: number): number {
  return BARS[name](parametersOf(name, values), barMinutes)
}
