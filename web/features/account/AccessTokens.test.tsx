import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { afterEach, expect, it } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { pressable } from '../../testing/pressable.ts'
import { AccessTokens } from './AccessTokens.tsx'

const NOTEBOOK = {
  ...{ __typename: 'AccessToken', id: 't', name: 'Notebook', scopes: ['READ_OWN'], hint: 'aB3x', expired: false },
  ...{ createdAt: '2026-11-19T05:00:00.000Z', expiresAt: '2026-12-19T05:00:00.000Z', lastUsedAt: null },
}
const TEXT = 'sakha_pat_shown-once'

function show(answers: Answers, role: 'user' | 'analyst' | 'admin' = 'user') {
  useAuthStore.setState({ isAuthenticated: true, user: { id: 'u', name: 'Asha', email: 'asha@example.com', role } })
  const { client, asked } = testClient(answers)
  render(
    <ApolloProvider client={client}>
      <AccessTokens />
    </ApolloProvider>,
  )
  return (operation: string) => asked.filter((one) => one.operation === operation).map(({ variables }) => variables)
}
const button = (name: string) => screen.getByRole('button', { name })
afterEach(() => useAuthStore.setState({ isAuthenticated: false, user: null }))

it('says that there is none, makes one with the chosen scopes and shows its text once', async () => {
  const tokens: unknown[] = []
  const asked = show({
    accessTokens: () => tokens,
    createAccessToken: () => {
      tokens.push(NOTEBOOK)
      return { __typename: 'NewAccessToken', text: TEXT, token: NOTEBOOK }
    },
  })
  await screen.findByText('You have no access tokens.')
  fireEvent.click(button('New token'))
  expect(screen.queryByText('read:aggregates')).toBeNull()
  expect(button('Create token').hasAttribute('disabled')).toBe(true)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Notebook ' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /^read:market/ }))
  fireEvent.click(button('Create token'))
  const dialog = await screen.findByRole('dialog', { name: 'Your token Notebook' })
  expect(within(dialog).getByText(TEXT)).toBeTruthy()
  expect(asked('CreateAccessToken')).toEqual([{ input: { name: 'Notebook', scopes: ['READ_MARKET', 'READ_OWN'], days: 30 } }])
  fireEvent.click(button('I have saved it'))
  expect(screen.queryByText(TEXT)).toBeNull()
  expect((await screen.findByRole('listitem')).textContent).toMatch(/Notebook.*read:own.*…aB3x.*never used/)
})

it.each([
  ['user', ['read:market', 'read:own']],
  ['analyst', ['read:market', 'read:own', 'read:aggregates']],
  ['admin', ['read:market', 'read:own', 'read:aggregates', 'read:all-anonymous']],
] as const)('offers to a %s the scopes of the role alone', async (role, scopes) => {
  show({ accessTokens: () => [] }, role)
  await screen.findByText('You have no access tokens.')
  fireEvent.click(button('New token'))
  expect(screen.getAllByText(/^read:/).map(({ firstChild }) => firstChild?.textContent)).toEqual(scopes)
})

it('revokes one after a question, and marks the expired', async () => {
  const asked = show({ accessTokens: () => [{ ...NOTEBOOK, expired: true }], revokeAccessToken: () => true })
  await screen.findByText('Expired')
  fireEvent.click(button('Revoke Notebook'))
  expect(asked('RevokeAccessToken')).toEqual([])
  fireEvent.click(await pressable(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' })))
  await waitFor(() => expect(asked('RevokeAccessToken')).toEqual([{ id: 't' }]))
})

it('says when they do not come, and tries again', async () => {
  let fails = true
  show({
    accessTokens: () => {
      if (fails) throw new GraphQLError('The gateway is away')
      return [NOTEBOOK]
    },
  })
  await screen.findByText(/^Failed to load the access tokens/)
  fails = false
  fireEvent.click(button('Retry'))
  await screen.findByText('Notebook')
})

it('ten are the most', async () => {
  show({ accessTokens: () => Array.from({ length: 10 }, (_, i) => ({ ...NOTEBOOK, id: `t${i}` })) })
  await screen.findByText(/^You have 10 tokens/)
  expect(button('New token').hasAttribute('disabled')).toBe(true)
})
