import { styled } from 'styled-components'
import { formatCount, formatPrice } from '../lib/formatMoney.ts'
import { formatDayMonth, formatTime } from '../lib/formatTime.ts'
import { BeforeCharges } from './BeforeCharges.tsx'
import { Own } from './Own.tsx'
import { ProfitLoss } from './ProfitLoss.tsx'
import type { OrderSide } from '../../schema/trading/OrderSide.ts'

/** One leg of a position as it is listed. Prices and profit in rupees, null while unknown. */
export interface LegView {
  readonly id: string
  readonly side: OrderSide
  readonly lots: number
  /** `NIFTY 24,000 CE`. */
  readonly contract: string
  /** YYYY-MM-DD; null where it is said of all legs together. */
  readonly expiry: string | null
  /** The trading symbol. */
  readonly symbol: string
  readonly entry: number
  /** Of an open leg the last price, of a closed one the exit. */
  readonly last: number | null
  /** Null: it has none of its own. */
  readonly target: number | null
  readonly stopLoss: number | null
  readonly pnl: number | null
  /** After the charges of both sides. */
  readonly net: number | null
  /** When it was closed, an ISO text, and why; null while it is open. */
  readonly closed: { readonly at: string; readonly reason: string } | null
}

const List = styled.ul`
  display: grid;
  gap: 2px;
  overflow: hidden;
  border-radius: var(--radius-sm);
  list-style: none;
`

const Item = styled.li<{ $closed: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 2px 12px;
  padding: 8px 10px;
  background: ${({ $closed }) => ($closed ? 'none' : 'var(--raised)')};
  font-size: var(--text-sm);
  font-variant-numeric: tabular-nums;
  box-shadow: ${({ $closed }) => ($closed ? 'inset 0 0 0 1px var(--line)' : 'none')};
  color: ${({ $closed }) => ($closed ? 'var(--muted)' : 'inherit')};

  strong {
    font-weight: ${({ $closed }) => ($closed ? 450 : 600)};
  }

  small {
    grid-column: 1 / -1;
    color: var(--muted);
    font-size: var(--text-xs);
  }

  b {
    color: ${({ $closed }) => ($closed ? 'inherit' : 'var(--text)')};
    font-weight: 550;
  }
`

/** The legs of a position in the order in which they were opened: what each is, its premiums, its levels and its profit; closed ones are quiet and say why. */
export function LegList({ legs }: { legs: readonly LegView[] }) {
  return (
    <List aria-label="Legs">
      {legs.map((leg) => (
        <Item key={leg.id} $closed={leg.closed !== null} title={leg.symbol}>
          <strong>
            {leg.side === 'BUY' ? 'Buy' : 'Sell'} <Own text={formatCount(leg.lots)} /> {leg.lots === 1 ? 'lot' : 'lots'} {leg.contract}
            {leg.expiry === null ? '' : `, ${formatDayMonth(leg.expiry)}`}
          </strong>
          <span className={leg.closed ? undefined : 'live-price'}>
            <ProfitLoss value={leg.net} />
          </span>
          <small>
            <span className="visually-hidden">Entry </span>
            <b>
              <Own text={formatPrice(leg.entry)} />
            </b>
            <span aria-hidden> → </span>
            <span className="visually-hidden">{leg.closed ? ', exit ' : ', last price '}</span>
            <b className={leg.closed ? undefined : 'live-price'}>{formatPrice(leg.last)}</b>
            {leg.closed ? (
              ` · closed ${formatTime(leg.closed.at)}, ${leg.closed.reason}`
            ) : (
              <>
                {leg.stopLoss === null ? null : (
                  <>
                    {' '}
                    · stop <Own text={formatPrice(leg.stopLoss)} />
                  </>
                )}
                {leg.target === null ? null : (
                  <>
                    {' '}
                    · target <Own text={formatPrice(leg.target)} />
                  </>
                )}
              </>
            )}{' '}
            · <BeforeCharges gross={leg.pnl} net={leg.net} />
          </small>
        </Item>
      ))}
    </List>
  )
}
