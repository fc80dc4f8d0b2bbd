import { parametersOf, type IndicatorCall, type IndicatorName, type IndicatorParameters } from '../../../schema/rules/indicators.ts'
import { AdxStream } from './AdxStream.ts'
import { AtrStream } from './AtrStream.ts'
import { BollingerStream } from './BollingerStream.ts'
import { CciStream } from './CciStream.ts'
import { DirectionalIndicatorStream } from './DirectionalIndicatorStream.ts'
import { EmaStream } from './EmaStream.ts'
import { ExtremeStream } from './ExtremeStream.ts'
import type { IndicatorStream } from './IndicatorStream.ts'
import { KeltnerStream } from './KeltnerStream.ts'
import { MacdStream } from './MacdStream.ts'
import { ObvStream } from './ObvStream.ts'
import { OpeningRangeStream } from './OpeningRangeStream.ts'
import { RocStream } from './RocStream.ts'
import { RsiStream } from './RsiStream.ts'
import { SmaStream } from './SmaStream.ts'
import { StochasticStream } from './StochasticStream.ts'
import { SupertrendStream } from './SupertrendStream.ts'
import { VwapStream } from './VwapStream.ts'
import { WmaStream } from './WmaStream.ts'

type Open<N extends IndicatorName> = (parameters: IndicatorParameters<N>, barMinutes: number) => IndicatorStream

/** One line per indicator of schema/rules/indicators.ts; the compiler reports a missing one. */
const OPEN: { readonly [N in IndicatorName]: Open<N> } = {
  sma: ({ period }) => new SmaStream(period),
  ema: ({ period }) => new EmaStream(period),
  wma: ({ period }) => new WmaStream(period),
  rsi: ({ period }) => new RsiStream(period),
  roc: ({ period }) => new RocStream(period),
  cci: ({ period }) => new CciStream(period),
  stochastic: ({ period, smoothing, signal }) => new StochasticStream(period, smoothing, signal),
  macd: ({ fast, slow, signal }) => new MacdStream(fast, slow, signal),
  adx: ({ period }) => new AdxStream(period),
  plus_di: ({ period }) => new DirectionalIndicatorStream('risen', period),
  minus_di: ({ period }) => new DirectionalIndicatorStream('fallen', period),
  supertrend: ({ period, multiplier }) => new SupertrendStream(period, multiplier),
  atr: ({ period }) => new AtrStream(period),
  bollinger: ({ period, multiplier }) => new BollingerStream(period, multiplier),
  keltner: ({ period, atr_period, multiplier }) => new KeltnerStream(period, atr_period, multiplier),
  vwap: () => new VwapStream(),
  obv: () => new ObvStream(),
  opening_range: ({ minutes }, barMinutes) => new OpeningRangeStream(minutes, barMinutes),
  highest: ({ period }) => new ExtremeStream('high', period),
  lowest: ({ period }) => new ExtremeStream('low', period),
}

/** A stream of an indicator that has taken no bar yet. */
export function openStream({ name, parameters }: IndicatorCall, barMinutes: number): IndicatorStream {
  return open(name, parameters, barMinutes)
}

function open<N extends IndicatorName>(name: N, values: readonly number[], barMinutes: number): IndicatorStream {
  return OPEN[name](parametersOf(name, values), barMinutes)
}
