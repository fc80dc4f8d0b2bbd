import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { useState } from 'react'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UserPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { ProfileCard } from './ProfileCard.tsx'

const ASHA: UserPartsFragment = {
  ...{ id: 'u1', name: 'Asha Rao', email: 'asha@example.in', role: 'user', tradingIndex: 'NIFTY' },
  ...{ createdAt: '2026-11-20T05:00:00.000Z', emailVerified: true, pendingEmail: null, twoFactor: false },
}

function Card({ user }: { user: UserPartsFragment }) {
  const [editing, setEditing] = useState(false)
  return <ProfileCard user={user} editing={editing} onEditing={setEditing} />
}
function show(answers: Answers, user = ASHA) {
  const { client, asked } = testClient(answers)
  render(
    <ApolloProvider client={client}>
      <Card user={user} />
    </ApolloProvider>,
  )
  return (operation: string) => asked.filter((one) => one.operation === operation).map(({ variables }) => variables)
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('ProfileCard', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    useAuthStore.setState({ isAuthenticated: false, user: null })
  })

  it('shows initials, name, address and since when', () => {
    show({})
    expect(screen.getByText('AR')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Asha Rao' })).toBeTruthy()
    expect(screen.getByText('Member since 20 Nov 2026')).toBeTruthy()
    expect(screen.getByText('Email confirmed')).toBeTruthy()
    expect(screen.getByText('Nifty 50')).toBeTruthy()
  })

  it('saves name and index, and leaves the address out when it was not changed: one that waits would be given up', async () => {
    const said = vi.spyOn(toast, 'success')
    const asked = show({ updateProfile: () => ({ ...ASHA, name: 'Asha R', tradingIndex: 'SENSEX' }) })
    click('Edit Profile')
    type('Full Name', 'Asha R')
    type('Trading Index', 'SENSEX')
    expect(screen.getByLabelText('Role').hasAttribute('readonly')).toBe(true)
    click('Save Changes')
    await waitFor(() => expect(said).toHaveBeenCalledWith('Profile updated successfully!'))
    expect(asked('UpdateProfile')).toEqual([{ input: { name: 'Asha R', tradingIndex: 'SENSEX' } }])
    expect(useAuthStore.getState().user).toMatchObject({ name: 'Asha R', tradingIndex: 'SENSEX' })
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
  })

  it('stays open with the complaint at its field when the server refuses', async () => {
    const said = vi.spyOn(toast, 'error')
    const message = 'Email is not an e-mail address'
    show({
      updateProfile: () => {
        throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', fieldErrors: { email: message } } })
      },
    })
    click('Edit Profile')
    type('Email', 'asha@new.example')
    click('Save Changes')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
    expect(said).toHaveBeenCalledWith(message)
    click('Cancel Edit')
    expect(screen.queryByLabelText('Full Name')).toBeNull()
  })

  it('is sent once however often it is pressed, and again when what was refused is mended', async () => {
    const message = 'Email is not an e-mail address'
    // Also with a complaint that no field of the form shows: it must not stand in the way.
    const fieldErrors = { email: message, role: 'Role is not yours to choose' }
    const asked = show({
      updateProfile: ({ input }) => {
        const { email } = input as { email?: string }
        if (email !== 'asha@new.example') throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', fieldErrors } })
        return ASHA
      },
    })
    click('Edit Profile')
    type('Email', 'asha')
    const form = screen.getByRole('form', { name: 'Edit Profile' })
    fireEvent.submit(form)
    expect(screen.getByRole('button', { name: 'Saving...' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByLabelText('Email').matches(':disabled')).toBe(true)
    fireEvent.submit(form)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(asked('UpdateProfile')).toHaveLength(1)
    type('Email', 'asha@new.example')
    fireEvent.submit(form)
    await waitFor(() => expect(screen.queryByLabelText('Full Name')).toBeNull())
    expect(asked('UpdateProfile')).toHaveLength(2)
  })

  it('says which address waits to be confirmed, mails it again and can keep the old one', async () => {
    const asked = show({ resendVerification: () => true, updateProfile: () => ASHA }, { ...ASHA, pendingEmail: 'asha@new.example' })
    click('Send the email')
    await waitFor(() => expect(asked('ResendVerification')).toEqual([{ email: 'asha@new.example' }]))
    click('Keep the current email')
    await waitFor(() => expect(asked('UpdateProfile')).toEqual([{ input: { email: 'asha@example.in' } }]))
  })
})
