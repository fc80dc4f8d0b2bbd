import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import { INDEX_SYMBOLS, indexNamed, INDICES } from '../../../schema/market/indices.ts'
import { addDays } from '../../../schema/time.ts'
import {
  BacktestDaysDocument,
  BacktestRunDocument,
  type BacktestDaysQuery,
  type BacktestPartsFragment,
  type StrategyTermsInput,
} from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatDatesWithin } from '../../lib/formatTime.ts'
import { isDate } from '../../lib/isDate.ts'
import { Button } from '../../ui/Button.ts'
import { DateField } from '../../ui/DateField.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Select } from '../../ui/Select.ts'
import { Field, TextField } from '../../ui/TextField.tsx'
import { BacktestProgress } from './BacktestProgress.tsx'
import { BacktestResult } from './BacktestResult.tsx'
import { readReport } from './readReport.ts'
import { readSearch } from './readSearch.ts'
import { SearchResult } from './SearchResult.tsx'
import { useBacktest } from './useBacktest.ts'

const Order = styled.form`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr));
  align-items: end;
  gap: 12px;

  &:not(:last-child) {
    margin-bottom: 16px;
  }

  button {
    min-height: 44px;
  }
`

const SLIPPAGE = LIMITS.backtests.slippage
/** In days: what is tried unless somebody wants another range. */
const THREE_MONTHS = 91

const Note = styled.p`
  margin-bottom: 12px;
  color: var(--muted);
  font-size: var(--text-sm);

  &[role='alert'] {
    color: var(--danger);
  }
`

/** What to backtest: a stored strategy, or a draft. */
export type BacktestSubject = { readonly strategyId: string } | { readonly draft: StrategyTermsInput }

interface BacktestPanelProps {
  /** Null: there is nothing yet that could be tried. */
  subject: BacktestSubject | null
  /** The index chosen at first. */
  symbol: string
  /** The id of the backtest shown until one is run here; null: none. Its result is read apart: it may be megabytes. */
  latest: string | null
}

/** Backtests a strategy: index, days, progress and result. */
export function BacktestPanel({ subject, symbol, latest }: BacktestPanelProps) {
  const {
    run: own,
    error,
    underWay,
    timeLeft,
    cancelling,
    look,
    start,
    cancel,
  } = useBacktest(subject && 'strategyId' in subject ? subject.strategyId : null)
  const [tried, setTried] = useState<BacktestSubject | null>(null)
  const [typed, setTyped] = useState<{ readonly from: string; readonly to: string } | null>(null)
  const [slippage, setSlippage] = useState(String(SLIPPAGE.default))
  const [chosen, setChosen] = useState<string | null>(null)
  const { data: earlier } = useQuery(BacktestRunDocument, {
    variables: { id: latest ?? '' },
    skip: latest === null || own !== null || underWay,
  })
  const run = own ?? (underWay ? null : (earlier?.backtestRun ?? null))
  const index = chosen ?? (symbol === null ? null : indexNamed(symbol)) ?? 'NIFTY'
  const { data } = useQuery(BacktestDaysDocument, { variables: { symbol: index } })
  const stored = data?.backtestDays
  const days = typed ?? { from: lastMonths(stored), to: '' }
  const mistakes = { ...dayMistakes(days), slippage: slippageMistake(slippage) }
  const outdated = own !== null && tried !== null && subject !== null && JSON.stringify(tried) !== JSON.stringify(subject)

  function begin() {
    if (!subject || Object.values(mistakes).some((mistake) => mistake !== null) || underWay) return
    setTried(subject)
    void start({ ...subject, symbol: index, from: days.from || null, to: days.to || null, slippage: Number(slippage) })
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
        <DateField
          label="From (empty: first available day)"
          value={days.from}
          error={mistakes.from ?? undefined}
          onChange={(from) => setTyped({ ...days, from })}
        />
        <DateField
          label="To (empty: last available day)"
          value={days.to}
          error={mistakes.to ?? undefined}
          onChange={(to) => setTyped({ ...days, to })}
        />
        <TextField
          label={`Slippage multiplier (${SLIPPAGE.min} to ${SLIPPAGE.max})`}
          inputMode="decimal"
          autoComplete="off"
          value={slippage}
          error={mistakes.slippage ?? undefined}
          onChange={({ target: { value } }) => setSlippage(value)}
        />
        <Button type="submit" $busy={underWay} disabled={subject === null}>
          {underWay ? 'Running …' : 'Run backtest'}
        </Button>
      </Order>
      <Note>{stored ? daysText(stored) : '\u00a0'}</Note>
      {subject === null ? <Note>Complete the rules and terms above before you run a backtest.</Note> : null}
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
      {outdated && !underWay ? <Note>This result is from before your last changes.</Note> : null}
      {run && !underWay ? <Outcome run={run} /> : null}
    </div>
  )
}

/** The first of the last three months there are; empty, as for all days, where there are no more, or it is not known. */
function lastMonths(stored: BacktestDaysQuery['backtestDays'] | undefined): string {
  if (!stored?.first || !stored.last) return ''
  const from = addDays(stored.last, -THREE_MONTHS)
  return from > stored.first ? from : ''
}

function daysText({ days, first, last }: BacktestDaysQuery['backtestDays']): string {
  if (!first || !last) return 'No data for this index yet.'
  return `${formatCount(days)} days of data for this index, ${formatDatesWithin(first, last)}. A longer range takes longer.`
}

/** What is wrong with the first and the last day, each null when nothing is. */
function dayMistakes({ from, to }: { readonly from: string; readonly to: string }) {
  const mistake = (day: string) => (day === '' || isDate(day) ? null : 'Enter a date as dd/mm/yyyy.')
  const backwards = isDate(from) && isDate(to) && from > to
  return { from: mistake(from), to: backwards ? 'Must not be before the first day.' : mistake(to) }
}

function slippageMistake(text: string): string | null {
  const times = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN
  return times >= SLIPPAGE.min && times <= SLIPPAGE.max ? null : `Must be a number from ${SLIPPAGE.min} to ${SLIPPAGE.max}.`
}

function Outcome({ run }: { run: BacktestPartsFragment }) {
  if (run.status === 'CANCELLED') return <Note>Cancelled: there is no result.</Note>
  if (run.status === 'FAILED') return <Note role="alert">{run.problem}</Note>
  if (run.status !== 'DONE') return null
  const search = readSearch(run.result)
  if (search?.ok) return <SearchResult symbol={run.symbol} search={search.value} />
  const report = search ?? readReport(run.result)
  if (!report.ok) return <Note role="alert">The result could not be read: {report.error}</Note>
  return <BacktestResult key={run.id} runId={run.id} symbol={run.symbol} report={report.value} />
}
