import { styled } from 'styled-components'
import { formatSignedRupees } from '../lib/formatMoney.ts'
import { Rupees } from './Rupees.tsx'

const Amount = styled.span<{ $sign: number }>`
  color: ${({ $sign }) => ($sign > 0 ? 'var(--pnl-up)' : $sign < 0 ? 'var(--pnl-down)' : 'inherit')};
  white-space: nowrap;
`

/** A profit or loss in rupees by sign, arrow and colour; null is "—". `format` words it shorter than `₹1,234.50`. */
export function ProfitLoss({ value, format = formatSignedRupees }: { value: number | null; format?: (value: number | null) => string }) {
  const sign = Math.sign(value ?? 0)
  return (
    <Amount $sign={sign}>
      {sign === 0 ? null : <span aria-hidden>{sign > 0 ? '▲ ' : '▼ '}</span>}
      <Rupees value={value} format={format} />
    </Amount>
  )
}
