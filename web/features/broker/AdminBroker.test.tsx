import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AdminBrokerPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { pressable } from '../../testing/pressable.ts'
import { AdminBroker } from './AdminBroker.tsx'

const NONE: AdminBrokerPartsFragment = { isConnected: false, isConfigured: false, lastRefreshed: null, clientIdEnding: null, problem: null }
const CONFIGURED: AdminBrokerPartsFragment = { ...NONE, isConfigured: true, clientIdEnding: '56' }
const CONNECTED: AdminBrokerPartsFragment = { ...CONFIGURED, isConnected: true, lastRefreshed: '2026-11-20T05:02:00.000Z' }

function show(answers: Answers) {
  const { client, asked } = testClient(answers)
  render(
    <ApolloProvider client={client}>
      <AdminBroker />
    </ApolloProvider>,
  )
  return (operation: string) => asked.filter((one) => one.operation === operation).map(({ variables }) => variables)
}
const refuse = (message: string) => () => {
  throw new GraphQLError(message)
}
const button = (name: string) => screen.findByRole('button', { name })
const click = async (name: string) => fireEvent.click(await button(name))
afterEach(() => vi.restoreAllMocks())

describe('AdminBroker', () => {
  it('is configured once all three are filled', async () => {
    const said = vi.spyOn(toast, 'success')
    const asked = show({ adminBrokerStatus: () => NONE, configureAdminBroker: () => CONFIGURED })
    expect(await screen.findByText('Not configured')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Login' })).toBeNull()
    await click('Configure')
    const save = await button('Save')
    for (const [label, value] of [
      ['Client ID', 'A123456'],
      ['TOTP secret', 'JBSW Y3DP EHPK 3PXP'],
      ['Password (the PIN of four digits)', '1234'],
    ] as const) {
      expect(save.matches(':disabled')).toBe(true)
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    }
    await waitFor(() => expect(save.matches(':disabled')).toBe(false))
    fireEvent.click(save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked('ConfigureAdminBroker')).toEqual([{ input: { clientId: 'A123456', totpSecret: 'JBSWY3DPEHPK3PXP', password: '1234' } }])
    expect(said).toHaveBeenCalledWith('Admin broker credentials configured successfully!')
    expect(await screen.findByText('…56')).toBeTruthy()
  })

  it('logs in, and not while it is connected', async () => {
    const said = vi.spyOn(toast, 'success')
    show({ adminBrokerStatus: () => CONFIGURED, loginAdminBroker: () => CONNECTED })
    expect(await screen.findByText('Disconnected')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Configure' })).toBeNull()
    await click('Login')
    expect(await screen.findByText('20 Nov 2026, 10:32')).toBeTruthy()
    expect((await button('Login')).matches(':disabled')).toBe(true)
    expect(said).toHaveBeenCalledWith('Admin broker login successful!')
  })

  it("says why a login failed in the server's words, and what the broker said of the last one", async () => {
    const said = vi.spyOn(toast, 'error')
    show({ adminBrokerStatus: () => ({ ...CONFIGURED, problem: 'Invalid totp' }), loginAdminBroker: refuse('Too many tries.') })
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid totp')
    await click('Login')
    await waitFor(() => expect(said).toHaveBeenCalledWith('Too many tries.'))
  })

  it('says in its own words what got no answer', async () => {
    const said = vi.spyOn(toast, 'error')
    show({ adminBrokerStatus: () => CONFIGURED })
    await click('Login')
    await waitFor(() => expect(said).toHaveBeenCalledWith('Admin broker login failed', { description: 'Network error' }))
    await click('Remove Credentials')
    fireEvent.click(await pressable(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove Credentials' })))
    await waitFor(() => expect(said).toHaveBeenCalledWith('Failed to remove admin broker credentials', { description: 'Network error' }))
  })

  it('is removed after a question', async () => {
    const said = vi.spyOn(toast, 'success')
    const asked = show({ adminBrokerStatus: () => CONNECTED, removeAdminBroker: () => NONE })
    await click('Remove Credentials')
    expect(asked('RemoveAdminBroker')).toEqual([])
    fireEvent.click(await pressable(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove Credentials' })))
    expect(await screen.findByText('Not configured')).toBeTruthy()
    expect(said).toHaveBeenCalledWith('Admin broker credentials removed successfully!')
  })

  it('says that its status could not be loaded, and tries again', async () => {
    const answers: Record<string, () => unknown> = {}
    show(answers)
    expect((await screen.findByRole('alert')).textContent).toContain("Failed to load the admin broker's status: Network error")
    answers['adminBrokerStatus'] = () => NONE
    await click('Retry')
    expect(await button('Configure')).toBeTruthy()
  })
})
