import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { AccountPartsFragment } from '../../gql/generated/graphql.ts'
import { useAmountsHidden } from '../../lib/amountsHidden.ts'
import { media } from '../../theme/media.ts'
import { Rupees } from '../../ui/Rupees.tsx'

/** As high as its lines from the beginning: what is below does not move when they come. */
export const LimitsLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 24px;
  min-height: 24px;
  margin: -10px 0 20px;
  color: var(--muted);
  font-size: var(--text-sm);

  & > span {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 24px;
  }

  ${media.phone} {
    min-height: 48px;
    font-size: var(--text-xs);
  }
`

const Bar = styled.span`
  width: 96px;
  height: 6px;
  overflow: hidden;
  border-radius: 3px;
  background: var(--raised);

  /* Scaled by its own style, not by a class for each price. */
  span {
    display: block;
    height: 100%;
    transform-origin: left;
  }
`

const Reached = styled.strong`
  color: var(--warning);
  font-weight: 600;
`

interface DayLimitsProps {
  mode: TradeMode
  /** Net result of the mode's day in rupees, running trades at their last prices; null: unknown. */
  net: number | null
  account: Pick<AccountPartsFragment, 'maxDailyLoss' | 'available'>
}

/**
 * How much of the daily loss limit the mode's day has used at the last prices, and on paper what is left for new trades. A day whose loss has
 * closed the open trades stays lost to entries, whatever they gained on their way out: that is not known here.
 */
export function DayLimits({ mode, net, account: { maxDailyLoss, available } }: DayLimitsProps) {
  return (
    <LimitsLine>
      {maxDailyLoss === null ? (
        <span>
          No daily loss limit <Link to={paths.profile('limits')}>Set one</Link>
        </span>
      ) : (
        <LossOfDay loss={net === null ? null : Math.max(0, -net)} limit={maxDailyLoss} />
      )}
      {mode === 'PAPER' ? (
        <span>
          Available for new trades: <Rupees value={available} />
        </span>
      ) : null}
    </LimitsLine>
  )
}

/** In rupees; `loss` null: unknown. */
function LossOfDay({ loss, limit }: { loss: number | null; limit: number }) {
  const hidden = useAmountsHidden()
  if (loss !== null && loss >= limit)
    return (
      <Reached>
        Daily loss limit of <Rupees value={limit} /> reached: no new trades today
      </Reached>
    )
  return (
    <span>
      Daily loss limit:
      <span>
        <span className="live-price">
          <Rupees value={loss} />
        </span>{' '}
        of <Rupees value={limit} /> used
      </span>
      {hidden || loss === null ? null : <Used share={loss / limit} />}
    </span>
  )
}

/** 0 to 1. */
function Used({ share }: { share: number }) {
  return (
    <Bar role="meter" aria-label="Daily loss limit used" aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(share * 100)}>
      <span style={{ transform: `scaleX(${share})`, background: share < 0.8 ? 'var(--muted)' : 'var(--warning)' }} />
    </Bar>
  )
}
