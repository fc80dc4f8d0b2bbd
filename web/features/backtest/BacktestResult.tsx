import { useRef, useState } from 'react'
import { describeUncovered } from '../../../schema/market/coveredYears.ts'
import { EquityChart } from '../../charts/EquityChart.tsx'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatDates } from '../../lib/formatTime.ts'
import { Hypothetical } from './Hypothetical.tsx'
import { assumedText } from './assumedText.ts'
import { BacktestTrades } from './BacktestTrades.tsx'
import { KeyFigures } from './KeyFigures.tsx'
import { RecordedFigures } from './RecordedFigures.tsx'
import type { BacktestReport, BacktestTrade } from './readReport.ts'
import { ResultSections } from './ResultSections.ts'
import { StatisticsFigures } from './StatisticsFigures.tsx'
import { TradesOnChart } from './TradesOnChart.tsx'
import { useTrades } from './useTrades.ts'

/** A backtest's result, with "hypothetical" beside every number of it. */
export function BacktestResult({ runId, symbol, report }: { runId: string; symbol: string; report: BacktestReport }) {
  const loaded = useTrades(runId, report)
  const { trades } = loaded
  const [chosen, setChosen] = useState<BacktestTrade | null>(null)
  const chart = useRef<HTMLElement>(null)
  const shown = chosen && trades.includes(chosen) ? chosen : trades.at(-1)
  function show(trade: BacktestTrade) {
    setChosen(trade)
    chart.current?.scrollIntoView({ block: 'center' })
  }

  return (
    <ResultSections>
      {report.uncoveredYears.length > 0 && <p>{describeUncovered(report.uncoveredYears)}</p>}
      {report.dropped === null ? null : <p>{report.dropped}</p>}
      <p>
        {symbol}, {formatDates(report.from, report.to)}, {report.lots} {report.lots === 1 ? 'lot' : 'lots'} per trade.{' '}
        {premiumSource(report)} {report.assumptions === null ? null : `${assumedText(report.assumptions)} `}
        <Hypothetical />
      </p>
      <KeyFigures report={report} />
      <RecordedFigures modelGap={report.modelGap} recordedFills={report.recordedFills} />
      {report.statistics ? <StatisticsFigures statistics={report.statistics} days={report.days} /> : null}
      {trades.length === 0 || !shown ? (
        <p>No trade was opened and closed on these days.</p>
      ) : (
        <>
          <section>
            <h3>Hypothetical equity, with the drawdown below</h3>
            <EquityChart label="Hypothetical equity of the backtest" points={report.equity} />
          </section>
          <section ref={chart}>
            <h3>Hypothetical trades on the index</h3>
            <TradesOnChart symbol={symbol} trades={trades} shown={shown} />
          </section>
          <BacktestTrades loaded={loaded} shown={shown} onShow={show} />
        </>
      )}
    </ResultSections>
  )
}

const SOURCE_TEXTS = {
  CANDLES: 'recorded option candles',
  ANCHORED: 'recorded option candles and, from the last of them on, the option model',
  MODEL: 'the option model, which is an estimate',
  INDEX: 'the index itself',
} as const

/** Where the premiums of the trades come from: "Premiums: 12 trades by recorded option candles, 3 by the option model, …". */
function premiumSource({ priceSources, traded }: BacktestReport): string {
  const counted = (['CANDLES', 'ANCHORED', 'MODEL', 'INDEX'] as const).flatMap((source) => {
    const count = priceSources[source]
    return count === undefined ? [] : [`${formatCount(count)} ${count === 1 ? 'trade' : 'trades'} by ${SOURCE_TEXTS[source]}`]
  })
  return counted.length === 0 ? `Premiums: ${traded}.` : `Premiums: ${counted.join('; ')}.`
}
