import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { NotificationSettingsPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { NotificationSettings } from './NotificationSettings.tsx'
import { testSettings } from './testing/testNotification.ts'

function show(settings: NotificationSettingsPartsFragment, answers: Answers = {}) {
  const { client, asked } = testClient({
    notificationSettings: () => settings,
    updateNotificationSettings: ({ input }) => ({ settings: { ...settings, ...(input as object) }, webhookSecret: null }),
    ...answers,
  })
  render(
    <ApolloProvider client={client}>
      <NotificationSettings />
    </ApolloProvider>,
  )
  return () => asked.filter(({ operation }) => operation === 'UpdateNotificationSettings').map(({ variables }) => variables['input'])
}
const box = async (label: string) => (await screen.findByLabelText(label)) as HTMLInputElement
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('NotificationSettings', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    toast.dismiss()
  })

  it('turns a kind on and off for a channel at once', async () => {
    const asked = show(testSettings())
    fireEvent.click(await box('Stop hit by e-mail'))
    await waitFor(async () => expect((await box('Stop hit by e-mail')).checked).toBe(true))
    fireEvent.click(await box('Trade opened here'))
    await waitFor(() => expect(asked()).toEqual([{ email: ['STOP_HIT'] }, { inApp: ['ACCOUNT_SECURITY'] }]))
  })

  it('shows what is so when a change fails', async () => {
    const said = vi.spyOn(toast, 'error')
    show(testSettings(), {
      updateNotificationSettings: () => {
        throw new GraphQLError('The database is away')
      },
    })
    fireEvent.click(await box('Stop hit by e-mail'))
    await waitFor(() => expect(said).toHaveBeenCalledWith('The database is away'))
    expect((await box('Stop hit by e-mail')).checked).toBe(false)
  })

  it('keeps account security on, and channels that are not set up off', async () => {
    show(testSettings({ emailVerified: false }))
    for (const label of ['Account security here', 'Account security by e-mail']) {
      expect(await box(label)).toMatchObject({ checked: true, disabled: true })
    }
    for (const channel of ['by e-mail', 'by Telegram', 'by webhook']) expect((await box(`Stop hit ${channel}`)).disabled).toBe(true)
    expect((await box('Stop hit here')).disabled).toBe(false)
  })

  it('saves quiet hours and turns them off', async () => {
    const asked = show(testSettings({ quietHours: { from: '22:30', until: '06:00' } }))
    expect(await screen.findByText(/No messages from 22:30 to 06:00 IST/)).toBeTruthy()
    type('From', '23:00')
    fireEvent.click(screen.getByText('Save Quiet Hours'))
    await waitFor(() => expect(asked()).toEqual([{ quietHours: { from: '23:00', until: '06:00' } }]))
    // Meanwhile it ignores presses.
    await waitFor(() => expect(screen.getByText('Turn off').getAttribute('aria-disabled')).toBe('false'))
    fireEvent.click(screen.getByText('Turn off'))
    await waitFor(() => expect(asked().at(-1)).toEqual({ quietHours: null }))
  })

  it('shows the secret of a new webhook once, and the complaint at a wrong address', async () => {
    const message = 'The address must begin with https://'
    let refuse = true
    show(testSettings(), {
      updateNotificationSettings: ({ input }) => {
        if (refuse) throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', fieldErrors: { webhookUrl: message } } })
        return { settings: testSettings(input as object), webhookSecret: 'whsec_abc' }
      },
    })
    await screen.findByText('Save Webhook')
    type('Address', 'http://example.com')
    fireEvent.click(screen.getByText('Save Webhook'))
    expect(await screen.findByText(message)).toBeTruthy()
    refuse = false
    type('Address', 'https://example.com/hook')
    fireEvent.click(screen.getByText('Save Webhook'))
    expect(await screen.findByText('whsec_abc')).toBeTruthy()
    expect(screen.getByText('Signed JSON is posted to https://example.com/hook')).toBeTruthy()
  })

  it('keeps what was typed of a Telegram bot that is refused, says why at its field, and forgets the token once it is saved', async () => {
    const message = 'The chat is a number or @channel'
    let refuse = true
    let settings = testSettings()
    const asked = show(settings, {
      notificationSettings: () => settings,
      updateNotificationSettings: ({ input }) => {
        if (refuse)
          throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', fieldErrors: { 'telegramBot.chatId': message } } })
        const { telegramBot } = input as { telegramBot: { chatId: string } | null }
        settings = testSettings({ telegramBot: telegramBot && { chatId: telegramBot.chatId, tokenEnding: 'bc' } })
        return { settings, webhookSecret: null }
      },
    })
    await screen.findByText('Save Bot')
    type('Bot token', ' 123456789:ABC ')
    type('Chat', 'me')
    fireEvent.click(screen.getByText('Save Bot'))
    expect((await screen.findByText(message)).id).toBe(screen.getByLabelText('Chat').getAttribute('aria-describedby'))
    expect(screen.getByLabelText('Bot token')).toHaveProperty('value', ' 123456789:ABC ')
    refuse = false
    type('Chat', '42')
    fireEvent.click(screen.getByText('Save Bot'))
    await waitFor(() => expect(screen.getByText('Remove the bot').getAttribute('aria-disabled')).toBe('false'))
    fireEvent.click(screen.getByText('Remove the bot'))
    expect(await screen.findByLabelText('Bot token')).toHaveProperty('value', '')
    expect(screen.getByLabelText('Chat')).toHaveProperty('value', '42')
    expect(screen.getByLabelText('Chat').getAttribute('aria-invalid')).toBe('false')
    const token = '123456789:ABC'
    expect(asked()).toEqual([{ telegramBot: { token, chatId: 'me' } }, { telegramBot: { token, chatId: '42' } }, { telegramBot: null }])
  })

  it('says that a webhook is paused since the password was reset, and goes on with it when it is confirmed', async () => {
    const paused = testSettings({ webhookUrl: 'https://example.com/hook', suspended: ['WEBHOOK'] })
    const confirmed: unknown[] = []
    show(paused, {
      resumeNotificationChannel: ({ channel }) => {
        confirmed.push(channel)
        return { ...paused, suspended: [] }
      },
    })
    expect(await screen.findByText('Paused after your password was reset. Confirm to resume.')).toBeTruthy()
    // Of the e-mail only: a message to what is paused would not be sent.
    expect(screen.getAllByText('Send a test')).toHaveLength(1)
    fireEvent.click(screen.getByLabelText('Confirm Webhook'))
    await waitFor(() => expect(screen.queryByText(/Paused after your password/)).toBeNull())
    expect(confirmed).toEqual(['WEBHOOK'])
    expect(screen.getAllByText('Send a test')).toHaveLength(2)
  })

  it('says why the last message failed, and what came of a test', async () => {
    const failed = vi.spyOn(toast, 'error')
    const problem = {
      channel: 'TELEGRAM',
      problem: 'Telegram refused the message',
      givenUp: true,
      time: '2026-11-20T05:00:00.000Z',
    } as const
    show(testSettings({ telegramBot: { chatId: '42', tokenEnding: 'bc' }, problems: [problem] }), {
      sendTestNotification: () => ({ sent: false, problem: 'Telegram refused the message: chat not found' }),
    })
    expect(await screen.findByText(/did not arrive: Telegram refused the message\. It will not be sent again\./)).toBeTruthy()
    expect(screen.getByText(/token …bc/)).toBeTruthy()
    fireEvent.click(screen.getAllByText('Send a test')[1]!)
    const description = 'Telegram refused the message: chat not found'
    await waitFor(() => expect(failed).toHaveBeenCalledWith('Telegram: the test message did not arrive', { description }))
  })
})
