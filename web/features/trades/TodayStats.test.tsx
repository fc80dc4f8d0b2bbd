import { ApolloProvider } from '@apollo/client/react'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { DashboardQuery } from '../../gql/generated/graphql.ts'
import { QUIET } from '../../gql/testing/quietShell.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { DayLimits } from './DayLimits.tsx'
import { TodayStats } from './TodayStats.tsx'

const ACCOUNT: DashboardQuery['account'] = {
  ...{ paperFunds: 500_000, realised: 0, inTrades: 20_000, reserved: 2_000, available: 478_000 },
  ...{ maxDailyLoss: 10_000, squareOffAtDailyLoss: false, realisedToday: 0, maxOpenTrades: 5 },
  ...{ removedStop: 'LET_GO', limitsChosen: true, openTrades: 0 },
}
const DAY = { mode: 'LIVE', closedPnL: 0, closedNetPnL: 0, totalTrades: 0, activeStrategies: 1, todayFundsUsed: 0 } as const

function show(day: Partial<DashboardQuery['dashboard']['byMode'][number]>, account: Partial<typeof ACCOUNT> = {}) {
  render(
    <ApolloProvider client={testClient(QUIET).client}>
      <MemoryRouter>
        <TodayStats dashboard={{ byMode: [{ ...DAY, ...day }], liveTrades: [] }} account={{ ...ACCOUNT, ...account }} />
      </MemoryRouter>
    </ApolloProvider>,
  )
}

it('shows the funds used with one decimal, as the specification has it', () => {
  show({ todayFundsUsed: 637_250.1 })
  expect(screen.getByLabelText("Today's Funds Used, LIVE").textContent).toMatch(/₹6,37,250\.1$|₹6,37,250\.1\D/)
})

it('a day that charges turn into a loss is a loss: by its large figure and its percentage', () => {
  show({ closedPnL: 167.75, closedNetPnL: -675.54, totalTrades: 9, todayFundsUsed: 10_000 })
  const card = screen.getByLabelText("Today's P&L, LIVE")
  expect(card.textContent).toBe("Today's P&L, LIVE▼ −₹675.54+₹167.75 before charges▼ −6.76%Net of ₹843.29 charges")
})

it('shows how much of the daily loss limit is used, by the net result, and on paper what is left for new trades', () => {
  show({ mode: 'PAPER', closedPnL: 167.75, closedNetPnL: -2_500 })
  expect(screen.getByRole('meter', { name: 'Daily loss limit used' }).getAttribute('aria-valuenow')).toBe('25')
  expect(document.body.textContent).toContain('Daily loss limit:₹2,500.00 of ₹10,000.00 used')
  expect(document.body.textContent).toContain('Available for new trades: ₹4,78,000.00')
})

it.each([
  ['a gain uses none of it', { closedNetPnL: 900 }, {}, 'Daily loss limit:₹0.00 of ₹10,000.00 used'],
  ['a loss as large as it stops entries', { closedNetPnL: -10_000 }, {}, 'Daily loss limit of ₹10,000.00 reached: no new trades today'],
  ['without one it offers to set one', {}, { maxDailyLoss: null }, 'No daily loss limit Set one'],
])('of the daily loss limit: %s', (_, day, account, text) => {
  show(day, account)
  expect(document.body.textContent).toContain(text)
  expect(document.body.textContent).not.toContain('Available for new trades')
})

it('draws no bar of a loss that is not known', () => {
  render(
    <ApolloProvider client={testClient(QUIET).client}>
      <MemoryRouter>
        <DayLimits mode="PAPER" net={null} account={ACCOUNT} />
      </MemoryRouter>
    </ApolloProvider>,
  )
  expect(document.body.textContent).toContain('Daily loss limit:— of ₹10,000.00 used')
  expect(screen.queryByRole('meter')).toBeNull()
})
