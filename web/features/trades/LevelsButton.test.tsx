import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { LevelsButton } from './LevelsButton.tsx'
import { testPosition, testTrade } from './testing/testTrade.ts'

const BUTTON = /^Stop & target/

/** Opens the levels of a trade of which nothing else is on the page. */
async function open(trade: TradePartsFragment) {
  const { client, asked } = testClient({ changeLevels: () => ({ __typename: 'Trade', id: trade.id }) })
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <LevelsButton trade={trade} />
      </MemoryRouter>
    </ApolloProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: BUTTON }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop & target' }))
  return {
    dialog,
    type: (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } }),
    save: () => fireEvent.click(dialog.getByRole('button', { name: 'Save' })),
    sent: () => asked.filter(({ operation }) => operation === 'ChangeLevels').map(({ variables }) => variables['input'] as unknown),
  }
}

describe('stop and target of a running trade', () => {
  it('are sent where they were changed, and only those', async () => {
    const { type, save, sent } = await open(testTrade())
    type('Stop loss (₹)', '110.05')
    save()
    await waitFor(() => expect(sent()).toEqual([{ legId: 'leg of 1', stop: 110.05, target: null }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('say what the leg makes where it is closed there, before charges', async () => {
    const { dialog, type } = await open(testTrade())
    type('Stop loss (₹)', '110.35')
    expect(await dialog.findByText('−₹750.00 before charges')).toBeTruthy()
  })

  it('are refused on the wrong side of the last price, with the numbers compared, and nothing is sent', async () => {
    const { dialog, type, save, sent } = await open(testTrade())
    type('Stop loss (₹)', '121')
    save()
    expect(
      await dialog.findByText(/^The stop of ₹121 is not below the last price of ₹121: it would close the trade at once\./),
    ).toBeTruthy()
    type('Stop loss (₹)', '')
    save()
    expect(await dialog.findByText('This leg keeps a stop: it can be moved, not removed.')).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it('of several legs are those of the leg that is chosen', async () => {
    const position = testPosition()
    const { dialog, type, save, sent } = await open(position)
    const leg = position.legs.filter(({ status }) => status === 'RUNNING').at(-1)!
    fireEvent.change(dialog.getByLabelText('Leg'), { target: { value: leg.id } })
    const far = leg.side === 'SELL' ? (leg.ltp ?? leg.entryPrice) + 500 : 0.05
    type('Stop loss (₹)', String(far))
    save()
    await waitFor(() => expect(sent()).toEqual([{ legId: leg.id, stop: far, target: null }]))
  })

  it.each([{ closing: true }, { letGo: true }, { handedOver: true }])('are not to be set while %o', (state) => {
    const { client } = testClient({})
    render(
      <ApolloProvider client={client}>
        <MemoryRouter>
          <LevelsButton trade={testTrade(state)} />
        </MemoryRouter>
      </ApolloProvider>,
    )
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull()
  })
})
