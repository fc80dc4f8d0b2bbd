import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { BacktestTradesDocument } from '../../gql/generated/graphql.ts'
import { useNextPage } from '../../gql/useNextPage.ts'
import { readTrades, type BacktestReport, type BacktestTrade } from './readReport.ts'

/** Trades on a page of what is read on demand. */
const PAGE = 50

/** The trades of a backtest that are at hand, by the time of their exit: the latest are in its report, those before are read on demand. */
export function useTrades(runId: string, { trades: latest, metrics }: BacktestReport) {
  const client = useApolloClient()
  const [earlier, setEarlier] = useState<readonly BacktestTrade[]>([])
  const trades = [...earlier, ...latest]
  // A trade's cursor is its place among all.
  const first = metrics.trades - trades.length
  const { busy, problem, again } = useNextPage(async () => {
    const variables = { id: runId, first: PAGE, after: String(first) }
    const { data } = await client.query({ query: BacktestTradesDocument, variables })
    const page = readTrades(data?.backtestTrades.edges.map(({ node }) => node) ?? [])
    setEarlier((before) => [...page.toReversed(), ...before])
  })
  return { trades, total: metrics.trades, busy, problem, readEarlier: again }
}
