import { useState } from 'react'
import { styled } from 'styled-components'
import { EXIT_TEXTS } from '../../../schema/trading/exits.ts'
import { formatCount, formatPrice } from '../../lib/formatMoney.ts'
import { formatDayMonth, formatTime } from '../../lib/formatTime.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { legText } from './legText.ts'
import type { BacktestLeg, BacktestTrade } from './readReport.ts'
import { ResultTable } from './ResultTable.ts'
import type { useTrades } from './useTrades.ts'

/** Rows shown at first, and how many more at a time. */
const PAGE = 50

const Trades = styled(ResultTable)`
  th:nth-child(-n + 2),
  td:nth-child(-n + 2),
  th:nth-child(7),
  td:nth-child(7) {
    text-align: left;
  }

  tr[aria-current='true'] td {
    background: var(--accent-soft);
  }

  td button {
    min-height: 32px;
    padding: 0 8px;
  }

  ${media.phone} {
    th:nth-child(n + 3):nth-child(-n + 7),
    td:nth-child(n + 3):nth-child(-n + 7) {
      display: none;
    }

    th,
    td {
      padding: 6px 4px;
      font-size: var(--text-xs);
    }

    td:first-child {
      overflow-wrap: anywhere;
      white-space: normal;
    }

    td button {
      min-height: 44px;
    }
  }
`

const More = styled.div`
  margin-top: 8px;
`

const LegList = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`

interface BacktestTradesProps {
  loaded: ReturnType<typeof useTrades>
  /** The trade shown on the chart. */
  shown: BacktestTrade | undefined
  onShow: (trade: BacktestTrade) => void
}

/** The opening and closing price of each leg of a position, oldest first. */
function Legs({ legs }: { legs: readonly BacktestLeg[] }) {
  return (
    <LegList>
      {legs.map((leg, i) => (
        <li key={i}>{legText(leg)}</li>
      ))}
    </LegList>
  )
}

/** The trades of a backtest, latest first, each can be shown on the chart. */
export function BacktestTrades({ loaded, shown, onShow }: BacktestTradesProps) {
  const { trades, total, busy, problem, readEarlier } = loaded
  const [wanted, setWanted] = useState(PAGE)
  const latest = trades.toReversed().slice(0, wanted)
  function more() {
    setWanted(latest.length + PAGE)
    if (latest.length + PAGE > trades.length && trades.length < total) readEarlier()
  }
  return (
    <>
      <Trades tabIndex={0} role="region" aria-label="Hypothetical trades">
        <table>
          <caption>{formatCount(total)} hypothetical trades, latest first. Times IST, premiums and amounts in ₹.</caption>
          <thead>
            <tr>
              <th scope="col">Option</th>
              <th scope="col">Entry</th>
              <th scope="col">Premium</th>
              <th scope="col">Exit</th>
              <th scope="col">Premium</th>
              <th scope="col">Charges</th>
              <th scope="col">Exit reason</th>
              <th scope="col">Net</th>
              <th scope="col">Chart</th>
            </tr>
          </thead>
          <tbody>
            {latest.map((trade, i) => (
              <tr key={i} aria-current={trade === shown}>
                <td>
                  {trade.legs.length > 0 ? (
                    <Legs legs={trade.legs} />
                  ) : (
                    (trade.contract ?? (trade.side === 'LONG' ? 'Index, long' : 'Index, short'))
                  )}
                </td>
                <td>
                  {formatDayMonth(trade.entryTime)}, {formatTime(trade.entryTime)}
                </td>
                <td>{formatPrice(trade.entryPrice)}</td>
                <td>{formatTime(trade.exitTime)}</td>
                <td>{formatPrice(trade.exitPrice)}</td>
                <td>{formatPrice(trade.charges)}</td>
                <td>{EXIT_TEXTS[trade.reason]}</td>
                <td>
                  <ProfitLoss value={trade.net} />
                </td>
                <td>
                  <Button
                    $look="quiet"
                    type="button"
                    aria-label={`Show the trade of ${formatDayMonth(trade.entryTime)}, ${formatTime(trade.entryTime)} on the chart`}
                    onClick={() => onShow(trade)}
                  >
                    Show
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Trades>
      {latest.length < total ? (
        <More>
          {problem === null ? null : <p role="alert">{problem}</p>}
          <Button $look="quiet" type="button" $busy={busy} onClick={more}>
            Show {formatCount(Math.min(PAGE, total - latest.length))} more
          </Button>
        </More>
      ) : null}
    </>
  )
}
