import { ApolloProvider } from '@apollo/client/react'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { testClient } from '../../gql/testing/testClient.ts'
import { RecentTrades } from './RecentTrades.tsx'
import { testTrade } from './testing/testTrade.ts'

/** Everything is in view. */
class InView {
  readonly #seen: (entries: readonly { readonly isIntersecting: boolean }[]) => void
  constructor(seen: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.#seen = seen
  }
  observe() {
    this.#seen([{ isIntersecting: true }])
  }
  disconnect() {}
}

it('says on the card of a running trade what its owner must know: an exit that fails, and that it is up to him', async () => {
  const warnings = ['Its exit has failed 3 times in a row, last reason: RMS: no sales for now.']
  vi.stubGlobal('IntersectionObserver', InView)
  const { client } = testClient({ trades: () => [testTrade({ warnings, handedOver: true }), testTrade({ id: '2' })] })
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <RecentTrades pollMs={MINUTE} onWhy={() => undefined} />
      </MemoryRouter>
    </ApolloProvider>,
  )
  const said = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent)
  expect(said).toEqual([expect.stringMatching(/^Please close this position yourself/), warnings[0]])
})
