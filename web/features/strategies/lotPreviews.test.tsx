import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { LotFacts } from './LotFacts.tsx'
import { payoffText, type LotPreview } from './lotTexts.ts'
import { StrategyMarketplace } from './StrategyMarketplace.tsx'
import { lotPreview, straddlePreview } from './testing/lotPreview.ts'
import { availableStrategy } from './testing/testStrategies.ts'

/** Text of a description list, term by term. */
function facts(preview: LotPreview): Record<string, string> {
  const { container } = render(<LotFacts preview={preview} />)
  const found: Record<string, string> = {}
  let term = ''
  for (const { tagName, textContent } of container.querySelectorAll('dt, dd')) {
    const text = textContent.replaceAll('\u00a0', ' ')
    if (tagName === 'DT') found[(term = text)] = ''
    else found[term] += text
  }
  return found
}
const source = () => document.querySelector('p')?.textContent.replaceAll('\u00a0', ' ')

describe('what one lot takes', () => {
  it('of options that are bought: which, at what premium, with stop and target, the capital and the loss', () => {
    expect(facts(lotPreview())).toEqual({
      'The call, 65 units': '24,000 CE, 24 Nov₹150.00; stop ₹120.00, target ₹210.00',
      'The put, 65 units': '24,000 PE, 24 Nov₹120.00; stop ₹96.00, target ₹168.00',
      'Capital for one lot': 'about ₹8,061 to ₹10,072with charges and room for the fill',
      'Loss at the stop': 'about ₹1,560 to ₹1,950',
      'Worst case': 'about ₹7,800 to ₹9,750, the whole premium',
    })
    // The older of the two prices.
    expect(source()).toBe('At the last prices, 18 Nov, 09:59.')
  })

  it('of options that are sold: their margin, that nothing bounds the loss, and the pay-off', () => {
    expect(facts(straddlePreview())).toEqual({
      'Sells 65': '24,000 PE, 24 Nov₹120.00; stop ₹150.00',
      'Premium received': 'about ₹17,550',
      'Margin for one lot': 'about ₹1,62,346',
      'Capital for one lot': 'about ₹1,62,420with charges and room for the fill',
      'Loss at its stops': 'about ₹8,775',
      'Worst case': 'No limit: a large move can cost more than the margin',
    })
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      'Pay-off. At expiry, held without stops, before charges: It earns ₹17,550 at most. It loses more the further the index moves. It breaks even with NIFTY at 23,730.00 and 24,270.00.',
    )
  })

  it('says of a closed market and of modelled premiums what they are', () => {
    const [bought] = lotPreview().entries
    render(<LotFacts preview={lotPreview({ marketOpen: false, entries: [{ ...bought!, basis: 'USUAL_VOLATILITY' }] })} />)
    expect(source()).toBe(
      'Estimated by the option model from NIFTY at 24,010.00, 18 Nov, 10:01, at the volatility of a calm year: neither option prices nor India VIX are known. Real premiums may be quite different. The market is closed.',
    )
  })

  it('says why nothing is known, and shows no number then', () => {
    render(<LotFacts preview={lotPreview({ entries: [], indexPrice: null, unknown: 'No price of NIFTY is known yet.' })} />)
    expect(document.body.textContent).toBe('No price of NIFTY is known yet.')
  })

  it('tells a bounded loss from one that grows with the move', () => {
    const flat = [-8_450, -8_450, 4_550, 4_550, -8_450, -8_450].map((gross, i) => ({ indexPrice: 23_000 + i * 400, gross }))
    const [condor] = straddlePreview({ payoff: flat, breakEvens: [] }).entries
    expect(payoffText(condor!, 'NIFTY')).toBe(
      'At expiry, held without stops, before charges: It earns ₹4,550 at most. It loses ₹8,450 at most.',
    )
  })
})

describe('subscribing to legs', () => {
  const legs = ['Sell 1 lot of the call at the money, this week.', 'Sell 1 lot of the put at the money, this week.']
  function visit(answers: Answers = {}) {
    const { client, asked } = testClient({
      availableStrategies: () => [availableStrategy({ name: 'Straddle', legs, subscribed: false })],
      myStrategies: () => [],
      lotPreviews: () => [straddlePreview()],
      subscribeStrategy: () => ({ id: 'u1' }),
      ...answers,
    })
    render(
      <ApolloProvider client={client}>
        <MemoryRouter initialEntries={['/strategies']}>
          <StrategyMarketplace />
        </MemoryRouter>
      </ApolloProvider>,
    )
    return asked
  }
  const subscribes = (asked: ReturnType<typeof visit>) => asked.filter(({ operation }) => operation === 'SubscribeStrategy')

  it('shows margin and worst case on the card and asks with them, and subscribes once that is confirmed', async () => {
    const asked = visit()
    const card = await screen.findByLabelText('Straddle', { selector: 'article' })
    expect(within(card).getByLabelText('One lot of Straddle').textContent).toContain('Margin for one lotabout ₹1,62,346')
    fireEvent.click(within(card).getByLabelText('Subscribe to Straddle'))
    const dialog = await screen.findByRole('dialog', { name: 'Subscribe to Straddle?' })
    await within(dialog).findByText(/It sells options/)
    expect(dialog.textContent).toContain('Worst caseNo limit')
    expect(subscribes(asked)).toEqual([])
    fireEvent.click(within(dialog).getByText('Subscribe'))
    await waitFor(() => expect(subscribes(asked)).toMatchObject([{ variables: { strategyId: 's1' } }]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says where margin and worst case could not be loaded, on the card and in the question', async () => {
    const failing = () => {
      throw new GraphQLError('No prices today')
    }
    const asked = visit({ lotPreviews: failing })
    const card = await screen.findByLabelText('Straddle', { selector: 'article' })
    expect(card.textContent).toContain('What one lot takes could not be loaded.')
    fireEvent.click(within(card).getByLabelText('Subscribe to Straddle'))
    expect((await screen.findByRole('alert')).textContent).toBe('Its margin and worst case could not be loaded: No prices today.')
    fireEvent.click(screen.getByText('Cancel'))
    expect(subscribes(asked)).toEqual([])
  })

  it('asks nothing where one option is bought', async () => {
    const asked = visit({ availableStrategies: () => [availableStrategy({ subscribed: false })], lotPreviews: () => [lotPreview()] })
    fireEvent.click(await screen.findByLabelText('Subscribe to EMA Crossover'))
    await waitFor(() => expect(subscribes(asked)).toHaveLength(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
