import { ChevronDown } from 'lucide-react'
import { memo, useState } from 'react'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { usePrices } from '../../gql/usePrices.ts'
import { useAmountsHidden } from '../../lib/amountsHidden.ts'
import { formatCount, formatPrice, formatSignedRupees } from '../../lib/formatMoney.ts'
import { formatDayMonth, formatTime } from '../../lib/formatTime.ts'
import { isRowPress } from '../../ui/isRowPress.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Own } from '../../ui/Own.tsx'
import { PriceBar } from '../../ui/PriceRuler.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import type { TradeCardView } from '../../ui/TradeCard.tsx'
import { WhyButton } from '../../ui/WhyButton.tsx'
import { CloseTradeButton } from './CloseTradeButton.tsx'
import { DESK_CELLS } from './DeskHead.tsx'
import { LegRow } from './LegRow.tsx'
import { LevelsButton } from './LevelsButton.tsx'
import { openSymbols } from './legProfit.ts'
import { AlertList } from './TradeAlerts.tsx'
import { legCount, sidesText, strikesText, tradeName, tradeView } from './tradeView.ts'
import { useTradeAlerts } from './useTradeAlerts.ts'

interface DeskRowProps {
  trade: TradePartsFragment
  isChosen: boolean
  onChoose: (id: string, isChosen: boolean) => void
  onWhy: (id: string) => void
}

/**
 * A running trade in the table, moving with the prices of its open legs; below it the legs of a position, when they are asked for, and what
 * its owner must know. A press beside its controls opens why it was traded.
 */
export const DeskRow = memo(function DeskRow({ trade, isChosen, onChoose, onWhy }: DeskRowProps) {
  const view = tradeView(trade, usePrices(openSymbols([trade])))
  const alerts = useTradeAlerts(trade)
  const [legsAreShown, setLegsAreShown] = useState(false)
  const { id, closing } = trade
  const name = tradeName(trade)
  const position = 'legs' in view ? view : null
  const option = 'legs' in view ? null : view
  const details = position ? `${position.index} · ${strikesText(trade)}` : view.strategy

  return (
    <tbody className={isChosen ? 'chosen' : undefined}>
      <tr onClick={(event) => (isRowPress(event) ? onWhy(id) : undefined)}>
        <td className="choice">
          <label>
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              checked={isChosen}
              disabled={closing}
              onChange={({ target }) => onChoose(id, target.checked)}
            />
          </label>
        </td>
        <th scope="row" className="contract">
          <div>
            <WhyButton name={name} onPress={() => onWhy(id)} />
            {option ? <small title={option.symbol}>{formatDayMonth(option.expiry)}</small> : null}
            <ModeBadge mode={trade.mode} />
          </div>
        </th>
        <td className="strategy" title={details}>
          {details}
        </td>
        <td className="side">{sidesText(trade)}</td>
        <td className="lots number">
          <Own text={formatCount(trade.lots)} />
        </td>
        {option ? (
          <>
            <td className="entry number">
              <Own text={formatPrice(option.entry)} />
            </td>
            <td className="ltp number live-price">{formatPrice(option.ltp)}</td>
          </>
        ) : (
          <td className="legs" colSpan={2}>
            <button
              type="button"
              aria-expanded={legsAreShown}
              aria-label={`${legCount(trade)} of ${name}`}
              onClick={() => setLegsAreShown(!legsAreShown)}
            >
              {legCount(trade)} <ChevronDown size={14} aria-hidden />
            </button>
          </td>
        )}
        <td className="net number live-price">
          <ProfitLoss value={view.net} />
        </td>
        <td className="gross number live-price">
          <Rupees value={view.pnl} format={formatSignedRupees} />
        </td>
        <td className="levels">{option ? <Levels option={option} /> : <Locked kept={position?.kept ?? null} />}</td>
        <td className="time">{formatTime(trade.entryTime)}</td>
        <td className="actions">
          <LevelsButton trade={trade} short />
          <CloseTradeButton trade={trade} label="Close" />
        </td>
      </tr>
      {position && legsAreShown ? position.legs.map((leg) => <LegRow key={leg.id} leg={leg} />) : null}
      {alerts.length === 0 ? null : (
        <tr className="alerts">
          <td colSpan={DESK_CELLS}>
            <AlertList alerts={alerts} />
          </td>
        </tr>
      )}
    </tbody>
  )
})

/** Where the premium stands between stop and target; the bar's length would tell the entry. */
function Levels({ option: { ltp, entry, stopLoss, target } }: { option: TradeCardView }) {
  if (useAmountsHidden() || stopLoss === null || target === null) return null
  return (
    <div>
      <small>{formatPrice(stopLoss)}</small>
      <PriceBar price={ltp} entry={entry} stop={stopLoss} target={target} />
      <small>{formatPrice(target)}</small>
    </div>
  )
}

/** Of several legs each has levels of its own; the whole may have a profit that is locked. */
function Locked({ kept }: { kept: number | null }) {
  return kept === null ? null : (
    <>
      Locked <Rupees value={kept} />
    </>
  )
}
