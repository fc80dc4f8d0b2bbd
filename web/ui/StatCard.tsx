import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { media, PHONE } from '../theme/media.ts'
import { Card } from './Card.ts'
import { Skeleton } from './Skeleton.ts'

/** What a number says about the state. */
type Variant = 'default' | 'profit' | 'loss' | 'warning'

const EDGES = {
  default: 'var(--line)',
  profit: 'color-mix(in srgb, var(--pnl-up) 38%, transparent)',
  loss: 'color-mix(in srgb, var(--pnl-down) 38%, transparent)',
  warning: 'var(--warning)',
} as const satisfies Record<Variant, string>

const Body = styled(Card)<{ $variant: Variant }>`
  border-color: ${({ $variant }) => EDGES[$variant]};
  display: grid;
  grid-template-columns: 1fr auto;
  align-content: start;
  gap: 6px 12px;

  svg {
    color: var(--muted);
  }

  h2 {
    color: var(--muted);
    font-size: var(--text-sm);
    font-weight: 500;
    letter-spacing: 0;
  }

  ${media.phone} {
    gap: 6px 8px;
    padding: 12px;

    h2 {
      font-size: var(--text-xs);
      letter-spacing: -0.01em;
      line-height: 18px;
    }
  }
`

const Value = styled.div`
  grid-column: 1 / -1;
  min-height: 36px;
  font-size: var(--text-xl);
  font-weight: 650;
  letter-spacing: -0.02em;
  line-height: 36px;
  white-space: nowrap;

  ${media.phone} {
    min-height: 28px;
    font-size: var(--text-lg);
    line-height: 28px;
  }
`

const Beside = styled(Value)`
  min-height: 0;
  font-size: var(--text-lg);
  font-weight: 550;
  line-height: 28px;

  ${media.phone} {
    min-height: 24px;
    font-size: var(--text-md);
    line-height: 24px;
    white-space: normal;
  }
`

const Note = styled.div.attrs({ className: 'note' })<{ $withTrend: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: 0 8px;
  grid-column: 1 / -1;
  color: var(--muted);
  font-size: var(--text-xs);

  /* A trend takes a line of its own there: held from the beginning, what is below does not move when it comes. */
  ${media.phone} {
    align-content: start;
    min-height: ${({ $withTrend }) => ($withTrend ? '2lh' : 'auto')};
  }
`

const Trend = styled.span<{ $isPositive: boolean }>`
  color: ${({ $isPositive }) => ($isPositive ? 'var(--pnl-up)' : 'var(--pnl-down)')};
  white-space: nowrap;
`

/** Stat cards side by side, two to a row on phones. */
export const StatRow = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(200px, 1fr));
  gap: 12px;
  margin-bottom: 20px;

  /* Four where all of them fit beside each other, and otherwise two and two: none stands alone. */
  @media not ${PHONE} {
    &:has(> :nth-child(4):last-child) {
      grid-template-columns: repeat(auto-fit, minmax(clamp(200px, (836px - 100%) * 999, 50% - 6px), 1fr));
    }
  }

  ${media.phone} {
    grid-template-columns: 1fr 1fr;

    & > :first-child:nth-last-child(odd) {
      grid-column: 1 / -1;
    }
  }
`

const Waiting = styled(Skeleton)`
  width: 60%;
  background: var(--raised);
`

interface StatName {
  readonly title: string
  readonly icon: LucideIcon
  /** A second number below the first, which explains it. */
  readonly beside?: ReactNode
  readonly note?: ReactNode
  /** Where the number goes, in words, and whether that is to be welcomed; null while that is not known. */
  readonly trend?: { readonly value: string; readonly isPositive: boolean } | null
}

interface StatCardProps extends StatName {
  readonly children: ReactNode
  readonly variant?: Variant
}

/** The card of a number that is on its way, as high as it will be. */
export function StatSkeleton(name: StatName) {
  return (
    <StatCard {...name}>
      <Waiting $height={24} />
    </StatCard>
  )
}

/** One number that counts, with its name. */
export function StatCard({ title, icon: Icon, children, beside, note, trend, variant = 'default' }: StatCardProps) {
  return (
    <Body aria-label={title} $variant={variant}>
      <h2>{title}</h2>
      <Icon size={18} aria-hidden />
      <Value>{children}</Value>
      {beside === undefined ? null : <Beside>{beside}</Beside>}
      {note === undefined && trend === undefined ? null : (
        <Note $withTrend={trend !== undefined}>
          {trend ? (
            <Trend $isPositive={trend.isPositive}>
              <span aria-hidden>{trend.isPositive ? '▲' : '▼'}</span> {trend.value}
            </Trend>
          ) : null}
          {note === undefined ? null : <span>{note}</span>}
        </Note>
      )}
    </Body>
  )
}
