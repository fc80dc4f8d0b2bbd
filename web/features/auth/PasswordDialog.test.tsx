import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { askForPassword } from '../../lib/session/askForPassword.ts'
import { PasswordDialog } from './PasswordDialog.tsx'

function show(answers: Answers) {
  const { client, asked } = testClient(answers)
  render(
    <ApolloProvider client={client}>
      <PasswordDialog />
    </ApolloProvider>,
  )
  return () => asked.filter(({ operation }) => operation === 'Reauthenticate').map(({ variables }) => variables['input'])
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('PasswordDialog', () => {
  it('is there only while the password is asked for, and goes when it is confirmed', async () => {
    const inputs = show({ me: () => ({ id: 'u1', twoFactor: false }), reauthenticate: () => true })
    expect(screen.queryByRole('dialog')).toBeNull()
    const confirmed = askForPassword()
    await screen.findByRole('dialog', { name: 'Confirm your password' })
    type('Password', 'kite-river-42')
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await confirmed).toBe(true)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(inputs()).toEqual([{ password: 'kite-river-42' }])
  })

  it('stays with the reason when the password is wrong; closing it says no', async () => {
    show({
      me: () => ({ id: 'u1', twoFactor: false }),
      reauthenticate: () => {
        throw new GraphQLError('The password is not correct')
      },
    })
    const confirmed = askForPassword()
    await screen.findByRole('dialog')
    type('Password', 'wrong')
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The password is not correct')
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    expect(await confirmed).toBe(false)
  })

  it('asks for a code as well where two-factor sign-in is on', async () => {
    const inputs = show({ me: () => ({ id: 'u1', twoFactor: true }), reauthenticate: () => true })
    const confirmed = askForPassword()
    const code = await screen.findByLabelText('6-digit code, or a recovery code')
    expect(code.getAttribute('autocomplete')).toBe('one-time-code')
    type('Password', 'kite-river-42')
    fireEvent.change(code, { target: { value: ' 123456 ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await confirmed
    expect(inputs()).toEqual([{ password: 'kite-river-42', code: '123456' }])
  })
})
