import { ApolloProvider } from '@apollo/client/react'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { testClient } from '../gql/testing/testClient.ts'
import AdminScreen from './AdminScreen.tsx'

function visit(me: { readonly role: string; readonly twoFactor: boolean }) {
  const told = testClient({ me: () => ({ id: 'a', ...me }) })
  const router = createMemoryRouter(
    [
      { path: '/admin', Component: AdminScreen },
      { path: '/dashboard', element: <p>The dashboard</p> },
    ],
    { initialEntries: ['/admin'] },
  )
  render(
    <ApolloProvider client={told.client}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
  return () => told.asked.map(({ operation }) => operation)
}

it('sends everybody but admins to the dashboard, and asks nothing for them', async () => {
  const asked = visit({ role: 'user', twoFactor: true })
  expect(await screen.findByText('The dashboard')).toBeTruthy()
  expect(asked()).toEqual(['AdminAccess'])
})

it('tells an admin without two-factor sign-in where to turn it on', async () => {
  const asked = visit({ role: 'admin', twoFactor: false })
  expect((await screen.findByRole('link', { name: 'Turn it on in your profile' })).getAttribute('href')).toBe('/profile#two-factor')
  expect(asked()).toEqual(['AdminAccess'])
})

it('shows an admin the cards', async () => {
  visit({ role: 'admin', twoFactor: true })
  for (const name of ['Performance Scheduler', 'Admin Broker Management', 'Research Agent Service', 'System Information'])
    expect(await screen.findByRole('region', { name })).toBeTruthy()
})
