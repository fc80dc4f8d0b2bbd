import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testClient } from '../../gql/testing/testClient.ts'
import { answered, operationsOf } from '../../lib/session/testing/testAnswers.ts'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'

describe('ChangePasswordDialog', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it.each([
    [true, { code: '123456' }],
    [false, {}],
  ])('with two-factor sign-in on (%s) sends %j beside the passwords', async (twoFactor, more) => {
    const fetchCall = vi.fn<typeof fetch>().mockResolvedValue(answered({ changePassword: { token: 'new', refreshToken: 'r9' } }))
    vi.stubGlobal('fetch', fetchCall)
    const { client } = testClient({ me: () => ({ id: 'u1', twoFactor }) })
    const changed = vi.fn()
    render(
      <ApolloProvider client={client}>
        <ChangePasswordDialog onChanged={changed} onClose={() => undefined} />
      </ApolloProvider>,
    )
    const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
    if (twoFactor) fireEvent.change(await screen.findByLabelText('6-digit code, or a recovery code'), { target: { value: ' 123456 ' } })
    else expect(screen.queryByLabelText('6-digit code, or a recovery code')).toBeNull()
    type('Current Password', 'correct horse')
    type('New Password', 'kite-river-42')
    type('Confirm Password', 'kite-river-42')
    fireEvent.click(screen.getByRole('button', { name: 'Change Password' }))
    await waitFor(() => expect(changed).toHaveBeenCalled())
    const input = { currentPassword: 'correct horse', newPassword: 'kite-river-42', ...more }
    expect(operationsOf(fetchCall)).toEqual([{ operation: 'ChangePassword', variables: { input } }])
  })
})
