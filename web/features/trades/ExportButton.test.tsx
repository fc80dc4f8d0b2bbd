import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { Toaster } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { ExportButton } from './ExportButton.tsx'

/** The addresses that the browser was sent to, each with what says that it is to be saved. */
let followed: (readonly [string | null, string | null])[] = []
beforeEach(() => {
  followed = []
  // jsdom has no matchMedia; the toaster asks it for the colour scheme.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push([this.getAttribute('href'), this.getAttribute('download')])
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function show(answers: Answers) {
  const { client, asked } = testClient(answers)
  const router = createMemoryRouter([{ path: '/history', Component: ExportButton }], {
    initialEntries: ['/history?status=TARGET_HIT&strategy=s1'],
  })
  render(
    <ApolloProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </ApolloProvider>,
  )
  return asked
}
const button = () => screen.getByRole('button', { name: 'Export CSV' })

it('asks for an address with the filters, and has the browser save what is there', async () => {
  const address = '/downloads?ticket=t1'
  const asked = show({ downloadTradeHistory: () => ({ address, expiresAt: new Date() }) })
  fireEvent.click(button())
  expect(button().getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(followed).toEqual([[address, '']]))
  expect(asked).toEqual([{ operation: 'DownloadTradeHistory', variables: { input: { status: 'TARGET_HIT', strategyId: 's1' } } }])
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
})

it('says why there is no file', async () => {
  show({
    downloadTradeHistory: () => {
      throw new GraphQLError('Too many attempts. Please try again in 40 seconds.')
    },
  })
  fireEvent.click(button())
  expect(await screen.findByText('Failed to export trade history')).toBeTruthy()
  expect(screen.getByText('Too many attempts. Please try again in 40 seconds.')).toBeTruthy()
  expect(followed).toEqual([])
})
