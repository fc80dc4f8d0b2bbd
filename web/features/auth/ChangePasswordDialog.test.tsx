import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { testClient } from '../../gql/testClient.ts'
import { changePassword } from '../../lib/session/changePassword.ts'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'

vi.mock('../../lib/session/changePassword.ts')

describe('ChangePasswordDialog', () => {
  it.each([
    [true, { code: '123456' }],
    [false, {}],
  ])('with two-factor sign-in on (%s) sends %j beside the passwords', async (twoFactor, more) => {
    vi.mocked(changePassword).mockResolvedValue({ success: true, data: null })
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
    expect(changePassword).toHaveBeenLastCalledWith({ currentPassword: 'correct horse', newPassword: 'kite-river-42', ...more })
  })
})
