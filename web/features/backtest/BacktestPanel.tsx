import { useState } from 'react'
import { styled } from 'styled-components'
import { INDEX_SYMBOLS, INDICES } from '../../../schema/market/indices.ts'
import type { BacktestPartsFragment, StrategyTermsInput } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Select } from '../../ui/Select.ts'
import { Field, TextField } from '../../ui/TextField.tsx'
import { BacktestProgress } from './BacktestProgress.tsx'
import { BacktestResult } from './BacktestResult.tsx'
import { readReport } from './readReport.ts'
import { useBacktest } from './useBacktest.ts'

const Order = styled.form`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr));
  align-items: end;
  gap: 12px;
  margin-bottom: 16px;

  button {
    min-height: 44px;
  }
`

const Note = styled.p`
  margin-bottom: 12px;
  color: var(--muted);
  font-size: var(--text-sm);

  &[role='alert'] {
    color: var(--danger);
  }
`

/** What is tried: a stored strategy, or one that is being written. */
export type BacktestSubject = { readonly strategyId: string } | { readonly draft: StrategyTermsInput }

interface BacktestPanelProps {
  /** Null: there is nothing yet that could be tried. */
  subject: BacktestSubject | null
  /** The index chosen at first. */
  symbol: string
  /** Shown until one is run here. */
  latest: BacktestPartsFragment | null
}

/** Tries a strategy on past candles: which index, which days, how far it is, what came of it. */
export function BacktestPanel({ subject, symbol, latest }: BacktestPanelProps) {
  const { run: own, error, underWay, timeLeft, cancelling, look, start, cancel } = useBacktest()
  const [tried, setTried] = useState<BacktestSubject | null>(null)
  const [days, setDays] = useState({ from: '', to: '' })
  const [chosen, setChosen] = useState<string | null>(null)
  const run = own ?? (underWay ? null : latest)
  const index = chosen ?? INDEX_SYMBOLS.find((each) => each === symbol) ?? INDEX_SYMBOLS[0]
  const backwards = days.from !== '' && days.to !== '' && days.from > days.to
  const outdated = own !== null && subject !== null && JSON.stringify(tried) !== JSON.stringify(subject)

  function begin() {
    if (!subject || backwards || underWay) return
    setTried(subject)
    void start({ ...subject, symbol: index, from: days.from || null, to: days.to || null })
  }

  return (
    <div>
      <Order
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          begin()
        }}
      >
        <Field>
          <label htmlFor="backtest-index">Index</label>
          <Select id="backtest-index" value={index} onChange={({ target: { value } }) => setChosen(value)}>
            {INDEX_SYMBOLS.map((each) => (
              <option key={each} value={each}>
                {INDICES[each].label}
              </option>
            ))}
          </Select>
        </Field>
        <TextField
          label="From (empty: the first day there is)"
          type="date"
          value={days.from}
          onChange={({ target: { value } }) => setDays({ ...days, from: value })}
        />
        <TextField
          label="To (empty: the last day there is)"
          type="date"
          value={days.to}
          error={backwards ? 'Must not be before the first day.' : undefined}
          onChange={({ target: { value } }) => setDays({ ...days, to: value })}
        />
        <Button type="submit" disabled={subject === null || underWay}>
          {underWay ? 'Running …' : 'Run backtest'}
        </Button>
      </Order>
      {subject === null ? <Note>The rules and terms above have to be complete before they can be tried.</Note> : null}
      {error && own === null && !underWay ? <LoadFailure text="Failed to run the backtest" error={error} onRetry={begin} /> : null}
      {error && own !== null ? <LoadFailure text="Failed to read the backtest" error={error} onRetry={look} /> : null}
      {underWay ? (
        <BacktestProgress
          waiting={own?.status !== 'RUNNING'}
          progress={own?.progress ?? 0}
          timeLeft={timeLeft}
          cancellable={own !== null}
          cancelling={cancelling}
          onCancel={() => void cancel()}
        />
      ) : null}
      {outdated && !underWay ? <Note>This was run before the last changes above.</Note> : null}
      {run && !underWay ? <Outcome run={run} /> : null}
    </div>
  )
}

function Outcome({ run }: { run: BacktestPartsFragment }) {
  if (run.status === 'CANCELLED') return <Note>Cancelled: there is no result.</Note>
  if (run.status === 'FAILED') return <Note role="alert">{run.problem}</Note>
  if (run.status !== 'DONE') return null
  const report = readReport(run.result)
  if (!report.ok) return <Note role="alert">The result could not be read: {report.error}</Note>
  return <BacktestResult symbol={run.symbol} report={report.value} />
}
