import { useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { useState } from 'react'
import {
  BacktestProgressDocument,
  BacktestRunDocument,
  BacktestUnderWayDocument,
  CancelBacktestDocument,
  RunBacktestDocument,
  type BacktestPartsFragment,
  type RunBacktestInput,
} from '../../gql/generated/graphql.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { timeLeft, type ProgressMark } from './timeLeft.ts'

/** A backtest the user has requested here, from the request to the answer; after a reload the one of this strategy that is under way (null: of a draft). */
export function useBacktest(strategyId: string | null) {
  const [asked, setRunId] = useState<string | null>(null)
  const { data: before } = useQuery(BacktestUnderWayDocument, { fetchPolicy: 'network-only', skip: strategyId === null })
  const left = before?.backtestUnderWay
  const runId = asked ?? (left && left.strategyId === strategyId ? left.id : null)
  const [ask, { loading: asking, error: refusal }] = useMutation(RunBacktestDocument)
  const [stop, { loading: cancelling }] = useMutation(CancelBacktestDocument)
  const [marks, setMarks] = useState<{ readonly first: ProgressMark; readonly last: ProgressMark } | null>(null)
  const variables = { id: runId ?? '' }
  const { data, error, refetch } = useQuery(BacktestRunDocument, { variables, skip: runId === null })
  const run: BacktestPartsFragment | null = runId === null ? null : (data?.backtestRun ?? null)
  useSubscription(BacktestProgressDocument, {
    variables,
    skip: runId === null || (run !== null && run.endedAt !== null),
    ignoreResults: true,
    onData: ({ data: { data: news } }) => {
      if (news?.backtestProgress.status !== 'RUNNING') return
      const last = { at: Date.now(), progress: news.backtestProgress.progress }
      setMarks((before) => ({ first: before?.first ?? last, last }))
    },
  })

  return {
    /** The backtest requested last; null before, and until the server has answered. */
    run,
    /** It could not be requested, or its progress not be read. */
    error: refusal ?? error ?? null,
    underWay: asking || (runId !== null && run === null && !error) || run?.status === 'QUEUED' || run?.status === 'RUNNING',
    cancelling,
    /** Milliseconds it still needs; null while unknown. */
    timeLeft: marks && timeLeft(marks.first, marks.last),
    /** Reads its progress again. */
    look: () => void refetch(),
    /** Resolves when the server has taken the order, or refused it. */
    async start(input: RunBacktestInput): Promise<void> {
      setMarks(null)
      try {
        const { data: answer } = await ask({ variables: { input } })
        setRunId(answer?.runBacktest.id ?? null)
      } catch (failure) {
        setRunId(null)
        toastFailure('Failed to run the backtest', failure)
      }
    },
    async cancel(): Promise<void> {
      if (runId === null) return
      try {
        await stop({ variables: { id: runId } })
      } catch (failure) {
        toastFailure('Failed to cancel the backtest', failure)
      }
    },
  }
}
